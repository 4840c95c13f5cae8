//! Is a stored solution that of its problem?

use super::solution::name;
use crate::read::{Area, Exits, State, Supply};
use crate::{Class, Point, Problem};
use std::collections::BTreeSet;
use tesuji_genre::Solution;
use tesuji_sgf::Collection;

/// Names the part of a stored solution that is wrong, where this one was found. The refutations in
/// its tree, and replies in its line, may be other ones.
pub(crate) fn contradicts(problem: &Problem, stored: &Solution, found: &Solution) -> Option<String> {
    let word = |of: &Solution, field: &str| of.word(field).map(str::to_string);
    if word(stored, "first").is_some_and(|first| first != problem.color().to_string()) {
        return Some("the stored side to move".to_string());
    }
    // A reader of the region alone finds the outcome that holds if the wall does: it is the one
    // before "if" in a stored answer that a proof on the whole board changed.
    let in_region = |of: &Solution| word(of, "instead_of")?.split_once(" if ").map(|(outcome, _)| outcome.to_string());
    let is_changed = in_region(stored).is_some() && in_region(found).is_none();
    for field in ["outcome", "if_other_first"] {
        let old = word(stored, field);
        let old = if is_changed && field == "outcome" { in_region(stored) } else { old };
        if let (Some(old), Some(new)) = (old, word(found, field))
            && !may_be_same(&old, &new)
        {
            return Some(format!("the stored {}", field.replace('_', " ")));
        }
    }
    let stored_open = names(stored, "undecided").unwrap_or_default();
    if names(stored, "keys").is_some_and(|keys| !are_keys(problem, &keys, &stored_open, found)) {
        return Some("the stored key moves".to_string());
    }
    if names(stored, "line").is_some_and(|line| !is_playable(problem, &line)) {
        return Some("the stored line".to_string());
    }
    let tree = word(stored, "tree").map(|tree| Collection::parse(tree.as_bytes()));
    let is_broken = |(sgf, diagnostics): &(Collection, Vec<_>)| sgf.roots().next().is_none() || !diagnostics.is_empty();
    tree.filter(is_broken).map(|_| "the stored tree".to_string())
}

/// A solution without the fields that say how far it is proved: the reference reads the region
/// alone, so it takes for granted what a zone proves. `None` where a proof on the whole board
/// changed the region's answer: the check counts such a problem as not compared.
pub(crate) fn compared(solution: &Solution) -> Option<Solution> {
    let mut part = solution.clone();
    if let Solution::Position(fields) = &mut part {
        if fields.contains_key("instead_of") {
            return None;
        }
        fields.retain(|name, _| !PROOF.contains(&name.as_str()));
    }
    Some(part)
}

/// The fields of a solution that say how far it is proved.
const PROOF: [&str; 7] = ["assumes", "idea_of", "proved", "other_proved", "proved_moves", "wrong_moves", "zone"];

/// Do two outcomes agree? An undecided one agrees with all within its bounds, lives that no reader
/// told apart agree with either of them.
fn may_be_same(old: &str, new: &str) -> bool {
    let is_decided = |(low, high)| low == high;
    match (bounds(old), bounds(new)) {
        (Some(a), Some(b)) if !is_decided(a) || !is_decided(b) => a.0 <= b.1 && b.0 <= a.1,
        _ => old == new,
    }
}

/// The least and the greatest class that the words of an outcome leave.
fn bounds(words: &str) -> Option<(Class, Class)> {
    let class = |word: &str| {
        [Class::Dead, Class::Ko, Class::Seki, Class::Alive].into_iter().find(|class| class.to_string() == word)
    };
    match words {
        "UNKNOWN" => Some((Class::Dead, Class::Alive)),
        "SEKI or ALIVE" => Some((Class::Seki, Class::Alive)),
        _ => match words.strip_prefix("UNKNOWN (").and_then(|rest| rest.strip_suffix(')')?.split_once(" to ")) {
            Some((low, high)) => Some((class(low)?, class(high)?)),
            None => class(words.split(',').next()?).map(|class| (class, class)),
        },
    }
}

fn names(of: &Solution, field: &str) -> Option<Vec<String>> {
    let list = of.get(field)?.as_array()?;
    Some(list.iter().map(|v| v.as_str().unwrap_or_default().to_string()).collect())
}

/// May these be the right first moves, up to moves that are images of each other, where those
/// others were left open beside them?
fn are_keys(problem: &Problem, keys: &[String], left_open: &[String], found: &Solution) -> bool {
    let (w, h) = problem.question.board.size();
    let symmetries = problem.automorphisms();
    let least = |name: &String| -> Option<Point> {
        let point = Point::parse(name, w, h)?;
        problem.question.board.on_board(point).then_some(())?;
        let is_shown = problem.question.region.contains(point);
        symmetries.iter().map(|&s| if is_shown { problem.image_of(point, s) } else { point }).min()
    };
    let classes = |names: &[String]| names.iter().map(least).collect::<Option<BTreeSet<Point>>>();
    let right = names(found, "keys").unwrap_or_default();
    let named = |names: &[String]| -> BTreeSet<Point> { names.iter().filter_map(least).collect() };
    let open = names(found, "undecided").unwrap_or_default();
    match (classes(keys), classes(&right)) {
        // A move that is not decided may be right or wrong.
        (Some(keys), Some(right)) => {
            // Nor of moves outside the problem's own region, which a reading may have gone beyond.
            let is_beyond = |p: &Point| !problem.question.region.contains(*p);
            let (stored_open, found_open) = (named(left_open), named(&open));
            right.iter().all(|p| keys.contains(p) || stored_open.contains(p))
                && (!open.is_empty()
                    || keys.iter().all(|p| right.contains(p) || found_open.contains(p) || is_beyond(p)))
        }
        _ => false,
    }
}

/// Can these moves be made one after the other? (A ban may be ignored for a threat.)
fn is_playable(problem: &Problem, line: &[String]) -> bool {
    [Exits::Free, Exits::Blocked].into_iter().any(|exits| {
        let Ok(area) = Area::of(&problem.question, exits) else { return false };
        let mut at = area.state(&problem.question, problem.first, Supply::NONE);
        line.iter().all(|word| {
            let free = State { ko: State::NO_KO, ..at };
            let ply = area.moves(&free).into_iter().find(|&ply| name(problem, &area, ply) == *word);
            let next = ply.and_then(|ply| area.play(&free, ply));
            at = next.unwrap_or(at);
            next.is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Who, solve};
    use serde_json::{Value, json};
    use tesuji_solver::Limits;

    #[test]
    fn each_part_of_a_stored_solution_is_held_against_what_is_found() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
        let solve = |who| solve(&problem, &Limits::default(), who).unwrap().solutions.remove(0);
        let (stored, found) = (solve(Who::Search), solve(Who::Graph));
        assert_eq!(contradicts(&problem, &stored, &found), None);
        let with = |field: &str, value: Value| {
            let mut damaged = Value::from(stored.clone());
            damaged[field] = value;
            contradicts(&problem, &damaged.into(), &found)
        };
        for (field, value) in [
            ("first", json!("black")),
            ("outcome", json!("DEAD")),
            ("if_other_first", json!("KO, the attacker needs 1 threat")),
            ("keys", json!(["A9"])),
            ("keys", json!([])),
            ("keys", json!(["Z99"])),
            ("line", json!(["B9", "B9"])),
            ("tree", json!("(;garbage")),
        ] {
            assert!(with(field, value.clone()).is_some(), "{field} {value}");
        }
        assert_eq!(with("outcome", json!("SEKI or ALIVE")), None);
        // A decided outcome must lie within the bounds of an undecided one.
        assert_eq!(with("outcome", json!("UNKNOWN")), None);
        assert_eq!(with("outcome", json!("UNKNOWN (KO to ALIVE)")), None);
        assert!(with("outcome", json!("UNKNOWN (DEAD to KO)")).is_some());
        // Any of two moves that are images of each other: of S1 and T2, R1 and T3, R2 and S3.
        let mirrored = Problem::parse("19x19 P5 X=white X ###XX|##XOO|#XO..|XO...|XO...").unwrap();
        let found = crate::judge::solve(&mirrored, &Limits::default(), Who::Search).unwrap().solutions.remove(0);
        let with = |keys: Value| contradicts(&mirrored, &json!({ "keys": keys }).into(), &found);
        assert_eq!((with(json!(["S1", "R1", "S2", "R2"])), with(json!(["S2", "T2", "T3", "S3"]))), (None, None));
        assert!(with(json!(["S2", "T2", "T3"])).is_some() && with(json!(["S2", "T2", "T3", "S3", "T1"])).is_some());
    }
}
