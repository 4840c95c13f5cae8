//! The current candidates as techniques read them.

use crate::techniques::Derived;
use crate::{Domain, House, Houses, Literal, Network, Store, Value, Var, VarSet};

/// A snapshot view of a [`Store`] with the look-ups that techniques need: for each value, the open
/// variables that still have it. Made once per step, shared by all techniques.
///
/// *Open* variables are those not placed; candidates of placed variables are no candidates here,
/// nor are values that a placed peer holds.
#[derive(Debug)]
pub struct Board<'a> {
    store: &'a Store<'a>,
    houses: &'a Houses,
    open: VarSet,
    domains: Vec<Domain>,
    places: Vec<VarSet>,
    values: Domain,
    derived: Derived,
}

impl<'a> Board<'a> {
    /// The view of `store`.
    pub fn new(store: &'a Store<'a>) -> Self {
        let net = store.network();
        let houses = net.houses();
        let values = net.domains().iter().fold(Domain::EMPTY, |all, &d| all | d);
        let mut open = VarSet::with_capacity(net.len());
        let mut places = vec![VarSet::with_capacity(net.len()); values.max().map_or(0, |m| m as usize + 1)];
        let mut domains = store.domains().to_vec();
        for var in net.vars() {
            if !store.is_placed(var) {
                open.insert(var);
            } else if let Some(value) = store.domain(var).value() {
                for peer in houses.peers(var).iter() {
                    domains[peer.index()] = domains[peer.index()].minus(Domain::single(value));
                }
            }
        }
        for var in net.vars() {
            let d = &mut domains[var.index()];
            *d = if open.contains(var) { *d & values } else { Domain::EMPTY };
            for v in d.iter() {
                places[v as usize].insert(var);
            }
        }
        Board { store, houses, open, domains, places, values, derived: Derived::default() }
    }

    /// The store.
    pub fn store(&self) -> &Store<'a> {
        self.store
    }

    /// Structures that several techniques share, each built when first asked for.
    pub(crate) fn derived(&self) -> &Derived {
        &self.derived
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
        self.domains[var.index()]
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
        self.open.iter().filter(|&v| self.domains[v.index()].len() == 2)
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
