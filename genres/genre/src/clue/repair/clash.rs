//! Why there is no solution: clues that clash, none of which can be left out.

use super::Search;
use crate::Bad;
use crate::clue::genre::{ClueGenre, Place};
use std::collections::BTreeSet;

/// Shares of the clues that are left out at once, before each is by itself.
const SHARES: [usize; 2] = [4, 16];

impl<G: ClueGenre> Search<'_, G> {
    /// The places of clues without a common solution, none of which can be left out; empty where
    /// that is not due to clues of single places.
    pub(super) fn clash(&mut self) -> Result<BTreeSet<Place>, Bad> {
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

    /// Clues of these places that have no common solution; `None`: they have one, or that is not
    /// known.
    fn refuted(&mut self, kept: &BTreeSet<Place>) -> Result<Option<BTreeSet<Place>>, Bad> {
        let left = self.subset(kept, 1)?;
        Ok(left.is_refuted().then(|| left.clash.unwrap_or_else(|| kept.clone())))
    }
}
