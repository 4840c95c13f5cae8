//! Why there is no solution: clues that clash, none of which can be left out.

use super::Search;
use crate::Bad;
use crate::clue::genre::{ClueGenre, Clued, Place};
use std::collections::BTreeSet;
use std::sync::Arc;
use tesuji_solver::Stop;

/// Shares of the clues that are left out at once, before each is by itself.
const SHARES: [usize; 2] = [4, 16];
/// Clues of a puzzle at most for which the search tries which places clash whatever they say.
const MOST_PLACES: usize = 12;

impl<G: ClueGenre> Search<'_, G> {
    /// The places of clues without a common solution, none of which can be left out; empty where
    /// that is not due to clues of single places, or is not known.
    pub(super) fn clash(&mut self) -> Result<BTreeSet<Place>, Bad> {
        if !self.subsets.are_relaxed() {
            return Ok(BTreeSet::new());
        }
        let all = self.stated.clone();
        let mut clash = match self.refuted(&all)? {
            Some(clash) => clash,
            // The network allows more than the puzzle.
            None => return Ok(BTreeSet::new()),
        };
        for share in SHARES.into_iter().chain([usize::MAX]) {
            let order: Vec<Place> = clash.iter().copied().collect();
            for part in order.chunks((order.len() / share).max(1)) {
                let mut fewer = clash.clone();
                for &place in part {
                    for place in self.genre.inseparable(self.puzzle, place) {
                        fewer.remove(&place);
                    }
                }
                if fewer.len() < clash.len()
                    && let Some(found) = self.refuted(&fewer)?
                {
                    clash = found;
                }
            }
        }
        Ok(clash)
    }

    /// Places of clues that leave no solution whatever their clues say and whichever of the other
    /// places have clues, none of which can be left out; empty where that is not known.
    pub(super) fn clash_of_places(&self) -> Result<BTreeSet<Place>, Bad> {
        let mut kept: BTreeSet<Place> = self.puzzle.clues.keys().copied().collect();
        let unknown = self.genre.knowing(self.puzzle, &BTreeSet::new());
        if kept.len() > MOST_PLACES || unknown.clues.len() < kept.len() || !self.are_refuted_places(&kept)? {
            return Ok(BTreeSet::new());
        }
        for place in self.puzzle.clues.keys() {
            kept.remove(place);
            if !self.are_refuted_places(&kept)? {
                kept.insert(*place);
            }
        }
        Ok(kept)
    }

    /// Is there no solution with unknown clues at these places, whichever of the others have one?
    fn are_refuted_places(&self, kept: &BTreeSet<Place>) -> Result<bool, Bad> {
        let others: Vec<Place> = self.puzzle.clues.keys().copied().filter(|place| !kept.contains(place)).collect();
        for subset in 0..1_u32 << others.len() {
            let is_chosen =
                |place: &Place| others.iter().position(|o| o == place).is_some_and(|i| subset >> i & 1 == 1);
            let clues = self.puzzle.clues.iter().filter(|(place, _)| kept.contains(place) || is_chosen(place));
            let clues = clues.map(|(place, clue)| (*place, clue.clone())).collect();
            let some = Clued { structure: Arc::clone(&self.puzzle.structure), clues };
            let (solutions, stop) = self.solutions_of(&self.genre.knowing(&some, &BTreeSet::new()), 1)?;
            if !solutions.is_empty() || stop != Stop::Exhausted {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Clues of these places that have no common solution; `None`: they have one, or that is not
    /// known.
    fn refuted(&mut self, kept: &BTreeSet<Place>) -> Result<Option<BTreeSet<Place>>, Bad> {
        let left = self.subset(kept, 1)?;
        Ok(left.is_refuted().then(|| left.clash.unwrap_or_else(|| kept.clone())))
    }
}
