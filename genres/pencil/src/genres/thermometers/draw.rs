//! New thermometers, and heights that change.

use super::{FILLED, thermometers};
use crate::board::{Board, Direction, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Cells of a drawn thermometer at most.
const LONGEST: usize = 8;

/// Drawn thermometers that go on from filled cells to filled or empty ones, from empty cells to
/// empty ones.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let filled: Vec<bool> = (0..board.size().cells()).map(|c| value(Place::Cell(c as u16)) == FILLED).collect();
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    // Filled cells begin more often.
    order.sort_by_cached_key(|&c| !filled[c] && pick(rng, 3) > 0);
    let mut taken = vec![false; filled.len()];
    let mut clues: BTreeMap<Place, Clue> = counts(board, &filled).collect();
    for bulb in order {
        let wanted = 2 + pick(rng, LONGEST - 1);
        let mut at = bulb;
        for _ in 1..wanted {
            if at == bulb && taken[bulb] {
                break;
            }
            taken[at] = true;
            let free = |way: &Direction| board.neighbour(at, *way).filter(|&n| !taken[n] && (filled[at] || !filled[n]));
            let ways: Vec<Direction> = Direction::ALL.into_iter().filter(|w| free(w).is_some()).collect();
            let Some(&way) = ways.get(pick(rng, ways.len().max(1))) else { break };
            let Some(next) = free(&way) else { break };
            clues.insert(Place::Cell(at as u16), Clue::Arrow(way, None));
            at = next;
        }
        taken[at] = true;
    }
    clues
}

/// Another height in a thermometer in which the two solutions differ.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let number: BTreeMap<usize, usize> = puzzle.board.cells().zip(0..).collect();
    let differs = |c: &usize| two[0][number[c]] != two[1][number[c]];
    let all: Vec<Vec<usize>> =
        thermometers(puzzle).into_iter().filter(|t| t.len() > 1 && t.iter().any(differs)).collect();
    let chosen = all.get(pick(rng, all.len().max(1)))?;
    let mut filled: Vec<bool> = (0..puzzle.board.size().cells()).map(|c| two[0][number[&c]] == FILLED).collect();
    let height = pick(rng, chosen.len() + 1);
    chosen.iter().enumerate().for_each(|(i, &c)| filled[c] = i < height);
    let mut puzzle = puzzle.clone();
    let board = Arc::clone(&puzzle.board);
    puzzle.clues.extend(counts(&board, &filled));
    Some(Edit { puzzle })
}

/// The numbers of filled cells of the lines.
fn counts(board: &Board, filled: &[bool]) -> impl Iterator<Item = (Place, Clue)> {
    let places = places::outside(board, &[Side::Top, Side::Left]);
    let count = |place| Some((place, places::count_in_line(board, place, &|c| filled[c])?));
    places.into_iter().filter_map(count).collect::<Vec<_>>().into_iter()
}
