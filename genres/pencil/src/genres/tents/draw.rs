//! New trees.

use crate::board::{Board, Size};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, pick, shuffle};

/// Cells of a new board for each tent.
const SHARE: usize = 5;

/// Drawn tents that do not touch, a tree beside each.
pub(super) fn board(size: Size, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let bare = Board::new(size);
    let mut order: Vec<usize> = bare.cells().collect();
    shuffle(&mut order, rng);
    let (mut tents, mut trees) = (vec![false; size.cells()], vec![false; size.cells()]);
    for cell in order {
        let wanted = size.cells() / SHARE;
        let enough = tents.iter().filter(|&&t| t).count() >= wanted.max(1);
        let free: Vec<usize> = bare.neighbours(cell).filter(|&n| !tents[n] && !trees[n]).collect();
        if enough || trees[cell] || free.is_empty() || bare.all_neighbours(cell).any(|n| tents[n]) {
            continue;
        }
        tents[cell] = true;
        trees[free[pick(rng, free.len())]] = true;
    }
    bare.with_holes(trees)
}
