//! New tracks, and pieces of them that are given.

use super::{EMPTY, LINE, NO_LINE, PASSED};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::shapes;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Draws of a track before none is found.
const TRIES: usize = 50;

pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    (0..TRIES).find_map(|_| drawn(board, rng))
}

/// A piece of track that the second solution does not have.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let lines = puzzle.board.inner_edges().zip(puzzle.board.cells().count()..);
    let differs = |&(_, i): &(usize, usize)| two[0].get(i) == Some(&LINE) && two[1].get(i) == Some(&NO_LINE);
    let edges: Vec<(usize, usize)> = lines.filter(differs).collect();
    let (edge, _) = *edges.get(pick(rng, edges.len().max(1)))?;
    let mut puzzle = puzzle.clone();
    puzzle.clues.insert(Place::Edge(edge as u16), Clue::Black);
    Some(Edit { puzzle })
}

/// A part of a drawn loop, from the left side to the bottom.
fn drawn(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let order = around(board, &shapes::centre_loop(board, rng)?);
    let on = |takes: &dyn Fn((usize, usize)) -> bool| -> Vec<usize> {
        (0..order.len()).filter(|&i| takes(board.row_col(order[i]))).collect()
    };
    let (lefts, lows) = (on(&|(_, c)| c == 0), on(&|(r, _)| r + 1 == board.rows()));
    let start = *lefts.get(pick(rng, lefts.len().max(1)))?;
    let end = *lows.get(pick(rng, lows.len().max(1)))?;
    if start == end {
        return None;
    }
    let length = (end + order.len() - start) % order.len();
    let there: Vec<usize> = (0..=length).map(|i| order[(start + i) % order.len()]).collect();
    let back: Vec<usize> = (0..=order.len() - length).map(|i| order[(start + order.len() - i) % order.len()]).collect();
    let path = if there.len() >= back.len() { there } else { back };
    let mut lines = vec![NO_LINE; board.edges()];
    for pair in path.windows(2) {
        let way = Direction::ALL.into_iter().find(|&d| board.neighbour(pair[0], d) == Some(pair[1]))?;
        lines[board.edge(pair[0], way)] = LINE;
    }
    let cells = board.cells().map(|c| if path.contains(&c) { PASSED } else { EMPTY });
    Some(cells.chain(board.inner_edges().map(|e| lines[e])).collect())
}

/// The cells of a drawn loop in order.
fn around(board: &Board, crosses: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = board.cells().filter(|&c| board.sides(c).iter().any(|&e| crosses[e])).take(1).collect();
    while let Some(&at) = order.last() {
        let link = |d: &Direction| crosses[board.edge(at, *d)];
        let next = Direction::ALL.into_iter().filter(link).filter_map(|d| board.neighbour(at, d));
        let Some(next) = next.into_iter().find(|n| !order.contains(n)) else { break };
        order.push(next);
    }
    order
}

/// Where a drawn track begins, on the left, and ends, below.
pub(super) fn drawn_stations(board: &Board, value: &dyn Fn(Place) -> Value) -> Option<[usize; 2]> {
    let lines = |&c: &usize| board.sides(c).into_iter().filter(|&e| value(Place::Edge(e as u16)) == LINE).count();
    let ends: Vec<usize> = board.cells().filter(|c| lines(c) == 1).collect();
    let [a, b] = ends[..] else { return None };
    let fits = |left: usize, low: usize| board.row_col(left).1 == 0 && board.row_col(low).0 + 1 == board.rows();
    let (left, low) = if fits(a, b) { (a, b) } else { (b, a) };
    fits(left, low).then(|| [board.edge(left, Direction::Left), board.edge(low, Direction::Down)])
}
