//! Runs of cells, and their numbers.

use crate::board::{Board, Direction, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;

/// A run of cells in play.
pub(super) struct Run {
    /// Where its number stands.
    pub(super) head: Place,
    pub(super) way: Direction,
    pub(super) cells: Vec<usize>,
}

pub(super) fn runs(board: &Board) -> Vec<Run> {
    let mut runs = Vec::new();
    for cell in board.cells() {
        let (row, col) = board.row_col(cell);
        for way in [Direction::Right, Direction::Down] {
            if board.neighbour(cell, way.opposite()).is_some() {
                continue;
            }
            let head = match way {
                Direction::Right if col == 0 => Place::Outside(Side::Left, row as u16),
                Direction::Down if row == 0 => Place::Outside(Side::Top, col as u16),
                Direction::Right => Place::Cell(cell as u16 - 1),
                _ => Place::Cell((cell - board.cols()) as u16),
            };
            let cells = std::iter::once(cell).chain(board.ray(cell, way)).collect();
            runs.push(Run { head, way, cells });
        }
    }
    runs
}

pub(super) fn total(puzzle: &Puzzle, run: &Run) -> Option<u16> {
    let number = match puzzle.clues.get(&run.head)? {
        Clue::Numbers(list) => *list.get(usize::from(run.way == Direction::Right))?,
        clue => clue.number(),
    };
    // 0 is another sign for no number.
    number.filter(|&n| n > 0)
}
