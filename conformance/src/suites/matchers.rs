//! Forms as matchers, replayed: those that the first puzzles of a file bring up are looked for in
//! its other puzzles and, with `--book`, in the states of a regression library. Each instance needs
//! a proof that the referee accepts, and strikes nothing of the solution. A case is a state; it is
//! given to a few of the matchers, one after the other in turn.

use super::reglib::line::Line;
use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::Arc;
use tesuji_discovery::{Options as Mining, Promoted, mine};
use tesuji_genre::Record;
use tesuji_solver::proof::{CheckLimits, Prover, check};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Domain, Limits, Network, PlainSolver, Solver, Tier, Value};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "matchers",
    about: "mined forms as matchers on other puzzles and on a regression library (--book)",
    counts: &["matched", "removals", "false_removals", "refused_proofs"],
    load,
    together: None,
};

/// Puzzles that forms are mined from.
const MINED: usize = 300;
/// Forms that are replayed, and how many of them a state is given to.
const FORMS: usize = 50;
const EACH: usize = 5;

struct State {
    text: String,
    net: Arc<Network>,
    domains: Vec<Domain>,
    matchers: Vec<Arc<Promoted>>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let read = |path: &std::path::Path| {
        let bytes = std::fs::read(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let genre = tesuji_genres::get("sudoku").ok_or_else(|| Error::Input("the genre `sudoku` is missing".into()))?;
    let text = read(&options.path)?;
    let puzzles: Vec<&str> = text.lines().filter_map(|l| l.get(..81)).filter(|p| sudoku::domains(p).is_ok()).collect();
    let (mined, others) = puzzles.split_at(MINED.min(puzzles.len()));
    let records: Vec<Record> = mined.iter().filter_map(|p| genre.parse(p).ok()).map(|p| p.puzzle.record()).collect();
    let clusters = mine(genre, &records, &Mining::default());
    let forms = clusters.ranked().into_iter().take(FORMS).map(|c| c.form.key.clone());
    let matchers: Vec<Arc<Promoted>> =
        forms.filter_map(|f| Promoted::new(&f, "mined", "mined", Tier::Master, 1)).map(Arc::new).collect();
    let of_sudoku = Arc::new(sudoku::network().clone());
    let mut states: Vec<(String, Arc<Network>, Vec<Domain>)> = Vec::new();
    for puzzle in others {
        states.extend(sudoku::domains(puzzle).ok().map(|d| (puzzle.to_string(), Arc::clone(&of_sudoku), d)));
    }
    for line in options.book.as_deref().map(read).transpose()?.unwrap_or_default().lines() {
        let Ok((net, line)) = Line::read(line).and_then(|l| l.network().map(|n| (n, l)).map_err(|e| e.to_string()))
        else {
            continue;
        };
        let Ok(domains) = line.store(&net).map(|at| at.domains().to_vec()) else { continue };
        states.push((format!("library {}", line.code), Arc::new(net), domains));
    }
    let given = |at: usize| {
        (0..EACH.min(matchers.len())).map(|k| Arc::clone(&matchers[(at * EACH + k) % matchers.len()])).collect()
    };
    let cases = states.into_iter().enumerate();
    let case =
        |(at, (text, net, domains))| Box::new(State { text, net, domains, matchers: given(at) }) as Box<dyn Case>;
    Ok(cases.map(case).collect())
}

impl Case for State {
    fn run(&self, _: &Options) -> Report {
        let net = &*self.net;
        let table = TrialNet::new(net);
        let mut found = PlainSolver.solve(net, Some(&self.domains), &Limits::solutions(2)).solutions;
        let solution: Option<Vec<Value>> = if found.len() == 1 { found.pop() } else { None };
        let Ok(prover) = Prover::new(&table, &self.domains, &Limits::default()) else {
            return Report::of(Verdict::Skipped);
        };
        let domains = prover.domains();
        let (mut matched, mut removals, mut wrong, mut refused) = (0, 0, 0, 0);
        for matcher in &self.matchers {
            let _ = matcher.matches(net, &domains, &mut |m| {
                matched += 1;
                for &goal in &m.goals {
                    removals += 1;
                    wrong += u64::from(solution.as_ref().is_some_and(|s| s[goal.var.index()] == goal.value));
                    let proof = Promoted::proof(net, &domains, &m.core, goal);
                    let is_proved = proof.is_some_and(|p| check(&p, net, &domains, &CheckLimits::default()).is_ok());
                    refused += u64::from(!is_proved);
                }
                ControlFlow::Continue(())
            });
        }
        let good = wrong == 0 && refused == 0;
        let mut report = if good {
            Report::of(Verdict::Agree)
        } else {
            Report::with_line(Verdict::Differ, json!({"state": self.text, "false": wrong, "refused": refused}))
        };
        let all =
            [("matched", matched), ("removals", removals), ("false_removals", wrong), ("refused_proofs", refused)];
        report.tally = all.into_iter().map(|(name, n)| (name, None, n)).collect();
        report
    }
}
