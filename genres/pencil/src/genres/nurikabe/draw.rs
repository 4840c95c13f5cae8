//! Drawn islands for new puzzles, and changes of islands that take away solutions.

use super::SHADED;
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::shapes::parts;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::pick;
use tesuji_solver::Value;

/// Cells that a drawing tries to take from the sea before it is given up, for each cell of the
/// board.
const STEPS: usize = 6;
/// The number, among `CHOICES` cells taken from the sea, that begin a new island in any case, …
const NEW_FIRST: usize = 1;
/// … and those that do so where no island is smaller than wanted.
const NEW_SECOND: usize = 4;
const CHOICES: usize = 12;
/// One repair of this many makes an island larger or smaller; the others move a number.
const RESIZED: usize = 3;
/// Islands of one cell are rare in print: the least that islands are grown to.
const LEAST_GROWN: usize = 2;
/// No island.
const SEA: usize = usize::MAX;

/// Islands while they are drawn.
struct Islands<'b> {
    board: &'b Board,
    /// By cell: the number of its island.
    of: Vec<usize>,
    /// By island: its cells, …
    cells: Vec<usize>,
    /// … and how many it shall have.
    wanted: Vec<usize>,
    /// The most cells of an island.
    most: usize,
}

impl Islands<'_> {
    /// The island that a cell would belong to if it were taken from the sea: a new one where it
    /// touches none. `None` where it touches two, or where its island would be too large.
    fn joins(&self, cell: usize) -> Option<usize> {
        let mut own = SEA;
        for near in self.board.neighbours(cell).map(|n| self.of[n]).filter(|&island| island != SEA) {
            if own != SEA && own != near {
                return None;
            }
            own = near;
        }
        if own == SEA { Some(self.cells.len()) } else { (self.cells[own] < self.most).then_some(own) }
    }

    /// Takes a cell from the sea if that stays in one piece.
    fn take(&mut self, cell: usize, island: usize, look: &Look, rng: &mut ChaCha8Rng) -> bool {
        if !self.board.is_connected(&|c| self.of[c] == SEA && c != cell) {
            return false;
        }
        if island == self.cells.len() {
            self.cells.push(0);
            self.wanted.push(look.drawn_part(rng));
        }
        self.of[cell] = island;
        self.cells[island] += 1;
        true
    }
}

/// Islands of drawn sizes in a connected sea without squares: as long as there is a square, an
/// island beside it grows into it, or a new one begins there.
pub(super) fn completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let of = vec![SEA; board.size().cells()];
    let mut islands = Islands { board, of, cells: Vec::new(), wanted: Vec::new(), most: look.cells[1].into() };
    for _ in 0..STEPS * board.size().cells() {
        let all_sea = |square: &[usize; 4]| square.iter().all(|&c| islands.of[c] == SEA);
        let squares: Vec<[usize; 4]> = board.squares().filter(all_sea).collect();
        let Some(square) = squares.get(pick(rng, squares.len().max(1))) else { break };
        let ways = square.iter().filter_map(|&c| Some((c, islands.joins(c)?)));
        let (new, old): (Vec<_>, Vec<_>) = ways.partition(|(_, island)| *island == islands.cells.len());
        // An island that is not as large as wanted grows first, then mostly a larger one.
        let (small, large): (Vec<_>, Vec<_>) =
            old.into_iter().partition(|&(_, island)| islands.cells[island] < islands.wanted[island]);
        let drawn = pick(rng, CHOICES);
        let among = if drawn < NEW_FIRST && !new.is_empty() {
            new
        } else if !small.is_empty() {
            small
        } else if large.is_empty() || (drawn < NEW_FIRST + NEW_SECOND && !new.is_empty()) {
            new
        } else {
            large
        };
        let &(cell, island) = among.get(pick(rng, among.len().max(1)))?;
        islands.take(cell, island, look, rng);
    }
    if board.squares().any(|square| square.iter().all(|&c| islands.of[c] == SEA)) || islands.cells.is_empty() {
        return None;
    }
    // Islands that are too small grow where there is room.
    for _ in 0..board.size().cells() {
        let is_small = |i: usize| i < islands.cells.len() && islands.cells[i] < islands.wanted[i].max(LEAST_GROWN);
        let short = |c: usize| islands.of[c] == SEA && islands.joins(c).is_some_and(is_small);
        let free: Vec<usize> = board.cells().filter(|&c| short(c)).collect();
        let Some(&cell) = free.get(pick(rng, free.len().max(1))) else { break };
        if let Some(island) = islands.joins(cell) {
            islands.take(cell, island, look, rng);
        }
    }
    let is_sea = without_ones(board, board.cells().map(|c| islands.of[c] == SEA).collect());
    Some(board.cells().map(|c| Value::from(is_sea[c])).collect())
}

/// The sea with the islands of one cell that it needs for no square.
fn without_ones(board: &Board, mut is_sea: Vec<bool>) -> Vec<bool> {
    for island in parts(board, &|c| !is_sea[c]).into_iter().filter(|island| island.len() == 1) {
        is_sea[island[0]] = true;
        let has_square = board.squares().any(|square| square.iter().all(|&c| is_sea[c]));
        is_sea[island[0]] = !has_square;
    }
    is_sea
}

/// A change of the islands of one of two solutions where they differ: a number moves inside its
/// island, or an island takes a cell from the sea or gives one back.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let number: BTreeMap<usize, usize> = board.cells().zip(0..).collect();
    let which = pick(rng, 2);
    let (kept, other) = (two[which], two[1 - which]);
    let mut is_sea: Vec<bool> = vec![false; board.size().cells()];
    board.cells().for_each(|c| is_sea[c] = kept[number[&c]] == SHADED);
    let differs = |c: &usize| kept[number[c]] != other[number[c]];
    if pick(rng, RESIZED) == 0 {
        let changed = resized(puzzle, &is_sea, &differs, look, rng)?;
        return Some(Edit { puzzle: changed });
    }
    let islands = parts(board, &|c| !is_sea[c]);
    let moves: Vec<(usize, usize)> = islands
        .iter()
        .filter_map(|island| {
            let from = *island.iter().find(|&&c| puzzle.clues.contains_key(&Place::Cell(c as u16)))?;
            let to: Vec<usize> = island.iter().copied().filter(|c| other[number[c]] == SHADED).collect();
            Some((from, *to.get(pick(rng, to.len().max(1)))?))
        })
        .collect();
    let &(from, to) = moves.get(pick(rng, moves.len().max(1)))?;
    let mut puzzle = puzzle.clone();
    let clue = puzzle.clues.remove(&Place::Cell(from as u16))?;
    puzzle.clues.insert(Place::Cell(to as u16), clue);
    Some(Edit { puzzle })
}

/// A cell in which solutions differ goes from the sea to an island, or back, if islands and sea
/// stay as they must be. The number of the island follows.
fn resized(
    puzzle: &Puzzle,
    is_sea: &[bool],
    differs: &dyn Fn(&usize) -> bool,
    look: &Look,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let board = &puzzle.board;
    let open: Vec<usize> = board.cells().filter(differs).collect();
    let &cell = open.get(pick(rng, open.len().max(1)))?;
    let mut sea = is_sea.to_vec();
    sea[cell] = !sea[cell];
    let has_square = |sea: &[bool]| board.squares().any(|square| square.iter().all(|&c| sea[c]));
    if has_square(&sea) || !board.is_connected(&|c| sea[c]) || puzzle.clues.contains_key(&Place::Cell(cell as u16)) {
        return None;
    }
    let islands = parts(board, &|c| !sea[c]);
    let mut clues = BTreeMap::new();
    for island in &islands {
        let numbered = island.iter().filter(|&&c| puzzle.clues.contains_key(&Place::Cell(c as u16)));
        let at: Vec<usize> = numbered.copied().collect();
        let [at] = at[..] else { return None };
        // Islands of one cell are rare in print.
        let is_new_one = island.len() == 1 && puzzle.clues.get(&Place::Cell(at as u16)) != Some(&Clue::Number(1));
        if island.len() > usize::from(look.cells[1]) || is_new_one {
            return None;
        }
        clues.insert(Place::Cell(at as u16), Clue::Number(island.len() as u16));
    }
    (clues.len() == puzzle.clues.len()).then(|| Puzzle { board: board.clone(), clues })
}
