//! Drawn rooms and shaded cells for new puzzles.

use super::three_rooms;
use crate::board::Board;
use crate::genres::regions;
use crate::genres::shapes::{packed, scattered};
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use tesuji_genre::{Bad, pick};
use tesuji_solver::Value;

/// Moves of shaded cells before a drawing is given up, for each cell of the board.
const MOVES: usize = 12;
/// One move of this many may leave one more line uncut.
const WORSE: usize = 6;
/// The least percentage of cells that are shaded in print, …
const LEAST_SHADED: usize = 26;
/// … and how many percentages from there on are drawn.
const SHARES: usize = 5;

/// A board in rectangles.
pub(super) fn board(board: Board, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad> {
    let labels = merged(&board, regions::rectangles(&board, rng), look, rng);
    board.with_regions(&labels)
}

/// Rooms joined where they make a larger rectangle, small ones first, until they are as large as
/// wanted.
fn merged(board: &Board, mut labels: Vec<u32>, look: &Look, rng: &mut ChaCha8Rng) -> Vec<u32> {
    let cells = labels.len();
    let most = usize::from(look.cells[1]);
    let wanted = (cells * 100 / usize::from(look.part).max(1)).max(1);
    loop {
        let mut rooms: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        labels.iter().enumerate().for_each(|(cell, &label)| rooms.entry(label).or_default().push(cell));
        if rooms.len() <= wanted {
            return labels;
        }
        let mut pairs: Vec<(usize, u32, u32)> = Vec::new();
        for edge in board.inner_edges() {
            let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
            let (a, b) = (labels[a], labels[b]);
            let union = || rooms[&a].iter().chain(&rooms[&b]).copied().collect::<Vec<usize>>();
            let smaller = rooms[&a].len().min(rooms[&b].len());
            if a != b && rooms[&a].len() + rooms[&b].len() <= most && is_rectangle(board, &union()) {
                pairs.push((smaller, a.min(b), a.max(b)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let Some(&(least, ..)) = pairs.first() else { return labels };
        let first = pairs.iter().take_while(|pair| pair.0 <= least + 1).count();
        let (_, into, from) = pairs[pick(rng, first)];
        labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = into);
    }
}

pub(super) fn is_rectangle(board: &Board, cells: &[usize]) -> bool {
    let side = |of: fn((usize, usize)) -> usize| {
        let all = || cells.iter().map(|&c| of(board.row_col(c)));
        all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
    };
    side(|at| at.0) * side(|at| at.1) == cells.len()
}

/// Shaded cells by the rules: as many as fit, some of them moved until no unshaded line runs
/// through three rooms, then as many more as in print.
pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let lines: Vec<Vec<usize>> = board.lines().flat_map(|line| three_rooms(board, &line)).collect();
    let mut shaded = scattered(board, rng);
    let is_open = |shaded: &[bool]| lines.iter().filter(|line| line.iter().all(|&c| !shaded[c])).count();
    let mut open = is_open(&shaded);
    for _ in 0..MOVES * shaded.len() {
        if open == 0 {
            break;
        }
        let uncut: Vec<&Vec<usize>> = lines.iter().filter(|line| line.iter().all(|&c| !shaded[c])).collect();
        let line = uncut[pick(rng, uncut.len())];
        let cell = line[pick(rng, line.len())];
        let mut next = shaded.clone();
        next[cell] = true;
        board.neighbours(cell).for_each(|n| next[n] = false);
        // A cell further on gives way where the unshaded ones would fall apart.
        if !board.is_connected(&|c| !next[c]) {
            let around: Vec<usize> = board.all_neighbours(cell).filter(|&n| next[n]).collect();
            let Some(&other) = around.get(pick(rng, around.len().max(1))) else { continue };
            next[other] = false;
            if !board.is_connected(&|c| !next[c]) {
                continue;
            }
        }
        let after = is_open(&next);
        if after <= open + usize::from(pick(rng, WORSE) == 0) {
            (shaded, open) = (next, after);
        }
    }
    if open > 0 {
        return None;
    }
    let wanted = shaded.len() * (LEAST_SHADED + pick(rng, SHARES)) / 100;
    let is_cut = |shaded: &[bool]| lines.iter().all(|line| line.iter().any(|&c| shaded[c]));
    packed(board, &mut shaded, wanted, &is_cut, rng);
    Some(board.cells().map(|c| Value::from(shaded[c])).collect())
}
