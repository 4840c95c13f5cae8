//! A completion with all its clues as one network: a set of clues leaves the rules of the others
//! out.

use crate::clue::genre::{ClueGenre, Clues, Place, patterns_of, rules_of};
use crate::clue::layout::Layout;
use std::sync::Arc;
use tesuji_solver::{Domain, Literal, RuleId, Store, Value, Var};

/// The network of all clues, and what each clue says in it.
pub(super) struct Whole {
    pub(super) layout: Arc<Layout>,
    pub(super) rules: Vec<(Place, RuleId)>,
    pub(super) patterns: Vec<(Place, Var, Domain)>,
    solution: Vec<Value>,
}

impl Whole {
    /// The network, if clues can be left out of it, or have to stay.
    pub(super) fn new<G: ClueGenre>(
        genre: &G,
        structure: &G::Structure,
        full: &Clues<G::Clue>,
        solution: &[Value],
    ) -> Option<Self> {
        if genre.clues_are_domains(structure) {
            return None;
        }
        let layout = genre.layout(structure, full).ok()?;
        let rules = if genre.clues_are_optional() { rules_of(genre, structure, &layout.network)? } else { Vec::new() };
        let patterns = patterns_of(genre, structure, full);
        Some(Whole { layout, rules, patterns, solution: solution.to_vec() })
    }

    /// The candidates that the clues of some places leave by themselves, and by rule whether it is
    /// left out; `None` where the clues contradict each other.
    pub(super) fn start(&self, is_kept: &dyn Fn(Place) -> bool) -> Option<(Store<'_>, Vec<bool>)> {
        let network = &self.layout.network;
        let mut domains = network.domains().to_vec();
        for &(_, var, keep) in self.patterns.iter().filter(|(place, ..)| is_kept(*place)) {
            domains[var.index()] &= keep;
        }
        // Rules of clues conclude nothing here: a run notes which of them it rests on.
        let of_clues = self.off(&|_| false);
        let mut at = Store::new(network).of_puzzle(&domains).with_solution(&self.solution);
        for var in network.vars() {
            let domain = domains[var.index()];
            // A variable with one value from the start is no discovery.
            match domain.value() {
                Some(value) => {
                    let is_of_clue = |rule: RuleId| of_clues[rule.index()];
                    at.place_without(Literal { var, value }, &is_of_clue, &mut Vec::new()).ok()?;
                }
                None => {
                    at.restrict(var, domain).ok()?;
                }
            }
        }
        Some((at, self.off(is_kept)))
    }

    /// By rule: is it left out with the clues of some places?
    pub(super) fn off(&self, is_kept: &dyn Fn(Place) -> bool) -> Vec<bool> {
        let mut off = vec![false; self.layout.network.rule_ids().len()];
        self.rules.iter().filter(|(place, _)| !is_kept(*place)).for_each(|(_, rule)| off[rule.index()] = true);
        off
    }
}
