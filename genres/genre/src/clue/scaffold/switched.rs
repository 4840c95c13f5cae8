//! One engine for all sets of a completion's clues: each clue is switched on by assumptions.

use super::whole::Whole;
use crate::clue::genre::Place;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::engine::{Lit, Policy, Session};
use tesuji_solver::{Clock, Domain, Limits, Literal, RuleId, Value, Var};

/// Other solutions that are remembered at most.
const WITNESSES: usize = 256;

/// A compiled network with the literals to assume for each clue. It looks for solutions but the
/// one that the clues were taken from.
pub(super) struct Switched {
    session: Session,
    clues: BTreeMap<Place, Vec<Lit>>,
    rules: Vec<(Place, RuleId)>,
    patterns: Vec<(Place, Var, Domain)>,
    /// Of the other solutions found so far: the clues that each breaks.
    witnesses: Vec<BTreeSet<Place>>,
    needed: Option<BTreeSet<Place>>,
}

impl Switched {
    /// The engine of all clues of these places. The clues are those of the solution.
    pub(super) fn new(whole: &Whole, places: impl Iterator<Item = Place>, solution: &[Value]) -> Option<Self> {
        let (layout, rules) = (&whole.layout, whole.rules.clone());
        let value = |var: Var| solution.get(var.index()).copied().unwrap_or(0);
        let holds = |id: RuleId| layout.network.rule(id).holds(&value);
        if solution.len() != layout.network.len() || !layout.network.rule_ids().all(holds) {
            return None;
        }
        let ids: Vec<RuleId> = rules.iter().map(|(_, id)| *id).collect();
        // Without clues little fails at the root.
        let policy = Policy { probe: false, ..Policy::default() };
        let (mut session, selectors) = Session::switched(&layout.network, &ids, policy);
        let mut clues: BTreeMap<Place, Vec<Lit>> = places.map(|place| (place, Vec::new())).collect();
        for ((place, _), selector) in rules.iter().zip(selectors) {
            clues.entry(*place).or_default().push(selector);
        }
        let patterns = whole.patterns.clone();
        for &(place, var, keep) in &patterns {
            let gone = session.initial(var).minus(keep);
            let literals = gone.iter().map(|value| !session.is(Literal { var, value }));
            clues.entry(place).or_default().extend(literals);
        }
        session.exclude(solution);
        Some(Switched { session, clues, rules, patterns, witnesses: Vec::new(), needed: None })
    }

    /// Is there exactly one solution with the clues of these places? `None` when a limit bites.
    pub(super) fn is_unique(&mut self, kept: impl Iterator<Item = Place>, nodes: u64, clock: &Clock) -> Option<bool> {
        self.needed = None;
        let kept: BTreeSet<Place> = kept.collect();
        if self.witnesses.iter().any(|broken| broken.is_disjoint(&kept)) {
            return Some(false);
        }
        let assume: Vec<Lit> = kept.iter().filter_map(|place| self.clues.get(place)).flatten().copied().collect();
        let limits = Limits { solutions: 1, ..Limits::default().with_nodes(nodes).with_time(clock.remaining()) };
        let answer = self.session.solve(&assume, &limits);
        if let Some(other) = answer.solutions.first() {
            self.remember(other);
            return Some(false);
        }
        if !answer.stop.is_complete() {
            return None;
        }
        let core: BTreeSet<Lit> = self.session.core().iter().copied().collect();
        let is_needed = |place: &Place| self.clues.get(place).is_some_and(|clue| clue.iter().any(|l| core.contains(l)));
        self.needed = Some(kept.into_iter().filter(is_needed).collect());
        Some(true)
    }

    /// After a set of clues was found to leave one solution: those of them that do so alone.
    pub(super) fn needed(&self) -> Option<&BTreeSet<Place>> {
        self.needed.as_ref()
    }

    /// Remembers the clues that another solution breaks.
    fn remember(&mut self, other: &[Value]) {
        let value = |var: Var| other.get(var.index()).copied().unwrap_or(0);
        let network = self.session.network();
        let rules = self.rules.iter().filter(|(_, id)| !network.rule(*id).holds(&value)).map(|(place, _)| *place);
        let patterns = self.patterns.iter().filter(|(_, var, keep)| !keep.contains(value(*var)));
        let broken = rules.chain(patterns.map(|(place, ..)| *place)).collect();
        if self.witnesses.len() == WITNESSES {
            self.witnesses.remove(0);
        }
        self.witnesses.push(broken);
    }
}
