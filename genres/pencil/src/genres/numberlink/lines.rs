//! The lines: the ends of each, and the rule that joins them.

use super::{LINE, LINES, LINK, MOST};
use crate::board::{Board, Place};
use crate::codec::Puzzle;
use crate::house::Rules;
use std::collections::BTreeMap;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value};

/// By number the cells that have it.
pub(super) fn ends(puzzle: &Puzzle) -> BTreeMap<Value, Vec<usize>> {
    let mut ends: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
    for (&place, clue) in &puzzle.clues {
        if let (Place::Cell(cell), Some(n)) = (place, clue.number()) {
            ends.entry(n.min(MOST) as Value).or_default().push(cell.into());
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

    #[test]
    fn lines_meet_in_one_loop() {
        let board = Board::new(Size::new(2, 2).expect("size"));
        let ends = BTreeMap::from([(1, vec![0, 1]), (2, vec![2, 3])]);
        assert_eq!(points(&board, &ends), [0, 2, 2, 0]);
    }
}
