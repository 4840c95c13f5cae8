//! Slashes as values, and the corners that they join.

use crate::board::Board;
use tesuji_solver::{Domain, Value};

// A slash joins two corners whose row and column add up to an even number, or two with an odd sum.
// The values tell which, so that one set of values says "joins even corners" in all cells: `\` and
// `/` of even cells are 0 and 1, of odd cells 2 and 3. Corners have one value, with which they
// count as places of their own graph.
pub(super) const EVEN: [Value; 2] = [0, 3];
pub(super) const ODD: [Value; 2] = [1, 2];

pub(super) fn set(values: [Value; 2]) -> Domain {
    values.into_iter().collect()
}

pub(super) fn is_odd(board: &Board, cell: usize) -> bool {
    let (r, c) = board.row_col(cell);
    (r + c) % 2 == 1
}

pub(super) fn is_odd_corner(board: &Board, corner: usize) -> bool {
    (corner / (board.cols() + 1) + corner % (board.cols() + 1)) % 2 == 1
}

/// The value of a slash (`true`: `/`) in a cell.
pub(super) fn slash(board: &Board, cell: usize, rises: bool) -> Value {
    2 * Value::from(is_odd(board, cell)) + Value::from(rises)
}

/// The corners that a slash joins.
pub(super) fn ends(board: &Board, cell: usize, rises: bool) -> [usize; 2] {
    let (r, c) = board.row_col(cell);
    let corner = |r: usize, c: usize| r * (board.cols() + 1) + c;
    if rises { [corner(r, c + 1), corner(r + 1, c)] } else { [corner(r, c), corner(r + 1, c + 1)] }
}
