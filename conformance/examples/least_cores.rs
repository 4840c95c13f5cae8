//! Prints states of sudokus where singles stall, with the size of the least core of each removal:
//! what `conformance/smallest_mus.py` holds beside an independent tool.
//!
//! `cargo run --release -p tesuji-conformance --example least_cores -- FILE STATES`

use serde_json::json;
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

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(file), Some(states)) = (args.first(), args.get(1).and_then(|n| n.parse::<usize>().ok())) else {
        eprintln!("expected: FILE STATES");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("cannot read {file}: {e}");
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
