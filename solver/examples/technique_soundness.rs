//! Checks every instance of every technique along the grading path of 81-character lines against
//! the solution: none may remove a value of it.
//! `cargo run --release -p tesuji-solver --example technique_soundness -- [--every K] FILE...`
//!
//! Prints, by file, the puzzles, states and instances checked, then the instances by technique;
//! ends with 1 if one was wrong.

use clap::Parser;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::ExitCode;
use tesuji_solver::grade::{apply, next_step, start};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{
    Board, Catalog, Domain, FastSolver, HouseKind, Limits, Network, NetworkError, Solver, Stop, Store, Value, Var,
};

fn rules() -> Result<Network, NetworkError> {
    let mut net = Network::with_vars(81, Domain::range(1, 9));
    let mut house = |kind, cells: &dyn Fn(u32) -> u32| {
        net.add_house(RuleSpec::AllDifferent { vars: (0..9).map(|i| Var(cells(i))).collect() }, kind)
    };
    for h in 0..9 {
        house(HouseKind::Line(0), &|i| h * 9 + i)?;
    }
    for h in 0..9 {
        house(HouseKind::Line(1), &|i| i * 9 + h)?;
    }
    for h in 0..9 {
        house(HouseKind::Region, &|i| (h / 3 * 3 + i / 3) * 9 + h % 3 * 3 + i % 3)?;
    }
    Ok(net)
}

/// Checks the state; adds to the counts; returns the wrong instances in words.
fn check(at: &Store<'_>, catalog: &Catalog, solution: &[Value], counts: &mut BTreeMap<String, u64>) -> Vec<String> {
    let board = Board::new(at);
    let mut wrong = Vec::new();
    for technique in catalog.list() {
        let mut n = 0;
        let _ = technique.find_all(&board, &mut |d| {
            n += 1;
            let bad = d.removes.iter().any(|r| r.values.contains(solution[r.var.index()]))
                || d.places.iter().any(|l| solution[l.var.index()] != l.value);
            if bad {
                wrong.push(format!("{}: {d:?}", technique.id()));
            }
            ControlFlow::Continue(())
        });
        *counts.entry(technique.id().to_string()).or_default() += n;
    }
    wrong
}

/// No instance of a technique may remove a value of the solution.
#[derive(Parser)]
struct Args {
    /// Every K-th line
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let net = rules()?;
    let catalog = Catalog::standard();
    let Args { every, files } = Args::parse();
    let (mut counts, mut bad) = (BTreeMap::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file)?;
        let (mut puzzles, mut states, mut other) = (0, 0, 0);
        for line in text.lines().filter(|l| l.len() >= 81 && !l.starts_with('#')).step_by(every as usize) {
            let mut puzzle = net.clone();
            for (i, c) in line.chars().take(81).enumerate() {
                if let Some(d) = c.to_digit(10).filter(|&d| d > 0) {
                    puzzle.set_domain(Var(i as u32), Domain::single(d as Value));
                }
            }
            let answer = FastSolver::default().solve(&puzzle, None, &Limits::solutions(2));
            let ([solution], Stop::Exhausted) = (answer.solutions.as_slice(), answer.stop) else {
                other += 1;
                continue;
            };
            puzzles += 1;
            let Ok(mut at) = start(&puzzle) else { continue };
            let mut due = true;
            loop {
                if due {
                    states += 1;
                    for w in check(&at, &catalog, solution, &mut counts) {
                        bad += 1;
                        println!("WRONG {line} {w}");
                    }
                }
                let Some(step) = next_step(&at, &catalog) else { break };
                // Between two singles the patterns are the same but for one cell.
                due = step.places.is_empty() || at.placed().len() % 8 == 0;
                if apply(&mut at, &step).is_err() {
                    bad += 1;
                    println!("CONTRADICTION {line} {step:?}");
                    break;
                }
            }
        }
        println!("{file}: {puzzles} puzzles ({other} without one solution), {states} states, {bad} wrong so far");
    }
    for (id, n) in counts {
        println!("{n:>10} {id}");
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
