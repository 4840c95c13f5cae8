//! Runs a line of the library.

use super::line::{Line, spell};
use crate::{Case, Options, Report, Verdict};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use tesuji_solver::trial::{Outcome as TrialOutcome, trial_depth};
use tesuji_solver::{
    Board, Catalog, Deduction, Domain, Limits, Literal, Network, PlainSolver, SimpleSolver, Solver, Stop, Store,
};

/// A line and its number.
pub struct RegCase {
    /// From 1.
    pub number: usize,
    /// The line.
    pub text: String,
}

/// The effect of an instance: candidates removed, values placed; both sorted.
type Outcome = (Vec<Literal>, Vec<Literal>);

impl Case for RegCase {
    fn run(&self, options: &Options) -> Report {
        match self.check(options) {
            Ok(report) => report,
            Err(reason) => Report::with_line(Verdict::Unknown, self.line(json!({ "reason": reason }))),
        }
    }
}

impl RegCase {
    fn line(&self, more: Json) -> Json {
        let mut line = json!({ "case": self.number, "text": self.text });
        if let (Some(line), Json::Object(more)) = (line.as_object_mut(), more) {
            line.extend(more);
        }
        line
    }

    fn check(&self, options: &Options) -> Result<Report, String> {
        let line = Line::read(&self.text)?;
        let catalog = Catalog::standard().filter(|t| t.row().code == Some(line.code.as_str()));
        if catalog.list().is_empty() {
            return Ok(Report::of(Verdict::Skipped).count_in("skipped_codes", line.code));
        }
        let net = line.network().map_err(|e| e.to_string())?;
        let at = line.store(&net).map_err(|_| "the state contradicts itself".to_string())?;
        let want: Outcome = (line.eliminations.clone(), line.placements.clone());
        let fail = line.variant == "x";

        let found = outcomes(&at, &catalog, line.digits);
        let report = if fail { Report::of(Verdict::Agree).count("fail_cases") } else { Report::of(Verdict::Agree) };
        if fail && found.is_empty() {
            return Ok(report);
        }
        if !fail && found.contains(&want) {
            return Ok(report.count(if found.len() == 1 { "sole_outcome" } else { "other_outcomes" }));
        }
        let got: Vec<Json> = found.iter().map(show).collect();
        let expected = if fail { json!("nothing") } else { show(&want) };
        let proof = Proof::of(&net, &at, &want, &found, options);
        let verdict = if !fail && !found.is_empty() && proof.holds() { Verdict::Proved } else { Verdict::Differ };
        let line = self.line(json!({ "code": line.code, "expected": expected, "got": got, "proof": proof.show() }));
        Ok(Report { verdict, line: Some(line), ..report }
            .count_in("differing_codes", &self.text[1..5.min(self.text.len())]))
    }
}

/// The different outcomes of all instances that are about the digits.
fn outcomes(at: &Store<'_>, catalog: &Catalog, digits: Domain) -> BTreeSet<Outcome> {
    let board = Board::new(at);
    let mut found = BTreeSet::new();
    for technique in catalog.list() {
        let _ = technique.find_all(&board, &mut |d| {
            if digits.is_empty() || about(&d).contains(&digits) {
                found.insert(outcome(&d));
            }
            ControlFlow::Continue(())
        });
    }
    found
}

fn outcome(d: &Deduction) -> Outcome {
    let removed = d.removes.iter().flat_map(|r| r.values.iter().map(|value| Literal { var: r.var, value }));
    let mut removed: Vec<_> = removed.collect();
    let mut placed = d.places.clone();
    removed.sort_unstable();
    placed.sort_unstable();
    (removed, placed)
}

/// The digits that an instance is about, in the library's two ways: those of its pattern, those of
/// its outcome.
fn about(d: &Deduction) -> [Domain; 2] {
    let (removed, placed) = outcome(d);
    let values = |l: &mut dyn Iterator<Item = &Literal>| l.map(|l| l.value).collect::<Domain>();
    [values(&mut d.because.pattern.iter()), values(&mut removed.iter().chain(&placed))]
}

fn show((removed, placed): &Outcome) -> Json {
    let spell = |l: &[Literal]| l.iter().copied().map(spell).collect::<Vec<_>>().join(" ");
    json!({ "eliminations": spell(removed), "placements": spell(placed) })
}

/// Are both outcomes right? The solution of the givens, by two engines that share nothing, and each
/// candidate in question refuted from the state by trial.
struct Proof {
    solution: Option<Vec<u8>>,
    label_right: bool,
    ours_right: bool,
    /// The trial depth that refutes a removed candidate (or all others, for a placement).
    refuted: BTreeMap<Literal, Option<u8>>,
}

/// Deepest trial that is tried.
const DEEPEST: u8 = 3;

impl Proof {
    fn of(net: &Network, at: &Store<'_>, want: &Outcome, found: &BTreeSet<Outcome>, options: &Options) -> Proof {
        let limits = Limits::solutions(2).with_time(options.time.max(std::time::Duration::from_secs(10)));
        let unique = |solver: &dyn Solver| {
            let answer = solver.solve(net, None, &limits);
            match (answer.solutions.as_slice(), answer.stop) {
                ([one], Stop::Exhausted) => Some(one.clone()),
                _ => None,
            }
        };
        let solution = unique(&PlainSolver).filter(|s| unique(&SimpleSolver).as_ref() == Some(s));
        let refute = |l: Literal| {
            let mut domains = at.domains().to_vec();
            domains[l.var.index()] = Domain::single(l.value);
            match trial_depth(net, &domains, DEEPEST, &limits).outcome {
                TrialOutcome::Contradiction(k) => Some(k + 1),
                _ => None,
            }
        };
        let mut refuted = BTreeMap::new();
        for (removed, placed) in found.iter().chain([want]) {
            for &l in removed {
                refuted.entry(l).or_insert_with(|| refute(l));
            }
            for &l in placed {
                let others = at.domain(l.var).minus(Domain::single(l.value));
                let depths = others.iter().map(|value| refute(Literal { value, ..l }));
                refuted.entry(l).or_insert_with(|| depths.into_iter().try_fold(0, |d, k| k.map(|k| d.max(k))));
            }
        }
        let right = |o: &Outcome| {
            let in_solution = |l: &Literal| solution.as_ref().is_some_and(|s| s[l.var.index()] == l.value);
            let alive = |l: &Literal| !at.is_placed(l.var) && at.domain(l.var).contains(l.value);
            solution.is_some()
                && o.0.iter().all(|l| alive(l) && !in_solution(l))
                && o.1.iter().all(|l| alive(l) && in_solution(l))
                && o.0.iter().chain(&o.1).all(|l| refuted.get(l).is_some_and(Option::is_some))
        };
        let (label_right, ours_right) = (right(want), found.iter().all(right));
        Proof { label_right, ours_right, solution, refuted }
    }

    fn holds(&self) -> bool {
        self.label_right && self.ours_right
    }

    fn show(&self) -> Json {
        let solution = self.solution.as_ref().map(|s| s.iter().map(u8::to_string).collect::<String>());
        let refuted: BTreeMap<String, Option<u8>> = self.refuted.iter().map(|(&l, &k)| (spell(l), k)).collect();
        json!({
            "solution_by_two_engines": solution,
            "trial_depth_that_refutes": refuted,
            "label_right": self.label_right,
            "ours_right": self.ours_right,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Report {
        let options = Options::of("lines".into(), std::time::Duration::from_secs(1));
        RegCase { number: 1, text: text.to_string() }.run(&options)
    }

    /// A finished grid (a cyclic pattern of our own) less some cells, as the library writes it.
    fn grid(open: &[usize]) -> String {
        let digit = |i: usize| (i / 9 * 3 + i / 27 + i % 9) % 9 + 1;
        (0..81).map(|i| if open.contains(&i) { ".".to_string() } else { digit(i).to_string() }).collect()
    }

    #[test]
    fn agrees_differs_and_proves() {
        let full = |placed: &str| format!(":0000:1:{}:::{placed}::", grid(&[0]));
        assert_eq!(run(&full("111")).verdict, Verdict::Agree);
        // A wrong label is never agreed with, nor proved.
        assert_eq!(run(&full("112")).verdict, Verdict::Differ);
        // Nor is a right label that the technique does not find.
        let pair = format!(":0200:12:{}:311:::", grid(&[0]));
        assert_eq!(run(&pair).verdict, Verdict::Differ);
        assert_eq!(run(":0303:1:").verdict, Verdict::Unknown);
        assert_eq!(run(&format!(":9999::{}::::::", grid(&[0]))).verdict, Verdict::Skipped);
        assert_eq!(run(&format!(":0000-x::{}::", grid(&[0]))).verdict, Verdict::Differ, "it must find nothing");
        assert_eq!(run(&format!(":0300-x::{}::", grid(&[0]))).verdict, Verdict::Agree);
    }

    #[test]
    fn a_right_label_with_other_right_outcomes_is_proved() {
        let last = (80 / 9 * 3 + 80 / 27 + 80 % 9) % 9 + 1;
        let report = run(&format!(":0000::{}:::111 {last}99::", grid(&[0, 80])));
        let line = report.line.unwrap();
        assert_eq!(report.verdict, Verdict::Proved, "{line}");
        assert_eq!(line["proof"]["trial_depth_that_refutes"]["111"], 0, "no other candidate to refute: {line}");
    }
}
