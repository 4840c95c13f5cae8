//! Proofs of our own on external puzzles: a folder (or file) of lines that begin with 81 cells. At
//! each stall of T&E(0), (1) and (2), refutations one deeper are proved, minimised, and put before
//! the referee; spoiled copies must be refused, and nothing that is proved may be a value of the
//! solution.

use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use tesuji_solver::proof::{CheckLimits, Damage, Proof, Prover, check, damage};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Literal, PlainSolver, Solver, Value};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "proofs",
    about: "proofs made on external puzzles (a folder of lines): accepted, irreducible, and refused when spoiled",
    counts: &["proofs", "by_holds", "by_prune", "spoiled", "refused"],
    load,
    together: None,
};

/// Proofs a line at depth 1, 2 and 3.
const QUOTA: [usize; 3] = [3, 1, 1];
/// A puzzle may take this long, unless `--time` says longer.
const PATIENCE: Duration = Duration::from_secs(20);

struct Line {
    file: String,
    number: usize,
    cells: String,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let bad = |path: &Path, e: std::io::Error| Error::Input(format!("cannot read {}: {e}", path.display()));
    let mut files: Vec<PathBuf> = Vec::new();
    if options.path.is_dir() {
        let entries = std::fs::read_dir(&options.path).map_err(|e| bad(&options.path, e))?;
        let data = |p: &PathBuf| p.extension().is_some_and(|e| e == "txt" || e == "tsv");
        files.extend(entries.filter_map(|e| e.ok().map(|e| e.path())).filter(data));
        files.sort();
    } else {
        files.push(options.path.clone());
    }
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for path in files {
        let text = std::fs::read(&path).map_err(|e| bad(&path, e))?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (i, line) in String::from_utf8_lossy(&text).lines().enumerate() {
            let cells: String = line.chars().take_while(|c| !c.is_whitespace()).collect();
            if sudoku::domains(&cells).is_ok() {
                cases.push(Box::new(Line { file: file.clone(), number: i + 1, cells }));
            }
        }
    }
    Ok(cases)
}

fn table() -> &'static TrialNet<'static> {
    static TABLE: OnceLock<TrialNet<'static>> = OnceLock::new();
    TABLE.get_or_init(|| TrialNet::new(sudoku::network()))
}

impl Case for Line {
    fn run(&self, options: &Options) -> Report {
        match self.prove(options) {
            Ok(report) => report,
            Err(reason) => Report::with_line(Verdict::Unknown, self.line(json!({ "reason": reason }))),
        }
    }
}

/// The findings about one puzzle.
#[derive(Default)]
struct Found {
    tally: Vec<(&'static str, Option<String>, u64)>,
    faults: Vec<Json>,
}

impl Line {
    fn line(&self, more: Json) -> Json {
        json!({ "file": self.file, "case": self.number, "puzzle": self.cells, "result": more })
    }

    fn prove(&self, options: &Options) -> Result<Report, String> {
        let net = sudoku::network();
        let domains = sudoku::domains(&self.cells)?;
        let limits = Limits::solutions(2).with_time(options.time.max(PATIENCE));
        let answer = PlainSolver.solve(net, Some(&domains), &limits);
        let [solution] = &answer.solutions[..] else { return Ok(Report::of(Verdict::Skipped)) };
        let Ok(mut prover) = Prover::new(table(), &domains, &limits) else {
            return Err("singles contradict the solution".to_string());
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.number as u64);
        let mut found = Found::default();
        for (depth, &quota) in (1u8..).zip(&QUOTA) {
            if prover.domains().iter().all(|d| d.is_single()) {
                break;
            }
            let now = prover.domains();
            let mut goals = open(&now);
            for i in (1..goals.len()).rev() {
                goals.swap(i, rng.next_u32() as usize % (i + 1));
            }
            let mut last = None;
            for goal in goals {
                if last.as_ref().map_or(0, |(n, _)| *n) >= quota {
                    break;
                }
                let Some(proof) = prover.refute(goal, depth) else { continue };
                let proof = prover.minimise(&proof).ok_or("a proof could not be minimised within the limits")?;
                found.judge(&mut prover, &proof, &now, solution);
                last = Some((last.map_or(0, |(n, _)| n) + 1, proof));
            }
            if let Some((_, proof)) = last {
                found.spoil(&proof, &now, solution, &mut rng);
            }
            if usize::from(depth) < QUOTA.len() && prover.close(depth).is_err() {
                // The proofs so far count; the deeper stall was not reached within the limits.
                found.tally.push(("deeper_stall_not_reached", None, 1));
                break;
            }
        }
        let verdict = if found.faults.is_empty() { Verdict::Agree } else { Verdict::Differ };
        let line = (!found.faults.is_empty()).then(|| self.line(Json::Array(found.faults)));
        Ok(Report { verdict, line, tally: found.tally, pair: None, figure: None })
    }
}

fn open(domains: &[Domain]) -> Vec<Literal> {
    let net = sudoku::network();
    let several = net.vars().filter(|v| !domains[v.index()].is_single());
    several.flat_map(|var| domains[var.index()].iter().map(move |value| Literal { var, value })).collect()
}

impl Found {
    fn judge(&mut self, prover: &mut Prover<'_, '_>, proof: &Proof, at: &[Domain], solution: &[Value]) {
        self.tally.push(("proofs", None, 1));
        self.tally.push(("depth", Some(proof.depth().to_string()), 1));
        if proof.literal().is_none_or(|l| solution[l.var.index()] == l.value) {
            self.faults.push(json!({ "refutes the solution": proof }));
        }
        match check(proof, sudoku::network(), at, &CheckLimits::default()) {
            Ok(verdict) => {
                self.tally.push(("by_holds", None, verdict.by_holds));
                self.tally.push(("by_prune", None, verdict.by_prune));
            }
            Err(refusal) => self.faults.push(json!({ "refused": refusal.to_string(), "proof": proof })),
        }
        if prover.is_irreducible(proof) != Some(true) {
            self.faults.push(json!({ "reducible": proof }));
        }
    }

    fn spoil(&mut self, proof: &Proof, at: &[Domain], solution: &[Value], rng: &mut ChaCha8Rng) {
        for kind in Damage::ALL {
            let Some(bad) = damage(proof, kind, sudoku::network(), solution, rng) else { continue };
            self.tally.push(("spoiled", None, 1));
            if check(&bad, sudoku::network(), at, &CheckLimits::default()).is_err() {
                let name = serde_json::to_value(kind).ok().and_then(|k| k.as_str().map(str::to_string));
                self.tally.push(("refused", None, 1));
                self.tally.push(("refused_by_kind", name, 1));
            } else {
                self.faults.push(json!({ "accepted though spoiled": kind, "proof": bad }));
            }
        }
    }
}
