//! New dominoes, and dominoes that change places.

use super::DOMINO;
use super::pair::{greatest, pair_at, pairs};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::shapes;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let labels = shapes::dominoes(board, rng);
    let is_domino = |edge: usize| match board.cells_beside(edge) {
        [Some(a), Some(b)] => Value::from(labels[a] == labels[b]),
        _ => 0,
    };
    Some(board.inner_edges().map(is_domino).collect())
}

/// The set, shuffled, on the dominoes.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let mut set = greatest(board.size()).map_or(Vec::new(), pairs);
    shuffle(&mut set, rng);
    let chosen = board.inner_edges().filter(|&e| value(Place::Edge(e as u16)) == DOMINO);
    chosen.zip(set).flat_map(|(edge, pair)| halves(board, edge, pair, pick(rng, 2) == 1)).collect()
}

/// Two dominoes change places, one of which the other solution does not have.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let edges: Vec<usize> = puzzle.board.inner_edges().collect();
    let has = |i: &usize, solution: usize| two[solution].get(*i) == Some(&DOMINO);
    let mine: Vec<usize> = (0..edges.len()).filter(|i| has(i, 0)).collect();
    let lonely: Vec<usize> = mine.iter().copied().filter(|i| !has(i, 1)).collect();
    let first = edges[*lonely.get(pick(rng, lonely.len().max(1)))?];
    let second = edges[*mine.get(pick(rng, mine.len().max(1)))?];
    let pairs = [pair_at(puzzle, first)?, pair_at(puzzle, second)?];
    let mut edited = puzzle.clone();
    edited.clues.extend(halves(&puzzle.board, first, pairs[1], pick(rng, 2) == 1));
    if first != second {
        edited.clues.extend(halves(&puzzle.board, second, pairs[0], pick(rng, 2) == 1));
    } else {
        edited.clues.extend(halves(&puzzle.board, first, (pairs[0].1, pairs[0].0), pick(rng, 2) == 1));
    }
    Some(Edit { puzzle: edited })
}

/// The clues of a domino's cells.
fn halves(board: &Board, edge: usize, pair: (u16, u16), turned: bool) -> Vec<(Place, Clue)> {
    let (a, b) = if turned { (pair.1, pair.0) } else { pair };
    let cells = board.cells_beside(edge).into_iter().flatten();
    cells.zip([a, b]).map(|(cell, n)| (Place::Cell(cell as u16), Clue::Number(n))).collect()
}
