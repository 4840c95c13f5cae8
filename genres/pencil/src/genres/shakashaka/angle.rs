//! White angles around points.

use super::BLACK;
use crate::board::Board;
use tesuji_solver::Value;

/// Around a point: by cell (upper right, lower right, lower left, upper left) the corner of the
/// cell that is at the point, and those to which its sides lead, clockwise.
const AROUND: [[Value; 3]; 4] = [[1, 4, 2], [4, 3, 1], [3, 2, 4], [2, 1, 3]];

/// Are the two eighths of a cell at a point white, clockwise?
fn eighths(quarter: usize, value: Value) -> [bool; 2] {
    let [own, first, second] = AROUND[quarter];
    match value {
        0 => [true, true],
        BLACK => [false, false],
        _ if value == own => [false, false],
        _ if value == first => [false, true],
        _ if value == second => [true, false],
        _ => [true, true],
    }
}

/// Is every white angle around a point a right one, a straight one, or whole?
pub(super) fn is_right(quarters: [Value; 4]) -> bool {
    let around: Vec<bool> = (0..4).flat_map(|q| eighths(q, quarters[q])).collect();
    let Some(start) = around.iter().position(|&white| !white) else { return true };
    let turned: Vec<bool> = (0..8).map(|i| around[(start + i) % 8]).collect();
    turned.chunk_by(|a, b| a == b).filter(|run| run[0]).all(|run| run.len() == 2 || run.len() == 4)
}

/// The cells around a corner, in play or not: upper right, lower right, lower left, upper left.
pub(super) fn quarters(board: &Board, corner: usize) -> [Option<usize>; 4] {
    let (r, c) = (corner / (board.cols() + 1), corner % (board.cols() + 1));
    let cell = |r: Option<usize>, c: Option<usize>| {
        let (r, c) = (r.filter(|&r| r < board.rows())?, c.filter(|&c| c < board.cols())?);
        Some(board.cell(r, c))
    };
    let (up, left) = (r.checked_sub(1), c.checked_sub(1));
    [cell(up, Some(c)), cell(Some(r), Some(c)), cell(Some(r), left), cell(up, left)]
}
