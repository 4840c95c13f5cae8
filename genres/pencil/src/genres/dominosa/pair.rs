//! Pairs of numbers: those of a set, and those of a board.

use crate::board::{Place, Size};
use crate::codec::Puzzle;
use tesuji_genre::Bad;

/// The greatest number of a board: the set from 0-0 on fills it.
pub(super) fn greatest(size: Size) -> Result<u16, Bad> {
    let (less, more) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let fits = less + 1 == more && less > 0 && less < 100;
    if fits {
        return Ok(less as u16 - 1);
    }
    Err(Bad::new("a board with one column more than rows is expected, or one row more than columns").at("size"))
}

/// All pairs of numbers.
pub(super) fn pairs(greatest: u16) -> Vec<(u16, u16)> {
    (0..=greatest).flat_map(|a| (a..=greatest).map(move |b| (a, b))).collect()
}

/// The numbers on both sides of an edge, the smaller first.
pub(super) fn pair_at(puzzle: &Puzzle, edge: usize) -> Option<(u16, u16)> {
    let [a, b] = puzzle.board.cells_beside(edge).map(|cell| puzzle.clues.get(&Place::Cell(cell? as u16))?.number());
    Some((a?.min(b?), a?.max(b?)))
}
