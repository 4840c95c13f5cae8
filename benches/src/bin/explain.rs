//! `explain FILE…`: records the root propagation of every 81-character line, and two levels of
//! decisions below it; every removal must be explained by strictly older facts, every conflict too.
//! Exits 1 if one is not.

use clap::Parser;
use std::process::ExitCode;
use tesuji_benches::{boxed, cpu_time, parse_line};
use tesuji_solver::fast::Engine;
use tesuji_solver::{Domain, Literal};

#[derive(Default)]
struct Tally {
    propagations: usize,
    removals: usize,
    reasons: usize,
    conflicts: usize,
    bad: usize,
}

/// Checks one propagation; true if it came to a fixpoint.
fn check(engine: &Engine, domains: &[Domain], tally: &mut Tally) -> bool {
    let times = engine.record(domains);
    tally.propagations += 1;
    for &literal in times.removals() {
        tally.removals += 1;
        let time = times.time(literal);
        let older = |l: &Literal| times.time(*l) < time && times.time(*l).is_some();
        match times.why(literal) {
            Some(reason) if reason.because.iter().all(older) => tally.reasons += reason.because.len(),
            _ => tally.bad += 1,
        }
    }
    if times.is_conflict() {
        tally.conflicts += 1;
        tally.bad += usize::from(times.why_conflict().is_none());
    }
    !times.is_conflict()
}

/// Every recorded removal and conflict must be explained by older facts.
#[derive(Parser)]
struct Args {
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> ExitCode {
    let Args { files } = Args::parse();
    let engine = Engine::compile(&boxed(3, 3));
    let mut bad = 0;
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            eprintln!("{file}: cannot be read");
            return ExitCode::from(1);
        };
        let (mut tally, mut root) = (Tally::default(), Tally::default());
        let time = cpu_time(|| {
            for givens in text.lines().filter_map(parse_line) {
                let domain = |v: &u8| if *v == 0 { Domain::range(1, 9) } else { Domain::single(*v) };
                let mut domains: Vec<Domain> = givens.iter().map(domain).collect();
                check(&engine, &domains, &mut root);
                for _ in 0..2 {
                    let Ok(fixpoint) = engine.propagate(&domains) else { break };
                    let Some(open) = fixpoint.iter().position(|d| d.len() > 1) else { break };
                    let value = fixpoint[open].min().unwrap_or(0);
                    domains = fixpoint;
                    let rest = domains[open].minus(Domain::single(value));
                    domains[open] = Domain::single(value);
                    if !check(&engine, &domains, &mut tally) {
                        domains[open] = rest;
                        check(&engine, &domains, &mut tally);
                    }
                }
            }
        });
        println!(
            "{file}: roots {} with {} removals; below {} propagations, {} removals, {} conflicts; {:.1} reasons a removal; unexplained {}; {:.2} s",
            root.propagations,
            root.removals,
            tally.propagations,
            tally.removals,
            tally.conflicts + root.conflicts,
            (root.reasons + tally.reasons) as f64 / (root.removals + tally.removals).max(1) as f64,
            root.bad + tally.bad,
            time.as_secs_f64()
        );
        bad += root.bad + tally.bad;
    }
    ExitCode::from(u8::from(bad > 0))
}
