//! New boards.

use super::run::runs;
use crate::board::{Board, Size};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick};

/// Boards that are drawn before one is given up.
const DRAWS: usize = 200;
/// New runs are not longer.
const LONGEST_DRAWN: usize = 6;

/// A board whose runs have two to six cells.
pub(super) fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let drawn = (0..DRAWS).find_map(|_| draw(size, rng));
    Board::new(size).with_holes(drawn.ok_or_else(|| Bad::new("no board was found").at("size"))?)
}

/// Holes by cell; cells whose run is short become holes until none is.
fn draw(size: Size, rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let n = size.cells();
    let mut holes = vec![false; n];
    for cell in 0..n.div_ceil(2) {
        if pick(rng, 5) == 0 {
            (holes[cell], holes[n - 1 - cell]) = (true, true);
        }
    }
    loop {
        let board = Board::new(size).with_holes(holes.clone()).ok()?;
        let short: Vec<usize> = runs(&board).iter().filter(|r| r.cells.len() == 1).map(|r| r.cells[0]).collect();
        if short.is_empty() {
            // Long runs leave many sets of digits.
            let long = runs(&board).into_iter().find(|r| r.cells.len() > LONGEST_DRAWN);
            if let Some(long) = long {
                let cell = long.cells[pick(rng, long.cells.len())];
                (holes[cell], holes[n - 1 - cell]) = (true, true);
                continue;
            }
            let cells = board.cells().count();
            let fits = 2 * cells >= n && crate::genres::shapes::is_connected(&board, &|_| true);
            return fits.then_some(holes);
        }
        short.into_iter().for_each(|c| holes[c] = true);
    }
}
