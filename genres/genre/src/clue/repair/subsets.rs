//! Solutions of a puzzle without some of its clues.

use crate::Bad;
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Place, patterns_of, rules_of};
use crate::clue::layout::Layout;
use crate::clue::selected::Selected;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_solver::{Limits, RuleId, Stop, Value};

/// The subsets of a puzzle's clues: on one engine, where its clues can be switched.
pub(super) struct Subsets<'a, G: ClueGenre> {
    genre: &'a G,
    puzzle: &'a Clued<G>,
    selected: Option<Selected>,
    /// The whole network, and a rule that each place states.
    layout: Option<Arc<Layout>>,
    rules: BTreeMap<Place, RuleId>,
}

/// What is left by some clues: solutions, why the search ended, and clues that clash where there is
/// no solution.
pub(super) struct Left {
    pub(super) solutions: Vec<Vec<Value>>,
    pub(super) stop: Stop,
    pub(super) clash: Option<BTreeSet<Place>>,
}

impl Left {
    /// Is it known that there is no solution?
    pub(super) fn is_refuted(&self) -> bool {
        self.solutions.is_empty() && self.stop == Stop::Exhausted
    }
}

impl<'a, G: ClueGenre> Subsets<'a, G> {
    pub(super) fn new(genre: &'a G, puzzle: &'a Clued<G>) -> Self {
        let (structure, clues) = (&puzzle.structure, &puzzle.clues);
        let layout = genre.layout(structure, clues).ok();
        let stated = layout.as_ref().and_then(|layout| {
            let is_shared = genre.clues_are_domains(structure);
            if is_shared { Some(Vec::new()) } else { rules_of(genre, structure, &layout.network) }
        });
        let rules: BTreeMap<Place, RuleId> = stated.iter().flatten().rev().copied().collect();
        let selected = layout.as_ref().zip(stated).map(|(layout, stated)| {
            let patterns = patterns_of(genre, structure, clues);
            Selected::new(&layout.network, &stated, &patterns, clues.keys().copied())
        });
        Subsets { genre, puzzle, selected, layout, rules }
    }

    /// Does every solution of the puzzle stay one when clues are left out? Not where a puzzle with
    /// fewer clues is another puzzle, as where each area has one of them.
    pub(super) fn are_relaxed(&self) -> bool {
        let unknown = || self.genre.knowing(self.puzzle, &BTreeSet::new()).clues.len() == self.puzzle.clues.len();
        self.selected.is_some() || self.genre.clues_are_optional() || unknown()
    }

    /// The places of what can be left out.
    pub(super) fn places(&self) -> BTreeSet<Place> {
        let switched = self.selected.iter().flat_map(Selected::places);
        self.puzzle.clues.keys().copied().chain(switched).collect()
    }

    /// What a place without a clue states, in words.
    pub(super) fn words(&self, place: Place) -> Option<String> {
        let (layout, rule) = (self.layout.as_ref()?, self.rules.get(&place)?);
        Some(layout.names.rule(*rule))
    }

    /// What is left with the clues of these places.
    ///
    /// # Errors
    /// [`Bad`] when they make no network.
    pub(super) fn left(&mut self, kept: &BTreeSet<Place>, limits: &Limits) -> Result<Left, Bad> {
        let fewer = self.genre.knowing(self.puzzle, kept);
        // Clues that clash at sight leave no solution. (A puzzle whose clues go together is not
        // one without some of them.)
        let is_puzzle = self.selected.is_none() || self.genre.clues_are_optional();
        if is_puzzle && self.genre.lint(&fewer).is_err() {
            return Ok(Left { solutions: Vec::new(), stop: Stop::Exhausted, clash: None });
        }
        let Some(selected) = &mut self.selected else {
            let (layout, domains, _) = start_of(self.genre, &fewer)?;
            let answer = layout.solve(&domains, limits);
            return Ok(Left { solutions: answer.solutions, stop: answer.stop, clash: None });
        };
        let answer = selected.solve(kept, limits);
        let is_refuted = answer.solutions.is_empty() && answer.stop.is_complete();
        let clash = is_refuted.then(|| selected.core(kept));
        Ok(Left { solutions: answer.solutions, stop: answer.stop, clash })
    }
}
