//! Measures the processor time that each variant of a file takes: until its one solution is proved, or
//! with `candidates` until all values that occur in solutions are known. Prints a line of JSON for
//! each, to compare with another program.
//!
//! `variant_times solve|candidates FILE [ROUNDS] [SECONDS]`; the file has lines of JSON with `name`
//! and `input`.

use clap::{Parser, ValueEnum};
use cpu_time::ThreadTime;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tesuji_genre::clue::ClueGenre;
use tesuji_pencil::VARIANT;
use tesuji_pencil::variant::Constraint;
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::{Limits, Var};

/// Adds the types of the constraints, with those inside others.
fn kinds(all: &[Constraint], into: &mut BTreeSet<&'static str>) {
    for c in all {
        into.insert(c.kind.name);
        kinds(&c.inner, into);
    }
}

/// Reads a variant and answers the question: the types of its constraints, and what was found.
fn run(text: &str, question: Question, limits: &Limits) -> Result<(BTreeSet<&'static str>, Json), String> {
    let puzzle = ClueGenre::parse(&VARIANT, text).map_err(|bad| bad.to_string())?.puzzle;
    let layout = VARIANT.layout(&puzzle.structure, &puzzle.clues).map_err(|bad| bad.to_string())?;
    let mut domains = layout.network.domains().to_vec();
    VARIANT.for_each_pattern(&puzzle.structure, &puzzle.clues, &mut |_, var, keep| domains[var.index()] &= keep);
    let mut names = BTreeSet::new();
    kinds(&puzzle.structure.constraints, &mut names);
    let cells = puzzle.structure.grid.cells();
    let answer = if question == Question::Candidates {
        let mut session = Session::within(&layout.network, &domains, Policy::default());
        let found = session.candidates(&[], 1, limits);
        let values: Vec<u64> = (0..cells as u32).map(|var| found.domain(Var(var)).0).collect();
        json!({"values": values, "stop": format!("{:?}", found.stop)})
    } else {
        let answer = layout.solve(&domains, limits);
        let first = answer.solutions.first().map(|s| s[..cells].to_vec());
        json!({"solutions": answer.solutions.len(), "first": first, "stop": format!("{:?}", answer.stop)})
    };
    Ok((names, answer))
}

/// The question about each variant.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Question {
    /// Its one solution
    Solve,
    /// The values that occur in solutions
    Candidates,
}

/// Measures the processor time of each variant of a file.
#[derive(Parser)]
struct Args {
    /// The question
    question: Question,
    /// Lines of JSON with `name` and `input`
    file: PathBuf,
    /// Rounds over all cases
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Seconds that a case may take
    #[arg(default_value_t = 60)]
    seconds: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let file = args.file.display();
    let text = match std::fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(bad) => {
            eprintln!("{file}: {bad}");
            return ExitCode::FAILURE;
        }
    };
    let mut cases: Vec<Json> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(case) => cases.push(case),
            Err(bad) => {
                eprintln!("{file}, line {}: {bad}", i + 1);
                return ExitCode::FAILURE;
            }
        }
    }
    let limits = Limits::solutions(2).with_time(Duration::from_secs(args.seconds));
    let mut answers = vec![json!({}); cases.len()];
    let mut times = vec![Duration::ZERO; cases.len()];
    // A round goes through all cases, so that no case finds its own network in a cache.
    for _ in 0..args.rounds {
        for (i, case) in cases.iter().enumerate() {
            let start = ThreadTime::now();
            let found = run(case["input"].as_str().unwrap_or_default(), args.question, &limits);
            times[i] += start.elapsed();
            answers[i] = match found {
                Ok((types, answer)) => json!({"types": types, "answer": answer}),
                Err(bad) => json!({"refused": bad}),
            };
        }
    }
    for ((case, answer), time) in cases.iter().zip(answers).zip(times) {
        let ms = (time.as_secs_f64() / args.rounds as f64 * 1e6).round() / 1e3;
        println!("{}", json!({"name": case["name"], "ms": ms, "told": answer}));
    }
    ExitCode::SUCCESS
}
