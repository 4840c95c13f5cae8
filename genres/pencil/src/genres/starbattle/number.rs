//! The number of stars in each line and region.

use crate::board::{Place, Size};
use crate::codec::Puzzle;

/// Where the number of stars stands.
pub(super) const STARS: Place = Place::Corner(0);

/// Stars a line on a new board.
pub(super) fn stars_of(size: Size) -> usize {
    if size.rows() < 9 { 1 } else { 2 }
}

pub(super) fn stars(puzzle: &Puzzle) -> Option<usize> {
    puzzle.clues.iter().find_map(|(place, clue)| match place {
        Place::Corner(_) => clue.number().map(usize::from),
        _ => None,
    })
}
