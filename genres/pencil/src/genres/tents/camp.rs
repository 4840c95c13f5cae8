//! Camps of trees and their places for tents.

use super::{GRASS, PAIRS, TENT, TREE};
use crate::board::{Board, Place};
use crate::house::Rules;
use tesuji_solver::Domain;
use tesuji_solver::rules::RuleSpec;

/// Trees whose places for tents hang together, and these places.
fn camps(board: &Board) -> Vec<(Vec<usize>, Vec<usize>)> {
    let is_tree = |c: usize| board.is_hole(c);
    let mut left: Vec<usize> = (0..board.size().cells()).filter(|&c| is_tree(c)).collect();
    let mut camps = Vec::new();
    while let Some(first) = left.first().copied() {
        let (mut trees, mut places): (Vec<usize>, Vec<usize>) = (vec![first], Vec::new());
        let mut next = 0;
        while let Some(&tree) = trees.get(next) {
            next += 1;
            for place in board.neighbours(tree).collect::<Vec<_>>() {
                if !places.contains(&place) {
                    places.push(place);
                    let (r, c) = board.row_col(place);
                    let near = |&t: &usize| board.row_col(t).0.abs_diff(r) + board.row_col(t).1.abs_diff(c) == 1;
                    let more: Vec<usize> = left.iter().copied().filter(|t| near(t) && !trees.contains(t)).collect();
                    trees.extend(more);
                }
            }
        }
        left.retain(|t| !trees.contains(t));
        camps.push((trees, places));
    }
    camps
}

/// Tents stand beside trees, and each tree has one of its own.
pub(super) fn own_tents(board: &Board, to: &mut Rules<'_>) {
    let camps = camps(board);
    for cell in board.cells().filter(|c| !camps.iter().any(|(_, places)| places.contains(c))) {
        let vars = vec![to.cell(cell)];
        to.count(GRASS, Place::Cell(cell as u16), vars, Domain::single(TENT), (0, 0));
    }
    for (trees, places) in camps {
        let place_of = |cell: usize| places.iter().position(|&p| p == cell).map(|p| p as u32);
        let groups = trees.iter().map(|&t| board.neighbours(t).filter_map(place_of).collect()).collect();
        let vars = to.cells(places.iter().copied());
        let from = Place::Cell(trees[0] as u16);
        to.add(PAIRS, from, RuleSpec::Matching { vars, values: Domain::single(TENT), groups });
        for tree in trees {
            let tents: Vec<_> = board.neighbours(tree).map(|c| (to.cell(c), TENT, true)).collect();
            to.clause(TREE, Place::Cell(tree as u16), &tents);
            to.mark_implied();
        }
    }
}
