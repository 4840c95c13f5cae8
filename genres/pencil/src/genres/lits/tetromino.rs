//! Tetrominoes and their shapes.

use crate::board::Board;
use tesuji_solver::Value;

/// Stands where a part has fewer than four cells.
const NONE: usize = usize::MAX;

/// Every tetromino within some cells: its cells in order, and its value.
pub(in crate::genres) fn tetrominoes(board: &Board, cells: &[usize]) -> Vec<([usize; 4], Value)> {
    let mut is_within = vec![false; board.size().cells()];
    cells.iter().for_each(|&cell| is_within[cell] = true);
    let mut found: Vec<[usize; 4]> = cells.iter().map(|&cell| [cell, NONE, NONE, NONE]).collect();
    let mut grown = Vec::new();
    for size in 1..4 {
        for part in &found {
            let near = part[..size].iter().flat_map(|&cell| board.neighbours(cell));
            for cell in near.filter(|&cell| is_within[cell] && !part.contains(&cell)) {
                let mut more = *part;
                more[size] = cell;
                more.sort_unstable();
                grown.push(more);
            }
        }
        grown.sort_unstable();
        grown.dedup();
        found.clear();
        std::mem::swap(&mut found, &mut grown);
    }
    found.into_iter().filter_map(|part| Some((part, shape(board, part)?))).collect()
}

/// Does a tetromino fit into some cells?
pub(super) fn fits_one(board: &Board, cells: &[usize]) -> bool {
    // Mostly the first four cells that hang together are one.
    let mut first: Vec<usize> = cells.first().copied().into_iter().collect();
    let mut at = 0;
    while at < first.len() && first.len() < 4 {
        for near in board.neighbours(first[at]) {
            if first.len() < 4 && cells.contains(&near) && !first.contains(&near) {
                first.push(near);
            }
        }
        at += 1;
    }
    let four = <[usize; 4]>::try_from(first).ok();
    four.is_some_and(|four| shape(board, four).is_some()) || !tetrominoes(board, cells).is_empty()
}

/// The shape of four cells: its value; `None` for a square and for what does not hang together.
pub(super) fn shape(board: &Board, cells: [usize; 4]) -> Option<Value> {
    let at = cells.map(|c| board.row_col(c));
    let near = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let mut degrees = at.map(|a| at.iter().filter(|&&b| near(a, b)).count());
    degrees.sort_unstable();
    let straight = at.iter().all(|a| a.0 == at[0].0) || at.iter().all(|a| a.1 == at[0].1);
    // Three links: a path, or a T; a path is straight, an L with three cells in a line, or an S.
    match degrees {
        [1, 1, 1, 3] => Some(3),
        [1, 1, 2, 2] if straight => Some(2),
        [1, 1, 2, 2] => {
            let in_line = |of: fn((usize, usize)) -> usize| {
                at.iter().any(|&a| at.iter().filter(|&&b| of(a) == of(b)).count() == 3)
            };
            let is_l = in_line(|p| p.0) || in_line(|p| p.1);
            // Two pairs of neighbours do not hang together.
            let links = at
                .iter()
                .enumerate()
                .flat_map(|(i, &a)| at[..i].iter().map(move |&b| (a, b)))
                .filter(|&(a, b)| near(a, b));
            (links.count() == 3).then_some(if is_l { 1 } else { 4 })
        }
        _ => None,
    }
}
