//! Steps of a puzzle with several solutions hold in all of them.

use super::unsolved::corpus;
use tesuji_genre::{HintRequest, Next, State, Uniqueness};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Domain, Limits, Value};

/// Most solutions of a puzzle that is looked at.
const MOST: usize = 12;
/// Steps of a puzzle that are looked at.
const STEPS: usize = 60;

/// The puzzles of a genre without one of their clues that have several solutions, few enough to
/// know them all.
fn several(genre: &dyn HouseGenre) -> Vec<(String, Vec<Vec<Value>>)> {
    let mut found = Vec::new();
    for record in corpus(genre.name()).into_iter().take(3) {
        let puzzle = genre.codec().read(&record.puzzle).expect("an address");
        for place in puzzle.clues.keys().take(8) {
            let mut less = puzzle.clone();
            less.clues.remove(place);
            let Ok(text) = genre.codec().write(&less) else { continue };
            let Ok(parsed) = genre.parse(&text) else { continue };
            let limits = Limits { solutions: MOST + 1, ..Limits::default().with_nodes(200_000) };
            let Ok(solved) = genre.solve(&parsed.puzzle, &limits) else { continue };
            if solved.stop.is_complete() && (2..=MOST).contains(&solved.solutions.len()) {
                let values = |s| genre.solution_values(&text, s).expect("values");
                let solutions = solved.solutions.iter().map(values).collect();
                found.push((text, solutions));
                break;
            }
        }
    }
    found
}

#[test]
fn steps_hold_in_all_solutions() {
    let mut looked_at = 0;
    for genre in tesuji_pencil::genres::all() {
        for (text, solutions) in several(genre) {
            let puzzle = genre.parse(&text).expect("a puzzle").puzzle;
            let refused = genre.hint(&puzzle, None, &HintRequest::new(genre.catalog()));
            assert!(refused.is_err(), "{text}");
            let want = HintRequest { any_solution: true, ..HintRequest::new(genre.catalog()) };
            let mut state = State::default();
            for _ in 0..STEPS {
                let hint = genre.hint(&puzzle, Some(&state), &want).unwrap_or_else(|bad| panic!("{text}: {bad}"));
                assert_eq!(hint.uniqueness, Uniqueness::Several, "{text}");
                let Next::Step(step) = hint.next else { break };
                for place in &step.deduction.places {
                    let holds = solutions.iter().all(|s| s[place.var.index()] == place.value);
                    assert!(holds, "{text}: {}", step.words);
                    state.placed.insert(place.var.0, place.value);
                }
                for gone in &step.deduction.removes {
                    let left = solutions.iter().all(|s| !gone.values.contains(s[gone.var.index()]));
                    assert!(left, "{text}: {}", step.words);
                    *state.removed.entry(gone.var.0).or_default() |= gone.values.0;
                }
            }
            // A value that no solution has is named.
            let wrong = puzzle_values(genre, &text).into_iter().enumerate().find_map(|(var, domain)| {
                let value = domain.iter().find(|&v| solutions.iter().all(|s| s[var] != v))?;
                Some((var as u32, value))
            });
            if let Some((var, value)) = wrong {
                let state = State { placed: [(var, value)].into(), ..State::default() };
                assert!(genre.hint(&puzzle, Some(&state), &want).is_err(), "{text}: {var}={value}");
            }
            looked_at += 1;
        }
    }
    assert!(looked_at >= 20, "{looked_at} puzzles");
}

fn puzzle_values(genre: &dyn HouseGenre, text: &str) -> Vec<Domain> {
    let puzzle = genre.parse(text).expect("a puzzle").puzzle;
    match genre.view(&puzzle).expect("a view") {
        tesuji_genre::View::Clues(view) => view.network.domains().to_vec(),
        tesuji_genre::View::Reading => Vec::new(),
    }
}
