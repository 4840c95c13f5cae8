//! New mirrors, and what is seen in them.

use super::sight::{sight, weights};
use super::{GHOST, TOTALS, ZOMBIE};
use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Drawn mirrors, what is seen by them from all sides, the number of each kind.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let mirrors = places::hole_places(board).into_iter().map(|p| (p, Clue::Slash(pick(rng, 2) == 0)));
    let mut puzzle = Puzzle { board: Arc::new(board.clone()), clues: mirrors.collect() };
    let kind = |c: usize| value(Place::Cell(c as u16));
    let of = |k: Value| Some(board.cells().filter(|&c| kind(c) == k).count() as u16);
    let totals = Clue::Numbers((GHOST..=ZOMBIE).map(of).collect());
    for place in places::outside(board, &Side::ALL) {
        let Place::Outside(side, i) = place else { continue };
        let seen: u32 = weights(sight(&puzzle, side, i)).iter().map(|(&c, w)| w[usize::from(kind(c))]).sum();
        puzzle.clues.insert(place, Clue::Number(seen as u16));
    }
    puzzle.clues.insert(TOTALS, totals);
    puzzle.clues
}
