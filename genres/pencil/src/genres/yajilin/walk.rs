//! Local search for arrows with a single solution.
//!
//! A cell off the loop is shaded or has an arrow. A search finds other loops, the rivals, and all of
//! them are kept. A move changes one arrow, and the best move leaves the fewest rivals that still
//! solve the puzzle. When no rival does, the next search runs. Where no move of arrows helps, the
//! loop takes another way around a square of cells.

use super::loops::{Cells, Loop, crossings, turned};
use super::{CLUE, LINE, LOOP_CELL, NO_LINE, SHADED};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::Look;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::clue::{RivalSearch, Rivals};
use tesuji_genre::{pick, shuffle};
use tesuji_solver::{Clock, Value};

/// The most searches for one puzzle.
const SEARCHES: usize = 400;
/// The most rivals that one search finds.
const RIVALS: usize = 6;
/// Steps of annealing a drawn loop, for each cell.
const ANNEALING: usize = 20;
/// A step of annealing may add a fault with a chance of one in this many, two with the square of
/// that chance, and so on.
const SLACK: usize = 4;
/// The wanted percentage of cells off the loop.
const OFF: usize = 28;
/// The weight of a fault, against a random number below its square, when the loop changes.
const SPREAD: usize = 4;
/// Moves of arrows before the loop changes.
const MOVES: usize = 60;
/// The most changes of the loop between two searches.
const WAYS: usize = 60;
/// The number of changes of the loop that are compared.
const COMPARED: usize = 12;
/// A changed arrow is tabu for at least this many moves, and for less than twice as many.
const TABU: usize = 4;
/// The least percentage of cells with a clue, if the look says less.
const LEAST_CLUES: u16 = 12;

/// The arrows of a loop.
#[derive(Clone)]
struct Arrows {
    at: Cells,
    /// By cell: the direction of its arrow.
    ways: BTreeMap<usize, Direction>,
}

struct Walk<'a> {
    board: &'a Board,
    /// By cell and direction: the cells ahead.
    rays: Vec<[Cells; 4]>,
    known: Loop,
    arrows: Arrows,
    rivals: Vec<Loop>,
    /// The most arrows.
    most: usize,
}

/// Changes the loop and the arrows until the loop is the only solution, or the bounds end the search.
/// Returns the puzzle with that loop.
pub(super) fn settled(
    (puzzle, values): (&Puzzle, &[Value]),
    look: &Look,
    rivals: &mut RivalSearch<'_, Puzzle>,
    clock: &Clock,
    rng: &mut ChaCha8Rng,
) -> Option<(Puzzle, Vec<Value>)> {
    let board = &*puzzle.board;
    let cells = board.size().cells();
    let ahead = |cell| Direction::ALL.map(|way| Cells::of(cells, board.ray(cell, way)));
    let way_of = |(place, clue): (&Place, &Clue)| match (place, clue) {
        (&Place::Cell(cell), &Clue::Arrow(way, _)) => Some((usize::from(cell), way)),
        _ => None,
    };
    let ways: BTreeMap<usize, Direction> = puzzle.clues.iter().filter_map(way_of).collect();
    let most = cells * (usize::from(look.clues[1].max(LEAST_CLUES)) - pick(rng, 2)) / 100;
    let mut walk = Walk {
        board,
        rays: (0..cells).map(ahead).collect(),
        known: Loop::of_values(board, values),
        arrows: Arrows { at: Cells::of(cells, ways.keys().copied()), ways },
        rivals: Vec::new(),
        most,
    };
    if !walk.sole_loop(rivals, clock, rng) {
        return Some(walk.puzzle(puzzle));
    }
    for _ in 0..SEARCHES {
        let (at, values) = walk.puzzle(puzzle);
        let Rivals { found, .. } = rivals(&at, &values, RIVALS);
        if found.is_empty() {
            break;
        }
        walk.rivals.extend(found.iter().map(|other| Loop::of_values(board, other)));
        if !walk.refute_all(clock, rng) {
            break;
        }
    }
    Some(walk.puzzle(puzzle))
}

impl Walk<'_> {
    fn puzzle(&self, drawn: &Puzzle) -> (Puzzle, Vec<Value>) {
        let value = |cell: usize| match (self.arrows.at.has(cell), self.known.off.has(cell)) {
            (true, _) => CLUE,
            (_, true) => SHADED,
            _ => LOOP_CELL,
        };
        let edges = self.board.inner_edges().map(|e| if self.known.crosses[e] { LINE } else { NO_LINE });
        let values = self.board.cells().map(value).chain(edges).collect();
        let clue = |(&cell, &way): (&usize, &Direction)| {
            let number = self.count(&self.known, &self.arrows, cell, way);
            (Place::Cell(cell as u16), Clue::Arrow(way, Some(number as u16)))
        };
        let clues = self.arrows.ways.iter().map(clue).collect();
        (Puzzle { board: Arc::clone(&drawn.board), clues }, values)
    }

    /// Improves the drawn loop by simulated annealing, and gives it new arrows.
    fn anneal(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) {
        let squares: Vec<[usize; 4]> = self.board.squares().collect();
        let mut faults = self.faults(&self.known);
        for _ in 0..ANNEALING * self.board.size().cells() {
            let Some(&square) = squares.get(pick(rng, squares.len().max(1))) else { return };
            let Some(crosses) = turned(self.board, &self.known.crosses, square) else { continue };
            if clock.expired().is_some() {
                return;
            }
            let known = Loop::new(self.board, crosses);
            let after = self.faults(&known);
            let mut slack = 0;
            while pick(rng, SLACK) == 0 {
                slack += 1;
            }
            if after <= faults + slack {
                (self.known, faults) = (known, after);
            }
        }
        self.arrows = Arrows { at: Cells::of(self.board.size().cells(), None), ways: BTreeMap::new() };
        let known = self.known.clone();
        let mut arrows = self.arrows.clone();
        self.cover(&known, &mut arrows, rng);
        self.arrows = arrows;
    }

    /// The cost of a loop: crossings, the distance from the wanted number of cells off it, and the
    /// arrows that these cells need.
    fn faults(&self, known: &Loop) -> usize {
        let wanted = self.board.size().cells() * OFF / 100;
        let off = known.off.len();
        // These pairs have no cell in common, so each needs an arrow of its own.
        let mut met = Cells::of(self.board.size().cells(), None);
        let mut needed: usize = 0;
        for &[a, b] in &known.pairs {
            if !met.has(a) && !met.has(b) {
                met.insert(a);
                met.insert(b);
                needed += 1;
            }
        }
        2 * crossings(self.board, known) + off.abs_diff(wanted) + 2 * needed.saturating_sub(self.most * 2 / 3)
    }

    /// Changes the loop until it is the only one over its cells. Returns whether that is proved.
    fn sole_loop(&mut self, rivals: &mut RivalSearch<'_, Puzzle>, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        self.anneal(clock, rng);
        let board = Arc::new(self.board.clone());
        for _ in 0..SEARCHES {
            let clues =
                self.known.cells_off(self.board).map(|c| (Place::Cell(c as u16), Clue::Arrow(Direction::Up, None)));
            let puzzle = Puzzle { board: Arc::clone(&board), clues: clues.collect() };
            let value = |cell: usize| if self.known.off.has(cell) { CLUE } else { LOOP_CELL };
            let edges = self.board.inner_edges().map(|e| if self.known.crosses[e] { LINE } else { NO_LINE });
            let values: Vec<Value> = self.board.cells().map(value).chain(edges).collect();
            let Rivals { found, is_only } = rivals(&puzzle, &values, 1);
            let Some(other) = found.first().map(|other| Loop::of_values(self.board, other)) else { return is_only };
            let ways = self.other_ways(&other, rng).into_iter();
            let best = ways.min_by_key(|(known, _)| SPREAD * self.faults(known) + pick(rng, SPREAD * SPREAD));
            let Some((known, arrows)) = best else { return false };
            (self.known, self.arrows) = (known, arrows);
        }
        false
    }

    /// The shaded cells that an arrow counts if a loop is the solution.
    fn count(&self, of: &Loop, arrows: &Arrows, cell: usize, way: Direction) -> u32 {
        of.off.shared_less(&self.rays[cell][way as usize], &arrows.at)
    }

    /// Does a rival fit the arrows, which count what `known` says?
    fn fits(&self, rival: &Loop, known: &Loop, arrows: &Arrows) -> bool {
        let counts_the_same = |(&cell, &way): (&usize, &Direction)| {
            self.count(rival, arrows, cell, way) == self.count(known, arrows, cell, way)
        };
        arrows.at.is_within(&rival.off)
            && rival.pairs.iter().all(|&[a, b]| arrows.at.has(a) || arrows.at.has(b))
            && arrows.ways.iter().all(counts_the_same)
            && rival.crosses != known.crosses
    }

    /// The number of rivals that fit.
    fn fitting(&self, known: &Loop, arrows: &Arrows) -> usize {
        self.rivals.iter().filter(|rival| self.fits(rival, known, arrows)).count()
    }

    /// Moves arrows until no rival fits, and changes the loop where that does not help. Returns
    /// whether no rival fits in the end.
    fn refute_all(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        for _ in 0..WAYS {
            let mut tabu_until: BTreeMap<usize, usize> = BTreeMap::new();
            let mut fitting = Vec::new();
            for number in 0..MOVES {
                let fits = |&i: &usize| self.fits(&self.rivals[i], &self.known, &self.arrows);
                fitting = (0..self.rivals.len()).filter(fits).collect();
                if fitting.is_empty() {
                    return true;
                }
                if clock.expired().is_some() {
                    return false;
                }
                let rival = &self.rivals[fitting[pick(rng, fitting.len())]];
                let mut changes = self.changes(rival, rng);
                changes.retain(|(cell, _)| tabu_until.get(cell).is_none_or(|&until| until <= number));
                let judged = changes
                    .into_iter()
                    .map(|(cell, arrows)| (self.fitting(&self.known, &arrows), pick(rng, 1 << 16), cell, arrows));
                let Some((_, _, cell, arrows)) = judged.min_by_key(|(fitting, drawn, ..)| (*fitting, *drawn)) else {
                    break;
                };
                self.arrows = arrows;
                tabu_until.insert(cell, number + TABU + pick(rng, TABU));
            }
            if fitting.is_empty() {
                continue;
            }
            let rival = self.rivals[fitting[pick(rng, fitting.len())]].clone();
            let mut ways = self.other_ways(&rival, rng);
            ways.truncate(COMPARED);
            let judged = ways.into_iter().map(|(known, arrows)| (self.fitting(&known, &arrows), known, arrows));
            let Some((_, known, arrows)) = judged.min_by_key(|(fitting, ..)| *fitting) else { return false };
            // The loop that was known is a rival from now on.
            self.rivals.push(std::mem::replace(&mut self.known, known));
            self.arrows = arrows;
        }
        false
    }

    /// The moves against a rival: the arrows after each, with the cell that changed. They turn an
    /// arrow, or add one, for which another one goes if there are as many as may be.
    fn changes(&self, rival: &Loop, rng: &mut ChaCha8Rng) -> Vec<(usize, Arrows)> {
        let mut changes = Vec::new();
        let differs = |arrows: &Arrows, cell: usize, way: Direction| {
            self.count(rival, arrows, cell, way) != self.count(&self.known, arrows, cell, way)
        };
        for &cell in self.arrows.ways.keys() {
            for way in self.far_ways(cell).filter(|&way| differs(&self.arrows, cell, way)) {
                let mut arrows = self.arrows.clone();
                arrows.ways.insert(cell, way);
                changes.push((cell, arrows));
            }
        }
        for cell in self.known.cells_off(self.board).filter(|&c| !self.arrows.at.has(c)) {
            let mut arrows = self.arrows.clone();
            if arrows.ways.len() >= self.most && !self.remove_one(&self.known, &mut arrows, rng) {
                continue;
            }
            arrows.at.insert(cell);
            for way in self.far_ways(cell).filter(|&way| !rival.off.has(cell) || differs(&arrows, cell, way)) {
                let mut arrows = arrows.clone();
                arrows.ways.insert(cell, way);
                changes.push((cell, arrows));
            }
        }
        changes
    }

    /// The directions from a cell with two cells ahead at least.
    fn far_ways(&self, cell: usize) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(move |&way| self.board.ray(cell, way).nth(1).is_some())
    }

    /// Puts an arrow on one of each two cells off the loop that touch, and removes other arrows as
    /// long as there are too many.
    fn cover(&self, known: &Loop, arrows: &mut Arrows, rng: &mut ChaCha8Rng) {
        for &[a, b] in &known.pairs {
            if !arrows.at.has(a) && !arrows.at.has(b) {
                let cell = if pick(rng, 2) == 0 { a } else { b };
                let far: Vec<Direction> = self.far_ways(cell).collect();
                let Some(&way) = far.get(pick(rng, far.len().max(1))) else { continue };
                arrows.at.insert(cell);
                arrows.ways.insert(cell, way);
            }
        }
        while arrows.ways.len() > self.most {
            if !self.remove_one(known, arrows, rng) {
                return;
            }
        }
    }

    /// Removes an arrow whose cell can be shaded instead. Returns `false` if there is none.
    fn remove_one(&self, known: &Loop, arrows: &mut Arrows, rng: &mut ChaCha8Rng) -> bool {
        let may_go = |&c: &usize| self.board.neighbours(c).all(|n| !known.off.has(n) || arrows.at.has(n));
        let may_go: Vec<usize> = arrows.ways.keys().copied().filter(may_go).collect();
        let Some(&gone) = may_go.get(pick(rng, may_go.len().max(1))) else { return false };
        arrows.ways.remove(&gone);
        arrows.at.remove(gone);
        true
    }

    /// The changes of the loop around squares where a rival differs, in random order. Each comes with
    /// arrows: the old ones that are still off the loop, and new ones by [`cover`](Self::cover).
    fn other_ways(&self, rival: &Loop, rng: &mut ChaCha8Rng) -> Vec<(Loop, Arrows)> {
        let board = self.board;
        let differs = |cell: usize| board.sides(cell).into_iter().any(|e| self.known.crosses[e] != rival.crosses[e]);
        let mut ways = Vec::new();
        let mut squares: Vec<[usize; 4]> = board.squares().filter(|s| s.iter().any(|&c| differs(c))).collect();
        shuffle(&mut squares, rng);
        for square in squares {
            let Some(crosses) = turned(board, &self.known.crosses, square) else { continue };
            let known = Loop::new(board, crosses);
            let mut arrows = self.arrows.clone();
            arrows.ways.retain(|&cell, _| known.off.has(cell));
            arrows.at = Cells::of(board.size().cells(), arrows.ways.keys().copied());
            self.cover(&known, &mut arrows, rng);
            let is_apart = known.pairs.iter().all(|&[a, b]| arrows.at.has(a) || arrows.at.has(b));
            if is_apart && arrows.ways.len() <= self.most {
                ways.push((known, arrows));
            }
        }
        ways
    }
}
