//! The lines: the ends of each, and the rule that joins them.

use super::{LINE, LINES, LINK, MOST};
use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::Rules;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value};

/// If some number is too large to be a value, all numbers in ascending order: the value of each is
/// its place in this list, from 1 on. Else an empty list, and numbers are their own values.
pub(super) fn counted(puzzle: &Puzzle) -> Vec<u16> {
    let numbers: BTreeSet<u16> = puzzle.clues.values().filter_map(Clue::number).collect();
    if numbers.last().is_some_and(|&n| n > MOST) { numbers.into_iter().collect() } else { Vec::new() }
}

/// The value of a number.
pub(super) fn value_of(counted: &[u16], number: u16) -> Option<Value> {
    let value =
        if counted.is_empty() || number == 0 { number } else { counted.binary_search(&number).ok()? as u16 + 1 };
    (value <= MOST).then_some(value as Value)
}

/// The number of a value.
pub(super) fn number_of(counted: &[u16], value: Value) -> u16 {
    let at = usize::from(value).checked_sub(1);
    at.and_then(|at| counted.get(at).copied()).unwrap_or(value.into())
}

/// By value, the cells that have its number.
pub(super) fn ends(puzzle: &Puzzle) -> BTreeMap<Value, Vec<usize>> {
    let counted = counted(puzzle);
    let mut ends: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    for (&place, clue) in &puzzle.clues {
        if let (Place::Cell(cell), Some(n)) = (place, clue.number().and_then(|n| value_of(&counted, n))) {
            ends.entry(n).or_default().push(cell.into());
        }
    }
    ends
}

/// By cell a point for it: the last end of each line is one point with the first end of the next
/// one, so that all lines together close one loop.
fn points(board: &Board, ends: &BTreeMap<Value, Vec<usize>>) -> Vec<u32> {
    let mut points: Vec<u32> = (0..board.size().cells() as u32).collect();
    let lasts = ends.values().filter_map(|e| e.last());
    let firsts = ends.values().filter_map(|e| e.first());
    for (&last, &first) in lasts.zip(firsts.cycle().skip(1)) {
        points[last] = first as u32;
    }
    points
}

/// A line joins equal numbers, and all lines together close one loop.
pub(super) fn one_loop(board: &Board, ends: &BTreeMap<Value, Vec<usize>>, to: &mut Rules<'_>) {
    let points = points(board, ends);
    let (mut vars, mut joined) = (Vec::new(), Vec::new());
    for edge in board.inner_edges() {
        let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
        let link = to.edge(edge);
        for &n in ends.keys() {
            for (from, other) in [(a, b), (b, a)] {
                let literals = [(link, LINE, false), (to.cell(from), n, false), (to.cell(other), n, true)];
                to.clause(LINK, Place::Edge(edge as u16), &literals);
            }
        }
        // Ends that are one point have different numbers.
        if points[a] != points[b] {
            vars.push(link);
            joined.push([points[a], points[b]]);
        }
    }
    // Without numbers there is no line.
    if !ends.is_empty() {
        to.add(LINES, Place::Cell(0), RuleSpec::SingleLoop { vars, values: Domain::single(LINE), ends: joined });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::genres::NUMBERLINK;
    use crate::house::HouseGenre;
    use std::sync::Arc;
    use tesuji_genre::{Genre, View};

    #[test]
    fn lines_meet_in_one_loop() {
        let board = Board::new(Size::new(2, 2).expect("size"));
        let ends = BTreeMap::from([(1, vec![0, 1]), (2, vec![2, 3])]);
        assert_eq!(points(&board, &ends), [0, 2, 2, 0]);
    }

    /// Numbers above 62 stand in solutions as they are printed, and are read back.
    #[test]
    fn large_numbers_stand_in_solutions() {
        let genre: &dyn Genre = &NUMBERLINK;
        let board = Board::new(Size::new(2, 2).expect("size"));
        let clues = [(0, 70), (1, 70), (2, 171), (3, 171)];
        let clues = clues.map(|(cell, n)| (Place::Cell(cell), Clue::Number(n)));
        let puzzle = Puzzle { board: Arc::new(board), clues: BTreeMap::from(clues) };
        let text = HouseGenre::codec(&NUMBERLINK).write(&puzzle).expect("an address");
        let View::Clues(view) = genre.view(&genre.parse(&text).expect("read").puzzle).expect("a view") else {
            panic!("a network")
        };
        // The lowest value stands for the lowest number; then edges.
        let mut values: Vec<Value> = vec![1, 1, 2, 2];
        values.resize(view.network.vars().count(), 0);
        let solution = view.solution(&values);
        let shown = solution.text().expect("a text");
        assert!(shown.starts_with("70,70/171,171|"), "{shown}");
        assert_eq!(HouseGenre::solution_values(&NUMBERLINK, &text, &solution), Some(values));
    }
}
