//! Bridges: straight over water, all in one piece.

use super::{ALL, MOST, WATER};
use crate::board::{Board, Place};
use crate::house::Rules;
use std::collections::BTreeMap;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Var};

/// Water lets bridges pass straight, one way at most.
pub(super) fn water(place: Place, links: [Option<Var>; 4], to: &mut Rules<'_>) {
    let mut tuples = Vec::new();
    for (down, right) in (0..=MOST).flat_map(|d| (0..=MOST).map(move |r| (d, r))) {
        let all = links.iter().zip([down, down, right, right]);
        let leaves_board = all.clone().any(|(link, n)| link.is_none() && n > 0);
        if (down == 0 || right == 0) && !leaves_board {
            tuples.push(all.filter(|(link, _)| link.is_some()).map(|(_, n)| n).collect());
        }
    }
    let vars = links.into_iter().flatten().collect();
    to.add(WATER, place, RuleSpec::Table { vars, tuples });
}

/// Bridges join all islands.
pub(super) fn one_piece(board: &Board, to: &mut Rules<'_>) {
    let edges: Vec<usize> = board.inner_edges().collect();
    let number: BTreeMap<usize, u32> = edges.iter().copied().zip(0..).collect();
    let mut joined = Vec::new();
    for cell in board.cells() {
        let at: Vec<u32> = board.sides(cell).iter().filter_map(|e| number.get(e).copied()).collect();
        joined.extend((0..at.len()).flat_map(|i| at[..i].iter().map(|&a| [a, at[i]]).collect::<Vec<_>>()));
    }
    let vars = edges.iter().map(|&e| to.edge(e)).collect();
    to.add(ALL, Place::Cell(0), RuleSpec::Connected { vars, values: Domain::range(1, MOST), edges: joined });
}
