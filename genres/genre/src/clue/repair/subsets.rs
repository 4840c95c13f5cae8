//! Solutions of a puzzle without some of its clues.

use crate::Bad;
use crate::clue::adapter::start_of;
use crate::clue::genre::{ClueGenre, Clued, Place};
use crate::clue::selected::Selected;
use std::collections::BTreeSet;
use tesuji_solver::{Limits, Stop, Value};

/// The subsets of a puzzle's clues: on one engine, where its clues can be switched.
pub(super) struct Subsets<'a, G: ClueGenre> {
    genre: &'a G,
    puzzle: &'a Clued<G>,
    selected: Option<Selected>,
}

/// What is left by some clues: solutions, why the search ended, and clues that clash where there is
/// no solution.
pub(super) struct Left {
    pub(super) solutions: Vec<Vec<Value>>,
    pub(super) stop: Stop,
    pub(super) clash: Option<BTreeSet<Place>>,
}

impl<'a, G: ClueGenre> Subsets<'a, G> {
    pub(super) fn new(genre: &'a G, puzzle: &'a Clued<G>) -> Self {
        let (structure, clues) = (&puzzle.structure, &puzzle.clues);
        let select = || {
            let layout = genre.layout(structure, clues).ok()?;
            let is_shared = genre.clues_are_domains(structure);
            let rules = if is_shared { Vec::new() } else { genre.clue_rules(structure, &layout.network)? };
            let patterns = genre.clue_patterns(structure, clues);
            Some(Selected::new(&layout.network, &rules, &patterns, clues.keys().copied()))
        };
        Subsets { genre, puzzle, selected: select() }
    }

    /// What is left with the clues of these places.
    ///
    /// # Errors
    /// [`Bad`] when they make no network.
    pub(super) fn left(&mut self, kept: &BTreeSet<Place>, limits: &Limits) -> Result<Left, Bad> {
        let clues = self.puzzle.clues.iter().filter(|(place, _)| kept.contains(place));
        let clues = clues.map(|(place, clue)| (*place, clue.clone())).collect();
        let fewer = Clued { structure: self.puzzle.structure.clone(), clues };
        // Clues that clash at sight leave no solution.
        if self.genre.lint(&fewer).is_err() {
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
