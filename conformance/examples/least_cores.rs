//! Prints states of sudokus where singles stall, with the size of the least core of each removal:
//! what `conformance/smallest_mus.py` holds beside an independent tool.
//!
//! `cargo run --release -p tesuji-conformance --example least_cores -- FILE STATES`

use clap::Parser;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use tesuji_conformance::sudoku;
use tesuji_discovery::{Options, Stall, walk};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Catalog, Domain};

/// One line: for each cell its candidates, and for each removal its cell (from 0), value and the
/// truths of its least core.
fn line(stall: &Stall) -> serde_json::Value {
    let candidates: Vec<Vec<u8>> = stall.domains.iter().map(|d| d.iter().collect()).collect();
    let goals: Vec<_> = stall
        .struck
        .iter()
        .filter_map(|s| s.by.map(|i| (s.goal, stall.instances[i].core.len())))
        .map(|(goal, size)| json!([goal.var.index(), goal.value, size]))
        .collect();
    json!({ "candidates": candidates, "goals": goals })
}

/// States of sudokus where singles stall, with the size of the least core of each removal.
#[derive(Parser)]
struct Args {
    /// Puzzles, the first of a line's fields.
    file: PathBuf,
    /// So many states.
    states: usize,
}

fn main() -> ExitCode {
    let Args { file, states } = Args::parse();
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("cannot read {}: {e}", file.display());
            return ExitCode::from(2);
        }
    };
    let net = TrialNet::new(sudoku::network());
    let grid = |line: &str| sudoku::domains(line.split([' ', '\t', ',']).next().unwrap_or_default()).ok();
    let mut told = 0;
    for domains in text.lines().filter_map(grid) {
        let domains: Vec<Domain> = domains;
        let options = Options::default();
        // The first three stalls of a puzzle: later ones are mostly the same cores.
        let mut of_puzzle = 0;
        walk(&net, &domains, &Catalog::default(), (&options, &options.limits.start()), &mut |stall| {
            if of_puzzle < 3 && told < states {
                println!("{}", line(&stall));
                told += 1;
            }
            of_puzzle += 1;
        });
        if told == states {
            break;
        }
    }
    ExitCode::SUCCESS
}
