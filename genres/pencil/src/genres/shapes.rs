//! Drawn shapes that several genres begin their puzzles with.

use crate::board::Board;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};

/// A drawn set of cells, connected, with a connected outside that reaches the border, without cells that touch at a corner
/// only: the inside of a loop.
pub(super) fn simply_connected(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let cells: Vec<usize> = board.cells().collect();
    let mut inside = vec![false; board.size().cells()];
    if cells.is_empty() {
        return inside;
    }
    inside[cells[pick(rng, cells.len())]] = true;
    let wanted = cells.len() * (45 + pick(rng, 20)) / 100;
    let mut count = 1;
    // Cells with few neighbours inside come first, which makes long arms.
    for most in [1, 1, 2, 2, 3] {
        let mut order = cells.clone();
        for _ in 0..3 {
            shuffle(&mut order, rng);
            for &cell in &order {
                let near = board.neighbours(cell).filter(|&n| inside[n]).count();
                if count < wanted && !inside[cell] && (1..=most).contains(&near) && keeps_simple(board, &inside, cell) {
                    inside[cell] = true;
                    count += 1;
                }
            }
        }
    }
    inside
}

/// Does the inside stay connected in one piece without a hole if the cell joins it? Walking round the cell, its
/// neighbours inside must form one run, those outside (with what lies beyond the board) another.
fn keeps_simple(board: &Board, inside: &[bool], cell: usize) -> bool {
    let (r, c) = board.row_col(cell);
    let around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    let ring = around.map(|(dr, dc): (isize, isize)| {
        let (r, c) = (r.checked_add_signed(dr), c.checked_add_signed(dc));
        matches!((r, c), (Some(r), Some(c)) if r < board.rows() && c < board.cols() && inside[board.cell(r, c)])
    });
    let changes = (0..8).filter(|&i| ring[i] != ring[(i + 1) % 8]).count();
    // A corner alone would touch diagonally.
    let lone = (0..4).any(|k| {
        let i = 2 * k + 1;
        ring[i] && !ring[i - 1] && !ring[(i + 1) % 8]
    });
    changes == 2 && !lone
}

/// Drawn blobs and arms: noise, smoothed over neighbouring cells and cut so that about half of the cells are in.
pub(super) fn blobs(board: &Board, rng: &mut ChaCha8Rng) -> Vec<bool> {
    let mut height: Vec<usize> = (0..board.size().cells()).map(|_| pick(rng, 1000)).collect();
    for _ in 0..1 + pick(rng, 2) {
        let mean = |cell: usize| {
            let near: Vec<usize> = board.all_neighbours(cell).map(|n| height[n]).collect();
            (2 * height[cell] + near.iter().sum::<usize>()) / (near.len() + 2)
        };
        height = (0..height.len()).map(mean).collect();
    }
    let mut sorted: Vec<usize> = board.cells().map(|c| height[c]).collect();
    sorted.sort_unstable();
    let cut = sorted.get(sorted.len() * (35 + pick(rng, 20)) / 100).copied().unwrap_or(0);
    (0..height.len()).map(|c| !board.is_hole(c) && height[c] >= cut).collect()
}

/// Do the cells that `takes` hang together, edge by edge (none: yes)?
pub(super) fn is_connected(board: &Board, takes: &dyn Fn(usize) -> bool) -> bool {
    let cells: Vec<usize> = board.cells().filter(|&c| takes(c)).collect();
    let Some(&first) = cells.first() else { return true };
    let mut seen = vec![false; board.size().cells()];
    seen[first] = true;
    let mut stack = vec![first];
    let mut count = 1;
    while let Some(cell) = stack.pop() {
        for near in board.neighbours(cell).filter(|&n| takes(n)) {
            if !std::mem::replace(&mut seen[near], true) {
                count += 1;
                stack.push(near);
            }
        }
    }
    count == cells.len()
}
