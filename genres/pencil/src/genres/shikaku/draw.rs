//! New rectangles and their numbers.

use super::BORDER;
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Sides of new rectangles at most.
const LONGEST_DRAWN: usize = 6;
/// Draws of a side before what there is room for is taken.
const DRAWS: usize = 6;

/// Rectangles from the first free cell on, as wide and high as drawn or as there is room.
pub(super) fn completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let mut of = vec![usize::MAX; board.size().cells()];
    for cell in board.cells() {
        if of[cell] != usize::MAX {
            continue;
        }
        let free = |c: &usize| of[*c] == usize::MAX;
        let width = 1 + board.ray(cell, Direction::Right).take_while(free).count();
        let height = board.rows() - board.row_col(cell).0;
        let [least, most] = look.cells.map(usize::from);
        let mut draw = || (1 + pick(rng, width.min(LONGEST_DRAWN)), 1 + pick(rng, height.min(LONGEST_DRAWN)));
        let drawn: Vec<(usize, usize)> = (0..DRAWS).map(|_| draw()).collect();
        let fits = |sides: &&(usize, usize)| (least..=most).contains(&(sides.0 * sides.1));
        let (wide, high) = drawn.iter().find(fits).copied().unwrap_or(drawn[0]);
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

/// A number of one of the solutions moves inside its rectangle, to a cell that another rectangle
/// has in the other solution where there is one.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let divided = |values: &[Value]| {
        let mut border = vec![false; board.edges()];
        board.inner_edges().zip(values).for_each(|(edge, &value)| border[edge] = value == BORDER);
        Board::clone(board).with_borders(&border)
    };
    let which = pick(rng, 2);
    let (kept, other) = (divided(two[which]).ok()?, divided(two[1 - which]).ok()?);
    let (kept, other) = (kept.regions()?, other.regions()?);
    let has_number = |c: usize| puzzle.clues.contains_key(&Place::Cell(c as u16));
    let mut moves: Vec<(usize, usize)> = Vec::new();
    for cells in kept.iter() {
        let Some(&from) = cells.iter().find(|&&c| has_number(c)) else { continue };
        let to: Vec<usize> = cells.iter().copied().filter(|&c| other.of(c) != other.of(from)).collect();
        moves.extend(to.get(pick(rng, to.len().max(1))).map(|&to| (from, to)));
    }
    let &(from, to) = moves.get(pick(rng, moves.len().max(1)))?;
    let mut puzzle = puzzle.clone();
    let clue = puzzle.clues.remove(&Place::Cell(from as u16))?;
    puzzle.clues.insert(Place::Cell(to as u16), clue);
    Some(Edit { puzzle })
}
