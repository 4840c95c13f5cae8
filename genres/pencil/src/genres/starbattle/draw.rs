//! New stars and the regions around them.

use super::number::stars_of;
use crate::board::{Board, Size};
use crate::genres::regions;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick};

/// Draws of stars before a size is given up.
const TRIES: usize = 500;

pub(super) fn board(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let board = Board::new(size);
    if size.rows() != size.cols() {
        return Err(Bad::new("a square is expected").at("size"));
    }
    let each = stars_of(size);
    let draw = |rng: &mut ChaCha8Rng| {
        let stars = drawn(&board, each, rng)?;
        match each {
            1 => Some(stars.into_iter().map(|s| vec![s]).collect::<Vec<_>>()),
            _ => regions::linked(&board, &stars, &|_, _| true, rng),
        }
    };
    let groups = (0..TRIES).find_map(|_| draw(rng));
    let groups = groups.ok_or_else(|| Bad::new("no room for the stars").at("size"))?;
    regions::around(&board, &groups, look, rng)
}

/// Draws stars row by row; `None` when it gets stuck.
fn drawn(board: &Board, each: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut found: Vec<usize> = Vec::new();
    let mut left = vec![each; board.cols()];
    for row in 0..board.rows() {
        for _ in 0..each {
            let free = |&cell: &usize| {
                let (_, col) = board.row_col(cell);
                // A column must not wait for more stars than rows are left.
                left[col] > 0 && !found.contains(&cell) && !board.all_neighbours(cell).any(|n| found.contains(&n))
            };
            let free: Vec<usize> = board.row(row).into_iter().filter(free).collect();
            let most = free.iter().map(|&c| left[board.row_col(c).1]).max()?;
            let rows_left = board.rows() - row;
            let urgent = |c: &&usize| left[board.row_col(**c).1] * 2 >= rows_left;
            let first: Vec<usize> = free.iter().filter(urgent).copied().collect();
            let among = if first.is_empty() || most == 0 { free } else { first };
            let cell = *among.get(pick(rng, among.len()))?;
            found.push(cell);
            left[board.row_col(cell).1] -= 1;
        }
    }
    Some(found)
}
