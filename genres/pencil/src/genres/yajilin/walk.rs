//! Arrows that change until a loop is the only one.
//!
//! Where the loop runs says which cells are off it; those are shaded or have an arrow. Other loops,
//! the rivals, are kept once a search finds them: a change of arrows is judged by how many rivals
//! fit afterwards, and only where none does is a search asked again. Where arrows don't help, the
//! loop takes another way.

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

/// Searches of one puzzle at most.
const SEARCHES: usize = 400;
/// Rivals that one search gives.
const RIVALS: usize = 6;
/// Turns of a drawn loop for each cell.
const ANNEALING: usize = 20;
/// One turn of this many may make it worse by one, one of as many of these by one more.
const SLACK: usize = 4;
/// Cells off the loop that are wanted, in hundredths.
const OFF: usize = 28;
/// How much the choice of another way is drawn.
const SPREAD: usize = 4;
/// Changes of arrows before the loop takes another way.
const TURNS: usize = 60;
/// Other ways at most until no rival fits.
const WAYS: usize = 60;
/// Ways that are compared.
const COMPARED: usize = 12;
/// A cell keeps its arrow for so many changes.
const REST: usize = 4;
/// Clues in hundredths of the cells, where the look has fewer.
const LEAST_CLUES: u16 = 12;

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cells(Vec<u64>);

impl Cells {
    fn of(size: usize, cells: impl IntoIterator<Item = usize>) -> Cells {
        let mut set = Cells(vec![0; size.div_ceil(64)]);
        cells.into_iter().for_each(|c| set.insert(c));
        set
    }

    fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn is_within(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The cells of this set and of `other` that are not in `less`.
    fn shared_less(&self, other: &Cells, less: &Cells) -> u32 {
        self.0.iter().zip(&other.0).zip(&less.0).map(|((a, b), c)| (a & b & !c).count_ones()).sum()
    }
}

/// A loop: the inner edges that it crosses, the cells off it, and which of these are neighbours.
#[derive(Clone)]
struct Loop {
    crosses: Vec<bool>,
    off: Cells,
    pairs: Vec<[usize; 2]>,
}

impl Loop {
    fn new(board: &Board, crosses: Vec<bool>) -> Loop {
        let is_off = |&cell: &usize| board.sides(cell).into_iter().all(|e| !crosses[e]);
        let off = Cells::of(board.size().cells(), board.cells().filter(is_off));
        let beside = board.inner_edges().filter_map(|edge| match board.cells_beside(edge) {
            [Some(a), Some(b)] if off.has(a) && off.has(b) => Some([a, b]),
            _ => None,
        });
        let pairs = beside.collect();
        Loop { crosses, off, pairs }
    }

    fn cells<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = usize> + 'a {
        board.cells().filter(|&c| self.off.has(c))
    }
}

/// The arrows of a loop.
#[derive(Clone)]
struct Arrows {
    at: Cells,
    ways: BTreeMap<usize, Direction>,
}

struct Walk<'a> {
    board: &'a Board,
    /// By cell and direction: the cells ahead.
    rays: Vec<[Cells; 4]>,
    known: Loop,
    arrows: Arrows,
    rivals: Vec<Loop>,
    most: usize,
}

/// The puzzle with a loop and arrows for which there is no other loop, as far as that goes.
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
        known: loop_of(board, values),
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
        walk.rivals.extend(found.iter().map(|other| loop_of(board, other)));
        if !walk.refute_all(clock, rng) {
            break;
        }
    }
    Some(walk.puzzle(puzzle))
}

fn loop_of(board: &Board, values: &[Value]) -> Loop {
    let mut crosses = vec![false; board.edges()];
    let cells = board.cells().count();
    board.inner_edges().zip(&values[cells..]).for_each(|(edge, &value)| crosses[edge] = value == LINE);
    Loop::new(board, crosses)
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

    /// Turns the loop around drawn squares: where it does not become worse, now and then where it
    /// does a little.
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

    /// How far a loop is from what is wanted: by other loops over its cells, the number of cells off
    /// it, and the arrows that these need.
    fn faults(&self, known: &Loop) -> usize {
        let wanted = self.board.size().cells() * OFF / 100;
        let off = known.off.0.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        // No two pairs of these have a cell in common, so that each needs an arrow of its own.
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

    /// Lets the loop take other ways until no other passes just the same cells.
    fn sole_loop(&mut self, rivals: &mut RivalSearch<'_, Puzzle>, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        self.anneal(clock, rng);
        let board = Arc::new(self.board.clone());
        for _ in 0..SEARCHES {
            let clues = self.known.cells(self.board).map(|c| (Place::Cell(c as u16), Clue::Arrow(Direction::Up, None)));
            let puzzle = Puzzle { board: Arc::clone(&board), clues: clues.collect() };
            let value = |cell: usize| if self.known.off.has(cell) { CLUE } else { LOOP_CELL };
            let edges = self.board.inner_edges().map(|e| if self.known.crosses[e] { LINE } else { NO_LINE });
            let values: Vec<Value> = self.board.cells().map(value).chain(edges).collect();
            let Rivals { found, is_only } = rivals(&puzzle, &values, 1);
            let Some(other) = found.first().map(|other| loop_of(self.board, other)) else { return is_only };
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

    /// Changes arrows, and where that does not help the loop, until no rival fits.
    fn refute_all(&mut self, clock: &Clock, rng: &mut ChaCha8Rng) -> bool {
        for _ in 0..WAYS {
            let mut rests: BTreeMap<usize, usize> = BTreeMap::new();
            let mut fitting = Vec::new();
            for turn in 0..TURNS {
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
                changes.retain(|(cell, _)| rests.get(cell).is_none_or(|&until| until <= turn));
                let judged = changes
                    .into_iter()
                    .map(|(cell, arrows)| (self.fitting(&self.known, &arrows), pick(rng, 1 << 16), cell, arrows));
                let Some((_, _, cell, arrows)) = judged.min_by_key(|(fitting, drawn, ..)| (*fitting, *drawn)) else {
                    break;
                };
                self.arrows = arrows;
                rests.insert(cell, turn + REST + pick(rng, REST));
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

    /// Arrows that a rival does not fit, with the cell that changed.
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
        for cell in self.known.cells(self.board).filter(|&c| !self.arrows.at.has(c)) {
            let mut arrows = self.arrows.clone();
            if arrows.ways.len() >= self.most {
                // An arrow whose cell can be shaded goes.
                let may_go =
                    |&c: &usize| self.board.neighbours(c).all(|n| !self.known.off.has(n) || self.arrows.at.has(n));
                let may_go: Vec<usize> = self.arrows.ways.keys().copied().filter(may_go).collect();
                let Some(&gone) = may_go.get(pick(rng, may_go.len().max(1))) else { continue };
                arrows.ways.remove(&gone);
                arrows.at.remove(gone);
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

    /// Puts arrows where cells off the loop touch, and takes others away where they are too many.
    fn cover(&self, known: &Loop, arrows: &mut Arrows, rng: &mut ChaCha8Rng) {
        let board = self.board;
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
            let may_go = |&c: &usize| board.neighbours(c).all(|n| !known.off.has(n) || arrows.at.has(n));
            let may_go: Vec<usize> = arrows.ways.keys().copied().filter(may_go).collect();
            let Some(&gone) = may_go.get(pick(rng, may_go.len().max(1))) else { return };
            arrows.ways.remove(&gone);
            arrows.at.remove(gone);
        }
    }

    /// The loop on other ways where a rival differs, in a drawn order, each with arrows: those that
    /// still stand off the loop, and new ones where cells off it touch.
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

/// The number of simple ways to another loop over the same cells. Where a loop passes a square of
/// cells on two opposite sides, turning these makes two loops of it; two such squares together make
/// one again if the ends of one part those of the other.
fn crossings(board: &Board, known: &Loop) -> usize {
    let passes = |cell: usize, way: Direction| known.crosses[board.edge(cell, way)];
    let Some(first) = board.cells().find(|&c| !known.off.has(c)) else { return 0 };
    let mut number = vec![usize::MAX; board.size().cells()];
    let (mut at, mut count) = (first, 0);
    while number[at] == usize::MAX {
        number[at] = count;
        count += 1;
        let next = |way: Direction| board.neighbour(at, way).filter(|&n| passes(at, way) && number[n] == usize::MAX);
        match Direction::ALL.into_iter().find_map(next) {
            Some(next) => at = next,
            None => break,
        }
    }
    // A link of the loop has the number of its first cell; the last one leads back.
    let link = |a: usize, b: usize| match (number[a].min(number[b]), number[a].abs_diff(number[b])) {
        (low, 1) => low,
        _ => count - 1,
    };
    let mut ends: Vec<[usize; 2]> = Vec::new();
    for [a, b, c, d] in board.squares() {
        let [top, bottom] = [a, c].map(|cell| passes(cell, Direction::Right));
        let [left, right] = [a, b].map(|cell| passes(cell, Direction::Down));
        let two = match [top, bottom, left, right] {
            [true, true, false, false] => [link(a, b), link(c, d)],
            [false, false, true, true] => [link(a, c), link(b, d)],
            _ => continue,
        };
        ends.push([two[0].min(two[1]), two[0].max(two[1])]);
    }
    let parted = |one: &[usize; 2], other: &[usize; 2]| one[0] < other[0] && other[0] < one[1] && one[1] < other[1];
    ends.iter().map(|one| ends.iter().filter(|other| parted(one, other)).count()).sum()
}

/// The loop that passes a square of cells the other way round: it crosses those of the four edges
/// between its cells that it did not. `None` where that is no single loop.
fn turned(board: &Board, crosses: &[bool], square: [usize; 4]) -> Option<Vec<bool>> {
    one_loop(board, flipped(board, crosses, square))
}

/// The edges between the cells of a square crossed where they were not, and not where they were.
fn flipped(board: &Board, crosses: &[bool], square: [usize; 4]) -> Vec<bool> {
    let mut crosses = crosses.to_vec();
    for (cell, way) in square.into_iter().flat_map(|cell| [Direction::Right, Direction::Down].map(|way| (cell, way))) {
        if board.neighbour(cell, way).is_some_and(|near| square.contains(&near)) {
            let edge = board.edge(cell, way);
            crosses[edge] = !crosses[edge];
        }
    }
    crosses
}

/// The crossed edges if they make a single loop.
fn one_loop(board: &Board, crosses: Vec<bool>) -> Option<Vec<bool>> {
    let degree = |cell: usize| board.sides(cell).into_iter().filter(|&e| crosses[e]).count();
    if board.cells().any(|cell| !matches!(degree(cell), 0 | 2)) {
        return None;
    }
    // It is one loop if a walk along it comes by every cell on it.
    let first = board.cells().find(|&c| degree(c) > 0)?;
    let passed = board.cells().filter(|&c| degree(c) > 0).count();
    let (mut at, mut came, mut steps) = (first, None, 0);
    loop {
        let is_next = |way: &Direction| crosses[board.edge(at, *way)] && Some(*way) != came;
        let way = Direction::ALL.into_iter().find(is_next)?;
        at = board.neighbour(at, way)?;
        came = Some(way.opposite());
        steps += 1;
        if at == first {
            return (steps == passed).then_some(crosses);
        }
        if steps > passed {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    /// Two squares that a loop passes on two opposite sides make another loop over the same cells
    /// if they count as crossing, and else none: all pairs of them are turned.
    #[test]
    fn crossings_are_pairs_of_squares_that_make_another_loop() {
        let mut count = 0;
        for seed in 0..40 {
            let mut rng = tesuji_genre::sub_rng(seed, 0);
            let board = Board::new(Size::new(5 + pick(&mut rng, 4), 6).expect("a size"));
            let crosses = crate::genres::shapes::centre_loop(&board, &mut rng).expect("a loop");
            let known = Loop::new(&board, crosses.clone());
            let passes = |cell: usize, way: Direction| crosses[board.edge(cell, way)];
            let is_passed_twice = |&[a, b, c, _]: &[usize; 4]| {
                let [top, bottom] = [a, c].map(|cell| passes(cell, Direction::Right));
                let [left, right] = [a, b].map(|cell| passes(cell, Direction::Down));
                [top, bottom, left, right] == [true, true, false, false]
                    || [top, bottom, left, right] == [false, false, true, true]
            };
            let squares: Vec<[usize; 4]> = board.squares().filter(is_passed_twice).collect();
            let mut others = 0;
            for (i, &one) in squares.iter().enumerate() {
                for &other in &squares[..i] {
                    let turned = flipped(&board, &flipped(&board, &crosses, one), other);
                    let other = one_loop(&board, turned).map(|crosses| Loop::new(&board, crosses));
                    others += usize::from(other.is_some_and(|other| other.off == known.off));
                }
            }
            assert_eq!(crossings(&board, &known), others, "seed {seed}");
            count += others;
        }
        assert!(count > 40, "{count}");
    }
}
