//! One compiled engine for all subsets of some clues: each clue is switched on by assumptions.

use super::genre::Place;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::engine::{Lit, Policy, Session};
use tesuji_solver::{Answer, Domain, Limits, Literal, Network, RuleId, Value, Var};

/// A compiled network with the literals to assume for each clue.
pub(super) struct Selected {
    session: Session,
    clues: BTreeMap<Place, Vec<Lit>>,
}

impl Selected {
    /// The engine of a network with all clues: those of `places`, each of which states rules and
    /// leaves variables some values.
    pub(super) fn new(
        network: &Network,
        rules: &[(Place, RuleId)],
        patterns: &[(Place, Var, Domain)],
        places: impl Iterator<Item = Place>,
    ) -> Selected {
        let ids: Vec<RuleId> = rules.iter().map(|(_, id)| *id).collect();
        // Without clues little fails at the root.
        let policy = Policy { probe: false, ..Policy::default() };
        let (session, selectors) = Session::switched(network, &ids, policy);
        let mut clues: BTreeMap<Place, Vec<Lit>> = places.map(|place| (place, Vec::new())).collect();
        for ((place, _), selector) in rules.iter().zip(selectors) {
            clues.entry(*place).or_default().push(selector);
        }
        for &(place, var, keep) in patterns {
            let gone = session.initial(var).minus(keep);
            let literals = gone.iter().map(|value| !session.is(Literal { var, value }));
            clues.entry(place).or_default().extend(literals);
        }
        Selected { session, clues }
    }

    /// The places whose clues can be switched.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.clues.keys().copied()
    }

    /// Refuses one solution for good.
    pub(super) fn exclude(&mut self, solution: &[Value]) {
        self.session.exclude(solution);
    }

    /// The network.
    pub(super) fn network(&self) -> &Network {
        self.session.network()
    }

    /// Up to `limits.solutions` solutions with the clues of these places.
    pub(super) fn solve(&mut self, kept: &BTreeSet<Place>, limits: &Limits) -> Answer<Vec<Value>> {
        let assume: Vec<Lit> = kept.iter().filter_map(|place| self.clues.get(place)).flatten().copied().collect();
        self.session.solve(&assume, limits)
    }

    /// After a search that found nothing with the clues of these places: those of them that can't
    /// hold together.
    pub(super) fn core(&self, kept: &BTreeSet<Place>) -> BTreeSet<Place> {
        let core: BTreeSet<Lit> = self.session.core().iter().copied().collect();
        let is_needed =
            |place: &&Place| self.clues.get(place).is_some_and(|clue| clue.iter().any(|l| core.contains(l)));
        kept.iter().filter(is_needed).copied().collect()
    }
}
