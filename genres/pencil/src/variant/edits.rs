//! Repairs of a puzzle that change the sum of a cage or of a diagonal.

use super::checks::impossible;
use super::constraint::Constraint;
use super::genre::{VARIANT, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::ClueEdit;
use tesuji_genre::clue::{ClueGenre, Clued, SingleEdit};
use tesuji_solver::{Domain, Limits, Value};

/// Bounds of the search for solutions without one sum.
const NODES: u64 = 2_000;
const SOLUTIONS: usize = 60;

/// Does the constraint have a sum that can be changed?
fn is_sum(c: &Constraint) -> bool {
    matches!(c.kind.name, "Cage" | "LittleKiller") && c.number() != 0
}

/// Solutions of a puzzle within the bounds, and whether these are all.
fn solutions(puzzle: &Clued<Variant>) -> (Vec<Vec<Value>>, bool) {
    let Ok(layout) = VARIANT.layout(&puzzle.structure, &puzzle.clues) else { return (Vec::new(), true) };
    let mut domains: Vec<Domain> = layout.network.domains().to_vec();
    VARIANT.for_each_pattern(&puzzle.structure, &puzzle.clues, &mut |_, var, keep| domains[var.index()] &= keep);
    let answer = layout.solve(&domains, &Limits::solutions(SOLUTIONS).with_nodes(NODES));
    let is_all = answer.stop.is_complete();
    (answer.solutions, is_all)
}

/// For each constraint with a sum, the other sums that may leave one solution. They are taken from
/// the solutions of the puzzle without that sum. If all of these are known, only sums count that
/// exactly one solution has.
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
