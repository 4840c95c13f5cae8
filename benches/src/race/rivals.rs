//! The engines of a race that run in this process.

use super::{Puzzle, outside};
use crate::generic::domains;
use std::time::Duration;
use sudoku::Sudoku;
use tesuji_backends::{NAMES, by_name};
use tesuji_solver::{Answer, Limits, Solver, Value, Var};

/// An answer.
pub struct Solved {
    /// Solutions, up to two.
    pub count: usize,
    /// Values of the first of them, where the engine tells it.
    pub values: Option<Vec<(Var, Value)>>,
    /// Was the search complete?
    pub is_complete: bool,
    /// Did the engine look for the first solution only? It has less to do than the others.
    pub is_first_only: bool,
    /// CPU seconds, of an engine that is a process of its own.
    pub seconds: Option<f64>,
}

/// An engine's answer within a time; `None` where it does not take the puzzle.
pub(super) type Solve = Box<dyn FnMut(&Puzzle, Duration) -> Option<Solved>>;

/// An engine in the race.
pub struct Rival {
    /// Its name.
    pub name: String,
    pub(super) solve: Solve,
}

impl Rival {
    /// Its answer; `None` where it does not take the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle, limit: Duration) -> Option<Solved> {
        (self.solve)(puzzle, limit)
    }
}

/// The values of all variables, each with its variable.
pub(super) fn by_variable(values: Vec<Value>) -> Vec<(Var, Value)> {
    values.into_iter().enumerate().map(|(var, value)| (Var(var as u32), value)).collect()
}

/// The answer of one of our engines to a question for two solutions.
fn solved(answer: Answer<Vec<Value>>) -> Solved {
    let count = answer.solutions.len();
    Solved {
        count,
        values: answer.solutions.into_iter().next().map(by_variable),
        is_complete: answer.stop.is_complete() || count > 1,
        is_first_only: false,
        seconds: None,
    }
}

fn general(solver: Box<dyn Solver>) -> Solve {
    Box::new(move |puzzle, limit| {
        solver.supports(&puzzle.network).ok()?;
        let limits = Limits::solutions(2).with_time(limit);
        let answer = solver.solve(&puzzle.network, Some(&puzzle.domains), &limits);
        Some(solved(answer))
    })
}

/// The engines for puzzles of a genre, and the names of those that are not there, with the reason.
pub fn rivals(genre: &str) -> (Vec<Rival>, Vec<String>) {
    let (mut all, mut skipped) = (Vec::new(), Vec::new());
    for name in NAMES {
        match by_name(name) {
            Ok(solver) => all.push(Rival { name: (*name).to_string(), solve: general(solver) }),
            Err(why) => skipped.push(format!("{name}: {why}")),
        }
    }
    #[cfg(feature = "pumpkin")]
    {
        let solver = Box::new(tesuji_backends::Sat::<super::pumpkin::Pumpkin>::new());
        all.push(Rival { name: "pumpkin".to_string(), solve: general(solver) });
    }
    #[cfg(not(feature = "pumpkin"))]
    skipped.push("pumpkin: the solver pumpkin is not in this build: enable the feature pumpkin".to_string());
    if genre == "sudoku" {
        all.push(Rival { name: "fast, compiled once".to_string(), solve: compiled_once() });
        all.push(Rival { name: "crate sudoku".to_string(), solve: Box::new(|puzzle, _| sudoku_crate(puzzle)) });
    }
    let (outside, not_there) = outside::rivals(genre);
    all.extend(outside);
    skipped.extend(not_there);
    (all, skipped)
}

fn compiled_once() -> Solve {
    let engine = tesuji_solver::fast::Engine::compile(&crate::boxed(3, 3));
    Box::new(move |puzzle, limit| {
        let domains = domains(&puzzle.text)?;
        let answer = engine.solve(&domains, &Limits::solutions(2).with_time(limit));
        Some(solved(answer))
    })
}

fn sudoku_crate(puzzle: &Puzzle) -> Option<Solved> {
    let sudoku = Sudoku::from_str_line(puzzle.text.get(..81)?).ok()?;
    let count = sudoku.solutions_count_up_to(2);
    let values = if count == 1 { sudoku.some_solution().map(|s| by_variable(s.to_bytes().to_vec())) } else { None };
    Some(Solved { count, values, is_complete: true, is_first_only: false, seconds: None })
}
