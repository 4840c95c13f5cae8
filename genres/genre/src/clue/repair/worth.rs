//! How much each clue is worth: the solutions that there are without it.

use super::named;
use super::subsets::Subsets;
use crate::clue::genre::{ClueGenre, Clued};
use crate::{Bad, ClueWorth, WorthRequest};
use std::collections::BTreeSet;
use tesuji_solver::{Limits, Stop};

/// Counts the solutions without each clue of a puzzle. One engine serves all sets of clues, where
/// the genre's clues can be switched.
pub(in crate::clue) fn worth<G: ClueGenre>(
    genre: &G,
    puzzle: &Clued<G>,
    want: &WorthRequest,
) -> Result<Vec<ClueWorth>, Bad> {
    let clock = want.limits.start();
    let mut subsets = Subsets::new(genre, puzzle);
    let all = subsets.places();
    let mut found = Vec::new();
    for &place in puzzle.clues.keys() {
        let gone = genre.inseparable(puzzle, place);
        let kept: BTreeSet<_> = all.iter().copied().filter(|other| !gone.contains(other)).collect();
        let limits = Limits { solutions: want.up_to, ..want.limits.clone() }.with_time(clock.remaining());
        let left = subsets.left(&kept, &limits)?;
        found.push(ClueWorth {
            clue: named(genre, puzzle, &subsets, place),
            solutions: left.solutions.len(),
            is_exact: left.stop == Stop::Exhausted,
            is_known: matches!(left.stop, Stop::Exhausted | Stop::Enough),
        });
    }
    Ok(found)
}
