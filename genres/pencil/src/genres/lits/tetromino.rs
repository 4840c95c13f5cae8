//! Tetrominoes and their shapes.

use crate::board::Board;
use tesuji_solver::Value;

/// Every tetromino within some cells: its cells and its value.
pub(in crate::genres) fn tetrominoes(board: &Board, cells: &[usize]) -> Vec<([usize; 4], Value)> {
    let mut found: Vec<Vec<usize>> = cells.iter().map(|&c| vec![c]).collect();
    for _ in 1..4 {
        let grown = found.iter().flat_map(|part| {
            let near =
                part.iter().flat_map(|&c| board.neighbours(c)).filter(|n| cells.contains(n) && !part.contains(n));
            near.map(|n| {
                let mut more = part.clone();
                more.push(n);
                more.sort_unstable();
                more
            })
        });
        let mut grown: Vec<Vec<usize>> = grown.collect();
        grown.sort_unstable();
        grown.dedup();
        found = grown;
    }
    let four = found.into_iter().filter_map(|part| <[usize; 4]>::try_from(part).ok());
    four.filter_map(|part| Some((part, shape(board, part)?))).collect()
}

/// The shape of four cells: its value; `None` for a square and for what does not hang together.
fn shape(board: &Board, cells: [usize; 4]) -> Option<Value> {
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
