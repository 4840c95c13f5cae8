//! New rectangles and their numbers.

use super::BORDER;
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Sides of new rectangles at most.
const LONGEST_DRAWN: usize = 5;

/// Rectangles from the first free cell on, as wide and high as drawn or as there is room.
pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut of = vec![usize::MAX; board.size().cells()];
    for cell in board.cells() {
        if of[cell] != usize::MAX {
            continue;
        }
        let free = |c: &usize| of[*c] == usize::MAX;
        let width = 1 + board.ray(cell, Direction::Right).take_while(free).count();
        let height = board.rows() - board.row_col(cell).0;
        let (wide, high) = (1 + pick(rng, width.min(LONGEST_DRAWN)), 1 + pick(rng, height.min(LONGEST_DRAWN)));
        for c in (0..high).flat_map(|r| (0..wide).map(move |c| cell + r * board.cols() + c)) {
            of[c] = cell;
        }
    }
    let is_border = |e: usize| match board.cells_beside(e) {
        [Some(a), Some(b)] => of[a] != of[b],
        _ => false,
    };
    Some(board.inner_edges().map(|e| Value::from(is_border(e))).collect())
}

/// The area of each rectangle on a drawn cell of it.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let border: Vec<bool> = (0..board.edges()).map(|e| value(Place::Edge(e as u16)) == BORDER).collect();
    let divided = board.clone().with_borders(&border).unwrap_or_else(|_| board.clone());
    let clue = |cells: &[usize]| (Place::Cell(cells[pick(rng, cells.len())] as u16), Clue::Number(cells.len() as u16));
    divided.regions().map(|r| r.iter().map(clue).collect()).unwrap_or_default()
}
