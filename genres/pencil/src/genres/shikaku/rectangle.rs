//! Rectangles with a number, and what they say of edges.

use crate::board::{Board, Direction, Place};
use crate::codec::Puzzle;
use crate::house::Rules;
use tesuji_solver::{Literal, Value};

/// Rectangles of a number that is not told are not listed beyond so many.
const MOST_RECTANGLES: usize = 20_000;

/// The rectangles of an area, or of any area, that hold a cell and no other number.
pub(super) fn rectangles(puzzle: &Puzzle, cell: usize, area: Option<u16>) -> Vec<Vec<usize>> {
    let board = &puzzle.board;
    let (row, col) = board.row_col(cell);
    let mut found = Vec::new();
    for (high, wide) in (1..=board.rows()).flat_map(|h| (1..=board.cols()).map(move |w| (h, w))) {
        if area.is_some_and(|a| usize::from(a) != high * wide) {
            continue;
        }
        for top in (row + 1).saturating_sub(high)..=row.min(board.rows() - high) {
            for left in (col + 1).saturating_sub(wide)..=col.min(board.cols() - wide) {
                let cells: Vec<usize> = (top..top + high)
                    .flat_map(|r| (left..left + wide).map(move |c| (r, c)))
                    .map(|(r, c)| board.cell(r, c))
                    .collect();
                let is_other = |&c: &usize| c != cell && puzzle.clues.contains_key(&Place::Cell(c as u16));
                if found.len() < MOST_RECTANGLES && !cells.iter().any(is_other) {
                    found.push(cells);
                }
            }
        }
    }
    found
}

/// What a rectangle says of edges: none inside is a border, all around it are.
pub(super) fn placement(board: &Board, cells: &[usize], to: &Rules<'_>) -> Vec<Literal> {
    let mut literals = Vec::new();
    for &cell in cells {
        for (way, link) in Direction::ALL.into_iter().zip(to.links(cell)) {
            let (Some(var), Some(next)) = (link, board.neighbour(cell, way)) else { continue };
            literals.push(Literal { var, value: Value::from(cells.binary_search(&next).is_err()) });
        }
    }
    literals.sort_unstable();
    literals.dedup();
    literals
}
