//! The current candidates as techniques read them.

use crate::{Domain, House, Houses, Literal, Network, Store, Value, Var, VarSet};

/// A snapshot view of a [`Store`] with the look-ups that techniques need: for each value, the open variables that
/// still have it. Made once per step, shared by all techniques.
///
/// *Open* variables are those not placed; candidates of placed variables are no candidates here.
#[derive(Debug)]
pub struct Board<'a> {
    store: &'a Store<'a>,
    houses: &'a Houses,
    open: VarSet,
    places: Vec<VarSet>,
    values: Domain,
}

impl<'a> Board<'a> {
    /// The view of `store`.
    pub fn new(store: &'a Store<'a>) -> Self {
        let net = store.network();
        let mut open = VarSet::with_capacity(net.len());
        let mut places = vec![VarSet::with_capacity(net.len()); 64];
        let mut values = Domain::EMPTY;
        for var in net.vars() {
            values |= net.domains()[var.index()];
            if store.is_placed(var) {
                continue;
            }
            open.insert(var);
            for v in store.domain(var).iter() {
                places[v as usize].insert(var);
            }
        }
        places.truncate(values.max().map_or(0, |m| m as usize + 1));
        Board { store, houses: net.houses(), open, places, values }
    }

    /// The store.
    pub fn store(&self) -> &Store<'a> {
        self.store
    }

    /// The network.
    pub fn network(&self) -> &'a Network {
        self.store.network()
    }

    /// The houses.
    pub fn houses(&self) -> &'a Houses {
        self.houses
    }

    /// Values of the network.
    pub fn values(&self) -> Domain {
        self.values
    }

    /// Variables not placed yet.
    pub fn open(&self) -> &VarSet {
        &self.open
    }

    /// Candidates of a variable; empty when it is placed.
    pub fn domain(&self, var: Var) -> Domain {
        if self.open.contains(var) { self.store.domain(var) } else { Domain::EMPTY }
    }

    /// Is the candidate there?
    pub fn has(&self, literal: Literal) -> bool {
        self.domain(literal.var).contains(literal.value)
    }

    /// Open variables that still have `value`.
    pub fn places(&self, value: Value) -> &VarSet {
        &self.places[value as usize]
    }

    /// Open variables of a house that still have `value`.
    pub fn places_in(&self, house: &House, value: Value) -> VarSet {
        self.places[value as usize].and(&house.set)
    }

    /// Open variables with exactly two candidates.
    pub fn bivalue(&self) -> impl Iterator<Item = Var> + '_ {
        self.open.iter().filter(|&v| self.store.domain(v).len() == 2)
    }

    /// Open variables that have `value` and see every variable of `all`.
    pub fn common_peers(&self, value: Value, all: &[Var]) -> VarSet {
        let mut set = self.places(value).clone();
        for &v in all {
            set.and_with(self.houses.peers(v));
        }
        set
    }
}
