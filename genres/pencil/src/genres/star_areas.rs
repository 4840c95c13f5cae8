//! Stars as centres of symmetry, and what they reach.

use crate::board::{Board, Place};
use crate::codec::{Puzzle, star_places};
use std::collections::BTreeSet;
use tesuji_solver::Value;

/// Stars that values can tell apart.
pub(super) const MOST_STARS: usize = 63;

/// The stars with their values: their numbers, if there are values enough. Else stars whose areas
/// can't meet share values, so that a value still tells the star of each cell. Stars for which none
/// is left are missing.
pub(super) fn stars(puzzle: &Puzzle) -> Vec<(Place, Value)> {
    let order: Vec<Place> = star_places(&puzzle.board).into_iter().filter(|p| puzzle.clues.contains_key(p)).collect();
    if order.len() <= MOST_STARS {
        return order.into_iter().zip(1..).collect();
    }
    let mut reaching = vec![Vec::new(); puzzle.board.size().cells()];
    for (i, &star) in order.iter().enumerate() {
        reach(puzzle, star).into_iter().for_each(|cell| reaching[cell].push(i));
    }
    let mut meeting = vec![BTreeSet::<usize>::new(); order.len()];
    for stars in &reaching {
        stars.iter().for_each(|&i| meeting[i].extend(stars.iter().filter(|&&j| j != i)));
    }
    let mut values: Vec<Option<Value>> = vec![None; order.len()];
    let mut crowded: Vec<usize> = (0..order.len()).collect();
    crowded.sort_by_key(|&i| std::cmp::Reverse(meeting[i].len()));
    for i in crowded {
        let taken = |value: &Value| meeting[i].iter().any(|&j| values[j] == Some(*value));
        values[i] = (1..=MOST_STARS as Value).find(|value| !taken(value));
    }
    order.into_iter().zip(values).filter_map(|(star, value)| Some((star, value?))).collect()
}

/// The cells that a star touches.
pub(super) fn core(board: &Board, star: Place) -> Vec<usize> {
    match star {
        Place::Cell(cell) => vec![cell.into()],
        Place::Edge(edge) => board.cells_beside(edge.into()).into_iter().flatten().collect(),
        Place::Corner(corner) => board.cells_at(corner.into()).collect(),
        _ => Vec::new(),
    }
}

/// Half a turn around a star: the cell that another one comes to, if it is on the board.
pub(super) fn half_turn(board: &Board, star: Place) -> impl Fn(usize) -> Option<usize> {
    let core = core(board, star);
    let ends = core.first().zip(core.last()).map(|(&first, &last)| (board.row_col(first), board.row_col(last)));
    move |cell| {
        let (first, last) = ends?;
        let (r, c) = board.row_col(cell);
        let (r, c) = ((first.0 + last.0).checked_sub(r)?, (first.1 + last.1).checked_sub(c)?);
        (r < board.rows() && c < board.cols()).then(|| board.cell(r, c)).filter(|&m| !board.is_hole(m))
    }
}

/// The cells that a star's area can have, in order: those that hang together with it through cells
/// whose mirrors are on the board and which no other star touches.
pub(super) fn reach(puzzle: &Puzzle, star: Place) -> Vec<usize> {
    let board = &puzzle.board;
    let mirror = half_turn(board, star);
    let mut is_free = vec![true; board.size().cells()];
    for other in puzzle.clues.keys().filter(|p| **p != star) {
        core(board, *other).into_iter().for_each(|c| is_free[c] = false);
    }
    let takes = |c: usize| is_free[c] && mirror(c).is_some_and(|m| is_free[m]);
    let mut is_in = vec![false; is_free.len()];
    let mut cells: Vec<usize> = core(board, star).into_iter().take(1).filter(|&c| takes(c)).collect();
    cells.iter().for_each(|&c| is_in[c] = true);
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        for near in board.neighbours(cell).filter(|&near| takes(near)) {
            if !std::mem::replace(&mut is_in[near], true) {
                cells.push(near);
            }
        }
        next += 1;
    }
    cells.sort_unstable();
    cells
}
