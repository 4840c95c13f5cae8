//! States of pzprjs: solved ones are accepted, wrong ones are not taken for solutions. The suite
//! `pzprjs` asks besides that the rule which a code names refuses them.

use super::data;
use tesuji_genre::View;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Domain, Limits, Solver};

/// Is everything filled in, and does it solve the puzzle? `None`: a state of another genre, or of a
/// variation.
fn solves(genre: &dyn tesuji_pencil::house::HouseGenre, state: &str) -> Option<bool> {
    let named = state.split('/').nth(1).is_some_and(|name| genre.info().address_names.contains(&name));
    let is_letters = |f: &str| !f.is_empty() && f.chars().all(|c| c.is_ascii_lowercase());
    let is_variation = state.split('/').nth(4).is_some_and(is_letters);
    if !named || is_variation {
        return None;
    }
    let marked = genre.read_state(state).unwrap_or_else(|bad| panic!("{state}: {bad}"));
    let Ok(parsed) = genre.parse(&marked.puzzle) else { return Some(false) };
    let Ok(View::Clues(view)) = genre.view(&parsed.puzzle) else { return Some(false) };
    let mut domains = view.domains.clone();
    for mark in &marked.marks {
        let Some(values) = mark.values.or(mark.unmarked.map(Domain::single)) else { return Some(false) };
        domains[mark.var.index()] &= values;
    }
    if domains.iter().any(|d| d.is_empty()) {
        return Some(false);
    }
    let answer = LearningSolver::default().solve(&view.network, Some(&domains), &Limits::solutions(1));
    Some(!answer.solutions.is_empty())
}

#[test]
fn solved_states_are_accepted_and_wrong_ones_are_not() {
    let Some(data) = data() else { return };
    let (mut solved, mut wrong, mut faults) = (0, 0, Vec::new());
    for genre in tesuji_pencil::genres::all().into_iter().filter(|g| g.has_states()) {
        for name in genre.info().address_names {
            let Ok(text) = std::fs::read_to_string(data.join("pzprjs").join(format!("{name}.json"))) else { continue };
            let top: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let list = |key: &str| top[key].as_array().cloned().unwrap_or_default();
            for state in list("solved").iter().filter_map(|s| s.as_str()) {
                let Some(is_solution) = solves(genre, state) else { continue };
                solved += 1;
                if !is_solution {
                    faults.push(format!("refused: {state}"));
                }
            }
            for entry in list("wrong") {
                let Some(is_solution) = entry["state"].as_str().and_then(|s| solves(genre, s)) else { continue };
                // A board without marks may be an empty puzzle.
                let is_empty = entry["state"].as_str().is_some_and(|s| s.split('/').count() < 6);
                wrong += 1;
                if is_solution && !is_empty {
                    faults.push(format!("accepted in spite of {}: {}", entry["code"], entry["state"]));
                }
            }
        }
    }
    println!("{solved} solved, {wrong} wrong");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(solved >= 20 && wrong >= 50, "{solved} {wrong}");
}
