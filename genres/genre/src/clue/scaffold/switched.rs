//! Uniqueness of all sets of a completion's clues, by one engine.

use super::whole::Whole;
use crate::clue::genre::Place;
use crate::clue::selected::Selected;
use std::collections::BTreeSet;
use tesuji_solver::{Clock, Domain, Limits, RuleId, Value, Var};

/// Other solutions that are remembered at most.
const WITNESSES: usize = 256;

/// An engine that looks for solutions but the one that the clues were taken from.
pub(super) struct Switched {
    selected: Selected,
    rules: Vec<(Place, RuleId)>,
    patterns: Vec<(Place, Var, Domain)>,
    /// Of the other solutions found so far: the clues that each breaks.
    witnesses: Vec<BTreeSet<Place>>,
    needed: Option<BTreeSet<Place>>,
}

impl Switched {
    /// The engine of all clues of these places. The clues are those of the solution.
    pub(super) fn new(whole: &Whole, places: impl Iterator<Item = Place>, solution: &[Value]) -> Option<Self> {
        let network = &whole.layout.network;
        let value = |var: Var| solution.get(var.index()).copied().unwrap_or(0);
        let holds = |id: RuleId| network.rule(id).holds(&value);
        if solution.len() != whole.layout.network.len() || !network.rule_ids().all(holds) {
            return None;
        }
        let (rules, patterns) = (whole.rules.clone(), whole.patterns.clone());
        let mut selected = Selected::new(network, &rules, &patterns, places);
        selected.exclude(solution);
        Some(Switched { selected, rules, patterns, witnesses: Vec::new(), needed: None })
    }

    /// Is there exactly one solution with the clues of these places? `None` when a limit bites.
    pub(super) fn is_unique(&mut self, kept: impl Iterator<Item = Place>, nodes: u64, clock: &Clock) -> Option<bool> {
        self.needed = None;
        let kept: BTreeSet<Place> = kept.collect();
        if self.witnesses.iter().any(|broken| broken.is_disjoint(&kept)) {
            return Some(false);
        }
        let limits = Limits { solutions: 1, ..Limits::default().with_nodes(nodes).with_time(clock.remaining()) };
        let answer = self.selected.solve(&kept, &limits);
        if let Some(other) = answer.solutions.first() {
            self.remember(other);
            return Some(false);
        }
        if !answer.stop.is_complete() {
            return None;
        }
        self.needed = Some(self.selected.core(&kept));
        Some(true)
    }

    /// After a set of clues was found to leave one solution: those of them that do so alone.
    pub(super) fn needed(&self) -> Option<&BTreeSet<Place>> {
        self.needed.as_ref()
    }

    /// Remembers the clues that another solution breaks.
    fn remember(&mut self, other: &[Value]) {
        let value = |var: Var| other.get(var.index()).copied().unwrap_or(0);
        let network = self.selected.network();
        let rules = self.rules.iter().filter(|(_, id)| !network.rule(*id).holds(&value)).map(|(place, _)| *place);
        let patterns = self.patterns.iter().filter(|(_, var, keep)| !keep.contains(value(*var)));
        let broken = rules.chain(patterns.map(|(place, ..)| *place)).collect();
        if self.witnesses.len() == WITNESSES {
            self.witnesses.remove(0);
        }
        self.witnesses.push(broken);
    }
}
