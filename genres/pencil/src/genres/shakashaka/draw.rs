//! New white rectangles.

use super::BLACK;
use super::angle::{is_right, quarters};
use crate::board::{Board, Size};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick};
use tesuji_solver::Value;

/// Drawn white rectangles; what is left is black.
pub(super) fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let bare = Board::new(size);
    let mut values = vec![BLACK; size.cells()];
    for _ in 0..size.cells() * 4 {
        let (high, wide) = (1 + pick(rng, 2), 1 + pick(rng, 2));
        let shape = match pick(rng, 3) {
            0 => (0..high).flat_map(|r| (0..wide).map(move |c| (r, c, 0))).collect(),
            _ => rectangle(high, wide),
        };
        let at = pick(rng, size.cells());
        let (row, col) = bare.row_col(at);
        let fits = |&(r, c, _): &(usize, usize, Value)| {
            row + r < size.rows() && col + c < size.cols() && values[bare.cell(row + r, col + c)] == BLACK
        };
        if !shape.iter().all(fits) {
            continue;
        }
        let mut drawn = values.clone();
        shape.iter().for_each(|&(r, c, value)| drawn[bare.cell(row + r, col + c)] = value);
        let value = |cell: Option<usize>| cell.map_or(BLACK, |c| drawn[c]);
        if (0..bare.corners()).all(|corner| is_right(quarters(&bare, corner).map(value))) {
            values = drawn;
        }
    }
    bare.with_holes(values.into_iter().map(|v| v == BLACK).collect())
}

/// A white rectangle, standing on a corner, with sides of so many half diagonals, as cells with
/// their values by row and column; or an upright one.
fn rectangle(down_right: usize, down_left: usize) -> Vec<(usize, usize, Value)> {
    let (p, q) = (down_right, down_left);
    let mut cells = Vec::new();
    for i in 0..p + q {
        let (left, low) = if i < q { (q - 1 - i, 4) } else { (i - q, 1) };
        let (right, high) = if i < p { (q + i, 3) } else { (q + 2 * p - 1 - i, 2) };
        cells.push((i, left, low));
        cells.push((i, right, high));
        cells.extend((left + 1..right).map(|c| (i, c, 0)));
    }
    cells
}
