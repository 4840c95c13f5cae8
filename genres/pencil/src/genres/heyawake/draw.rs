//! Drawn rooms and shaded cells for new puzzles, and rooms that are split to take away solutions.

use super::{SHADED, three_rooms};
use crate::board::{Board, Place};
use crate::codec::Puzzle;
use crate::genres::regions;
use crate::genres::shapes::scattered;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{Bad, pick, shuffle};
use tesuji_solver::Value;

/// Moves of shaded cells before a drawing is given up, for each cell of the board.
const MOVES: usize = 12;
/// One move of this many may leave one more line uncut.
const WORSE: usize = 6;
/// The percentage of shaded cells that become unshaded where no line is open by that.
const THINNED: usize = 8;
/// One repair of this many, where no room can be split, gives a cell to another room.
const BENT: usize = 4;

/// A board in rectangles. They are drawn larger than they shall be, as a repair parts rooms.
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

fn is_rectangle(board: &Board, cells: &[usize]) -> bool {
    let side = |of: fn((usize, usize)) -> usize| {
        let all = || cells.iter().map(|&c| of(board.row_col(c)));
        all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
    };
    side(|at| at.0) * side(|at| at.1) == cells.len()
}

/// Shaded cells by the rules: as many as fit, some of them moved until no unshaded line runs
/// through three rooms, then some taken away.
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
    let mut order: Vec<usize> = board.cells().filter(|&c| shaded[c]).collect();
    shuffle(&mut order, rng);
    for cell in order {
        if pick(rng, 100) < THINNED {
            shaded[cell] = false;
            if is_open(&shaded) > 0 {
                shaded[cell] = true;
            }
        }
    }
    Some(board.cells().map(|c| Value::from(shaded[c])).collect())
}

/// Parts a room in two rectangles whose numbers differ in the two solutions, if the first is
/// one after that, too; else gives a cell in which they differ to another room.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let regions = board.regions()?;
    let is_shaded = |of: usize, cell: usize| two[of].get(cell) == Some(&SHADED);
    let count = |of: usize, cells: &[usize]| cells.iter().filter(|&&c| is_shaded(of, c)).count();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for cells in regions.iter().filter(|cells| cells.len() > 2) {
        for along_rows in [true, false] {
            let at = |c: usize| if along_rows { board.row_col(c).0 } else { board.row_col(c).1 };
            let mut cuts: Vec<usize> = cells.iter().map(|&c| at(c)).collect();
            cuts.sort_unstable();
            cuts.dedup();
            for &cut in cuts.iter().skip(1) {
                let half: Vec<usize> = cells.iter().copied().filter(|&c| at(c) < cut).collect();
                if count(0, &half) != count(1, &half) && half.len().min(cells.len() - half.len()) > 1 {
                    found.push(half);
                }
            }
        }
    }
    shuffle(&mut found, rng);
    let mut best: Option<(usize, Board)> = None;
    for half in found {
        let next = regions.len() as u32;
        let label = |c: usize| if half.contains(&c) { next } else { regions.of(c) as u32 };
        let labels: Vec<u32> = (0..board.size().cells()).map(label).collect();
        let Ok(parted) = Board::clone(board).with_regions(&labels) else { continue };
        let lines = || parted.lines().flat_map(|line| three_rooms(&parted, &line)).collect::<Vec<_>>();
        let is_cut = |line: &Vec<usize>| line.iter().any(|&c| is_shaded(0, c));
        if lines().iter().all(is_cut) {
            // Large rooms are parted first.
            let rest = regions.cells(regions.of(half[0])).len();
            if best.as_ref().is_none_or(|(most, _)| rest > *most) {
                best = Some((rest, parted));
            }
        }
    }
    let Some((_, parted)) = best else {
        // Rooms in print are rectangles, nearly all.
        let may_bend = pick(rng, BENT) == 0;
        return if may_bend { regions::repair_numbers(puzzle, SHADED, two, look, rng) } else { None };
    };
    let takes = |cell: usize| is_shaded(0, cell);
    let clues = regions::places(&parted).into_iter().filter_map(|p| Some((p, regions::number(&parted, p, &takes)?)));
    let clues = clues.collect::<BTreeMap<Place, _>>();
    Some(Edit { puzzle: Puzzle { board: Arc::new(parted), clues } })
}
