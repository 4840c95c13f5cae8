//! The sizes that areas can have, the values that stand for them, and the rules of each.

use super::{AREAS, BORDER};
use crate::board::{Board, Place};
use crate::codec::Puzzle;
use crate::house::Rules;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value};

/// The value that stands for all sizes without one of their own.
pub(super) const LARGER: Value = 63;
/// Values up to this one are sizes in every puzzle.
pub(super) const ALWAYS_SIZES: Value = 31;

/// Which value stands for which size. Small sizes are their own values. Larger numbers of the
/// puzzle have the values from `most` down, in ascending order. [`LARGER`] stands for all other
/// sizes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sizes {
    /// The greatest size that is its own value.
    direct: usize,
    /// The larger numbers, in ascending order; their values are `most`, `most - 1`, ….
    own: Vec<usize>,
    most: usize,
}

impl Sizes {
    /// The sizes of a puzzle, with values up to `most`. Returns `None` if the puzzle has too many
    /// different large numbers.
    pub fn of(puzzle: &Puzzle, most: usize) -> Option<Sizes> {
        let numbers: BTreeSet<usize> = puzzle.board.cells().filter_map(|c| number(puzzle, c)).collect();
        let beyond = |few: usize| numbers.range(most - few + 1..).count();
        let few = (0..most).find(|&few| beyond(few) <= few)?;
        if most - few < usize::from(ALWAYS_SIZES).min(most / 2) {
            return None;
        }
        let own = numbers.range(most - few + 1..).copied().collect();
        Some(Sizes { direct: most - few, own, most })
    }

    /// Joins the sizes that are above the greatest small number of the puzzle and no number of it
    /// into [`LARGER`]. Returns `None` if that would join less than two.
    pub fn joined(&self, puzzle: &Puzzle) -> Option<Sizes> {
        let small = puzzle.board.cells().filter_map(|c| number(puzzle, c)).filter(|&n| n <= self.direct);
        let direct = small.max()?;
        (direct + 1 < self.direct).then(|| Sizes { direct, ..self.clone() })
    }

    /// The greatest size that is its own value.
    pub fn direct(&self) -> usize {
        self.direct
    }

    /// The value of a size.
    pub fn value(&self, size: usize) -> Value {
        if (1..=self.direct).contains(&size) {
            return size as Value;
        }
        self.own.iter().position(|&own| own == size).map_or(LARGER, |i| (self.most - i) as Value)
    }

    /// The size of a value, if it stands for one.
    pub fn size(&self, value: Value) -> Option<usize> {
        let value = usize::from(value);
        if (1..=self.direct).contains(&value) {
            return Some(value);
        }
        self.own.get(self.most.checked_sub(value)?).copied()
    }

    /// The greatest number of connected cells with the value [`LARGER`] that must be one area: two
    /// such areas that touch differ in size, so together they have at least one cell more.
    pub fn most_joined(&self) -> usize {
        2 * self.direct + 2
    }

    /// The values of the sizes up to `room`.
    pub fn up_to(&self, room: usize) -> Domain {
        let mut values = Domain::range(1, room.min(self.direct) as Value);
        self.own.iter().filter(|&&own| own <= room).for_each(|&own| values = values.with(self.value(own)));
        let has_others = (self.direct + 1..=room).any(|size| !self.own.contains(&size));
        if has_others { values.with(LARGER) } else { values }
    }
}

/// The areas of all sizes.
pub(super) fn areas(puzzle: &Puzzle, sizes: &Sizes, to: &mut Rules<'_>) {
    let domains: BTreeMap<usize, Domain> = domains(puzzle, sizes).into_iter().collect();
    let all = domains.values().fold(Domain::EMPTY, |all, &d| all | d);
    for value in all.iter() {
        let (vars, edges) = to.cell_graph(&|c| domains.get(&c).is_some_and(|d| d.contains(value)));
        let at_least = value == LARGER;
        let size = sizes.size(value).unwrap_or(sizes.direct + 1) as u32;
        // More connected cells may be several areas, so their number forbids nothing.
        let is_one = |own: &&usize| at_least && **own <= sizes.most_joined();
        let except = sizes.own.iter().filter(is_one).map(|&own| own as u32).collect();
        let spec = RuleSpec::Regions { vars, values: Domain::single(value), edges, size, at_least, except };
        // The place of a rule tells the size.
        let place = if at_least { LARGER.into() } else { size as u16 };
        to.add(AREAS, Place::Cell(place), spec);
    }
}

/// The parts in which cells without a number hang together.
fn open_parts(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    super::super::shapes::parts(&puzzle.board, &|c| number(puzzle, c).is_none())
}

fn number(puzzle: &Puzzle, cell: usize) -> Option<usize> {
    puzzle.clues.get(&Place::Cell(cell as u16))?.number().map(usize::from)
}

/// The values that a cell can have. A cell with a number has that number's value; another one those
/// of numbers that are near enough, and of all sizes for which the cells without a number around it
/// have room.
pub(super) fn domains(puzzle: &Puzzle, sizes: &Sizes) -> Vec<(usize, Domain)> {
    let board = &puzzle.board;
    let mut values = vec![Domain::EMPTY; board.size().cells()];
    for part in open_parts(puzzle) {
        let room = sizes.up_to(part.len());
        part.iter().for_each(|&c| values[c] = room);
    }
    let numbers: BTreeSet<usize> = board.cells().filter_map(|c| number(puzzle, c)).collect();
    for n in numbers.into_iter().filter(|&n| n > 0) {
        let own = sizes.value(n);
        let mut steps = vec![usize::MAX; board.size().cells()];
        let mut queue: VecDeque<usize> = board.cells().filter(|&c| number(puzzle, c) == Some(n)).collect();
        queue.iter().for_each(|&c| steps[c] = 0);
        while let Some(cell) = queue.pop_front() {
            values[cell] = values[cell].with(own);
            for next in board.neighbours(cell).filter(|&c| number(puzzle, c).is_none()) {
                if steps[next] == usize::MAX && steps[cell] + 1 < n {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    board.cells().map(|c| (c, values[c])).collect()
}

/// The cells on both sides of a given border are in areas of different sizes. If `are_joined`, two
/// areas with the value [`LARGER`] may have different sizes, so no rule is stated for that value.
pub(super) fn given_borders(puzzle: &Puzzle, sizes: &Sizes, are_joined: bool, to: &mut Rules<'_>) {
    let domains: BTreeMap<usize, Domain> = domains(puzzle, sizes).into_iter().collect();
    for &place in puzzle.clues.keys() {
        let Place::Edge(edge) = place else { continue };
        let [Some(a), Some(b)] = puzzle.board.cells_beside(edge.into()) else { continue };
        let vars = to.cells([a, b]);
        let both = domains[&a] & domains[&b];
        for value in both.iter().filter(|&value| value != LARGER || !are_joined) {
            to.clause(BORDER, place, &[(vars[0], value, false), (vars[1], value, false)]);
        }
    }
}

/// The size of the connected set of cells with the same value that a cell belongs to.
pub(super) fn area(board: &Board, cell: usize, value: &dyn Fn(usize) -> Option<Value>) -> usize {
    let own = value(cell);
    let mut seen = BTreeSet::from([cell]);
    let mut queue = vec![cell];
    while let Some(cell) = queue.pop() {
        queue.extend(board.neighbours(cell).filter(|&next| value(next) == own && seen.insert(next)));
    }
    seen.len()
}

#[cfg(test)]
mod tests;
