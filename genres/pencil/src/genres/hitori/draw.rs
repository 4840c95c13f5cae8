//! New numbers, and numbers that change.

use super::SHADED;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// A latin filling, the shaded cells with numbers that their lines have already.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let latin = crate::genres::shapes::latin(board, rng);
    let is_shaded = |cell: usize| value(Place::Cell(cell as u16)) == SHADED;
    let number = |cell: usize, rng: &mut ChaCha8Rng| {
        if !is_shaded(cell) {
            return latin[cell];
        }
        let (r, c) = board.row_col(cell);
        let seen: Vec<u16> =
            board.row(r).into_iter().chain(board.col(c)).filter(|&o| !is_shaded(o)).map(|o| latin[o]).collect();
        if seen.is_empty() { latin[cell] } else { seen[pick(rng, seen.len())] }
    };
    board.cells().map(|c| (Place::Cell(c as u16), Clue::Number(number(c, rng)))).collect()
}

/// Another number for a cell that one of the two solutions shades and the other does not.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let cells: Vec<usize> = board.cells().collect();
    let differ: Vec<usize> = (0..cells.len()).filter(|&i| two[0][i] == SHADED && two[1][i] != SHADED).collect();
    let at = *differ.get(pick(rng, differ.len().max(1)))?;
    let (r, c) = board.row_col(cells[at]);
    let unshaded = |cell: &usize| cells.iter().position(|x| x == cell).is_some_and(|i| two[0][i] != SHADED);
    let mut seen: Vec<u16> = board
        .row(r)
        .into_iter()
        .chain(board.col(c))
        .filter(unshaded)
        .filter_map(|o| puzzle.clues.get(&Place::Cell(o as u16))?.number())
        .collect();
    seen.sort_unstable();
    seen.dedup();
    let mut puzzle = puzzle.clone();
    let number = *seen.get(pick(rng, seen.len().max(1)))?;
    puzzle.clues.insert(Place::Cell(cells[at] as u16), Clue::Number(number));
    Some(Edit { puzzle })
}
