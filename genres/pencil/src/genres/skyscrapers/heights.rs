//! Heights: how many there are, each once a line.

use super::{COLUMN, DIAGONAL, ROW};
use crate::board::Place;
use crate::codec::{Puzzle, is_variant, whole_number};
use crate::genres::places;
use crate::house::Rules;
use tesuji_solver::{Domain, Value};

/// The greatest height: as many as a line has cells, or fewer where the puzzle says so.
pub(super) fn heights(puzzle: &Puzzle) -> Value {
    let side = places::side(&puzzle.board);
    whole_number(puzzle).map_or(side, |n| side.min(n as Value))
}

/// Each height stands once in a line.
pub(super) fn each_once(puzzle: &Puzzle, to: &mut Rules<'_>) {
    let (heights, side) = (heights(puzzle), places::side(&puzzle.board));
    let mut lines = to.lines(ROW, COLUMN);
    let n = puzzle.board.rows();
    for last in [0, n - 1].into_iter().filter(|_| is_variant(puzzle)) {
        let cells = (0..n).map(|i| puzzle.board.cell(i, i.abs_diff(last)));
        lines.push((DIAGONAL, Place::Cell(last as u16), to.cells(cells)));
    }
    for (class, from, vars) in lines {
        if side - heights <= 1 {
            to.all_different(class, from, vars);
            continue;
        }
        for height in 1..=heights {
            to.count(class, from, vars.clone(), Domain::single(height), (1, 1));
        }
    }
}
