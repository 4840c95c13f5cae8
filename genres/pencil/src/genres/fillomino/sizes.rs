//! The sizes that areas can have, and the rules of each.

use super::{AREAS, BORDER, LARGER, LARGEST};
use crate::board::Place;
use crate::codec::Puzzle;
use crate::house::Rules;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value};

/// The areas of all sizes, those above `largest` as one.
pub(super) fn areas(domains: Vec<(usize, Domain)>, largest: usize, to: &mut Rules<'_>) {
    let domains: BTreeMap<usize, Domain> = domains.into_iter().collect();
    let all = domains.values().fold(Domain::EMPTY, |all, &d| all | d);
    for value in all.iter() {
        let (vars, edges) = to.cell_graph(&|c| domains.get(&c).is_some_and(|d| d.contains(value)));
        let at_least = value == LARGER;
        let size = if at_least { largest as u32 + 1 } else { value.into() };
        let spec = RuleSpec::Regions { vars, values: Domain::single(value), edges, size, at_least };
        // The place of a rule tells the size.
        to.add(AREAS, Place::Cell(value.into()), spec);
    }
}

/// The greatest number, if sizes above it are several.
pub(super) fn greatest(puzzle: &Puzzle) -> Option<usize> {
    let greatest = puzzle.board.cells().filter_map(|c| number(puzzle, c)).max()?;
    (greatest + 1 < LARGEST).then_some(greatest)
}

/// The domains with one value for the sizes above `largest`.
pub(super) fn joined(domains: Vec<(usize, Domain)>, largest: usize) -> Vec<(usize, Domain)> {
    let small = Domain::range(0, largest as Value);
    let join = |domain: Domain| {
        let few = domain & small;
        if few == domain { few } else { few.with(LARGER) }
    };
    domains.into_iter().map(|(cell, domain)| (cell, join(domain))).collect()
}

/// The parts in which cells without a number hang together.
fn open_parts(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    super::super::shapes::parts(&puzzle.board, &|c| number(puzzle, c).is_none())
}

fn number(puzzle: &Puzzle, cell: usize) -> Option<usize> {
    puzzle.clues.get(&Place::Cell(cell as u16))?.number().map(usize::from)
}

/// The sizes that a cell's area can have: its number; else the sizes of numbers that are near
/// enough, and all sizes for which the cells without a number around it have room.
pub(super) fn domains(puzzle: &Puzzle) -> Vec<(usize, Domain)> {
    let board = &puzzle.board;
    let mut sizes = vec![Domain::EMPTY; board.size().cells()];
    for part in open_parts(puzzle) {
        let most = part.len().min(LARGER.into()) as Value;
        part.iter().for_each(|&c| sizes[c] = Domain::range(1, most));
    }
    let numbers: BTreeSet<usize> = board.cells().filter_map(|c| number(puzzle, c)).collect();
    for n in numbers.into_iter().filter(|&n| (1..=LARGEST).contains(&n)) {
        let mut steps = vec![usize::MAX; board.size().cells()];
        let mut queue: VecDeque<usize> = board.cells().filter(|&c| number(puzzle, c) == Some(n)).collect();
        queue.iter().for_each(|&c| steps[c] = 0);
        while let Some(cell) = queue.pop_front() {
            sizes[cell] = sizes[cell].with(n as Value);
            for next in board.neighbours(cell).filter(|&c| number(puzzle, c).is_none()) {
                if steps[next] == usize::MAX && steps[cell] + 1 < n {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    board.cells().map(|c| (c, sizes[c])).collect()
}

/// The cells on both sides of a given border are in areas of different sizes. Sizes above `largest`
/// that one value stands for may be different ones.
pub(super) fn given_borders(puzzle: &Puzzle, largest: usize, to: &mut Rules<'_>) {
    let domains: BTreeMap<usize, Domain> = domains(puzzle).into_iter().collect();
    for &place in puzzle.clues.keys() {
        let Place::Edge(edge) = place else { continue };
        let [Some(a), Some(b)] = puzzle.board.cells_beside(edge.into()) else { continue };
        let vars = to.cells([a, b]);
        let both = domains[&a] & domains[&b];
        for size in both.iter().filter(|&size| usize::from(size) <= largest || largest == LARGEST) {
            to.clause(BORDER, place, &[(vars[0], size, false), (vars[1], size, false)]);
        }
    }
}
