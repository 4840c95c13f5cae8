//! Methods for puzzles at which trial of single candidates finds nothing: impossible patterns
//! (`impossible`) and set proofs (`set-proofs`). A case is a line that begins with a puzzle; every
//! proof is checked by its own referee and against the solution.

use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use tesuji_discovery::{ImpossiblePolicy, SetPolicy, impossible, set_proofs};
use tesuji_solver::proof::Prover;
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Clock, Domain, Limits, Literal, PlainSolver, Solver, Value};

/// Impossible patterns.
pub const IMPOSSIBLE: Suite = Suite {
    name: "impossible",
    about: "impossible patterns (tridagon) in puzzles where trial of single candidates ends",
    counts: &["stuck", "with_patterns", "tridagons", "one_guarded", "false_removals", "refused_proofs"],
    load: |options| load(options, patterns),
    together: None,
};

/// Set proofs.
pub const SETS: Suite = Suite {
    name: "set-proofs",
    about: "set proofs (SK loops, multi-sector locked sets) in puzzles where trial of single candidates ends",
    counts: &["stuck", "with_proofs", "removals", "false_removals", "refused_proofs"],
    load: |options| load(options, sets),
    together: None,
};

/// The findings of an engine on candidates: goals, the number of proofs that its referee refused, a
/// line for each, and counts.
struct Proofs {
    goals: Vec<Literal>,
    refused: u64,
    line: Vec<Json>,
    counts: Vec<(&'static str, u64)>,
    complete: bool,
}

type Engine = fn(&[Domain], &Clock) -> Proofs;

struct Puzzle {
    text: String,
    engine: Engine,
}

fn load(options: &Options, engine: Engine) -> Result<Vec<Box<dyn Case>>, Error> {
    let bytes = std::fs::read(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let puzzles = text.lines().filter_map(|l| l.get(..81)).filter(|p| sudoku::domains(p).is_ok());
    Ok(puzzles.map(|p| Box::new(Puzzle { text: p.to_string(), engine }) as Box<dyn Case>).collect())
}

fn patterns(domains: &[Domain], clock: &Clock) -> Proofs {
    let net = sudoku::network();
    let (found, complete) = impossible(net, domains, &ImpossiblePolicy::default(), clock);
    let guarded = |p: &tesuji_discovery::Impossible| {
        let mut cells: Vec<_> = p.guardians.iter().map(|g| g.var).collect();
        cells.dedup();
        cells.len()
    };
    let line = found.iter().map(|p| json!({"form": p.form(net).key, "guarded": guarded(p), "goals": p.goals.len()}));
    let tridagons: Vec<_> = found.iter().filter(|p| p.is_tridagon(net)).collect();
    Proofs {
        line: line.collect(),
        refused: found.iter().filter(|p| !p.holds(net, domains)).count() as u64,
        counts: vec![
            ("with_patterns", u64::from(!found.is_empty())),
            ("tridagons", u64::from(!tridagons.is_empty())),
            ("one_guarded", u64::from(tridagons.iter().any(|p| guarded(p) == 1))),
        ],
        goals: found.into_iter().flat_map(|p| p.goals).collect(),
        complete,
    }
}

fn sets(domains: &[Domain], clock: &Clock) -> Proofs {
    let net = sudoku::network();
    let (found, complete) = set_proofs(net, domains, &SetPolicy::default(), clock);
    let line = found.iter().map(|p| json!({"form": p.form(net).key, "rank": p.rank(), "goals": p.goals.len()}));
    let mut goals: Vec<Literal> = found.iter().flat_map(|p| p.goals.clone()).collect();
    goals.sort_unstable();
    goals.dedup();
    Proofs {
        line: line.collect(),
        refused: found.iter().filter(|p| !p.holds(net, domains)).count() as u64,
        counts: vec![("with_proofs", u64::from(!found.is_empty())), ("removals", goals.len() as u64)],
        goals,
        complete,
    }
}

impl Case for Puzzle {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: &str| Report::with_line(Verdict::Skipped, json!({"puzzle": self.text, "reason": why}));
        let net = sudoku::network();
        let Ok(domains) = sudoku::domains(&self.text) else { return skipped("no puzzle") };
        let solution: Option<Vec<Value>> =
            PlainSolver.solve(net, Some(&domains), &Limits::solutions(1)).solutions.pop();
        let Some(solution) = solution else { return skipped("no solution") };
        let table = TrialNet::new(net);
        let Ok(mut prover) = Prover::new(&table, &domains, &Limits::default()) else {
            return skipped("no solution");
        };
        if prover.close(1).is_err() {
            return skipped("no solution");
        }
        let domains = prover.domains();
        if domains.iter().all(|d| d.is_single()) {
            return Report::of(Verdict::Agree);
        }
        let start = Instant::now();
        let clock = Limits::default().with_time(options.time.max(Duration::from_secs(1))).start();
        let found = (self.engine)(&domains, &clock);
        let seconds = start.elapsed().as_secs_f64();
        let wrong = found.goals.iter().filter(|g| solution[g.var.index()] == g.value).count() as u64;
        let good = wrong == 0 && found.refused == 0;
        let line = json!({
            "puzzle": self.text, "found": found.line, "seconds": (seconds * 100.0).round() / 100.0,
            "complete": found.complete,
        });
        let mut report = Report::with_line(if good { Verdict::Agree } else { Verdict::Differ }, line);
        let all = [("stuck", 1), ("false_removals", wrong), ("refused_proofs", found.refused)];
        report.tally = all.into_iter().chain(found.counts).map(|(name, n)| (name, None, n)).collect();
        report
    }
}
