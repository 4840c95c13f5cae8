//! Other sums of cages and diagonals that may repair a puzzle.

use super::checks::impossible;
use super::constraint::Constraint;
use super::genre::{VARIANT, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::ClueEdit;
use tesuji_genre::clue::{ClueGenre, Clued, SingleEdit};
use tesuji_solver::{Domain, Limits, Value};

/// How far the puzzle without one sum is looked at.
const NODES: u64 = 2_000;
const SOLUTIONS: usize = 60;

/// Has it a sum that another one may take the place of?
fn is_sum(c: &Constraint) -> bool {
    matches!(c.kind.name, "Cage" | "LittleKiller") && c.number() != 0
}

/// Solutions of a puzzle, few enough and found in few nodes; are they all?
fn solutions(puzzle: &Clued<Variant>) -> (Vec<Vec<Value>>, bool) {
    let Ok(layout) = VARIANT.layout(&puzzle.structure, &puzzle.clues) else { return (Vec::new(), true) };
    let mut domains: Vec<Domain> = layout.network.domains().to_vec();
    VARIANT.for_each_pattern(puzzle, &mut |var, keep| domains[var.index()] &= keep);
    let answer = layout.solve(&domains, &Limits::solutions(SOLUTIONS).with_nodes(NODES));
    let is_all = answer.stop.is_complete();
    (answer.solutions, is_all)
}

/// For each sum the sums that the solutions without it have: those that one of them has alone, where
/// all are known, else those that one has at all.
pub(super) fn sums(puzzle: &Clued<Variant>) -> Vec<SingleEdit<Variant>> {
    let design = &puzzle.structure;
    let mut edits = Vec::new();
    for (i, c) in design.constraints.iter().enumerate().filter(|(_, c)| is_sum(c)) {
        let place = design.place(i);
        if !puzzle.clues.contains_key(&place) {
            continue;
        }
        let with = |number: Option<i32>| {
            let mut changed = (**design).clone();
            let mut clues = puzzle.clues.clone();
            match number {
                Some(number) => changed.constraints[i].numbers[0] = number,
                // The cells of a cage still differ.
                None if c.kind.name == "Cage" => changed.constraints[i].numbers[0] = 0,
                None => drop(clues.remove(&place)),
            }
            Clued { structure: Arc::new(changed), clues }
        };
        let (found, are_all) = solutions(&with(None));
        let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
        for solution in &found {
            let sum = c.line().iter().map(|&cell| i32::from(solution[cell as usize])).sum();
            *counts.entry(sum).or_default() += 1;
        }
        for (sum, count) in counts {
            if sum == c.number() || sum == 0 || are_all && count > 1 {
                continue;
            }
            let changed = with(Some(sum));
            if impossible(&changed.structure.constraints[i], &design.grid).is_some() {
                continue;
            }
            let words = ClueEdit {
                at: VARIANT.place_name(design, place),
                from: Some(c.number().to_string()),
                to: Some(sum.to_string()),
            };
            edits.push(SingleEdit { touches: vec![place], words, puzzle: changed });
        }
    }
    edits
}
