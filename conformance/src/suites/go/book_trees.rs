//! Book problems with their solution trees: what is marked right is right, or shown wrong by a line
//! that replays.

use super::{READER, boxed, is_proved_as_read, read};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use tesuji_genre::{CHOSEN, Choosing, Parsed};
use tesuji_go::book::{Claim, Finding, Marking, Policy, StoredTree, Verified, given, position_after, verify};
use tesuji_go::{Point, Problem};
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "book-trees",
    about: "stored solution trees: marked lines are right, or shown wrong by a line that replays",
    counts: &[
        "right_leaves",
        "wrong_leaves",
        "unknown_leaves",
        "cooks",
        "refutations",
        "failed_refutations",
        "unknown_refutations",
        "contradictions",
        "unproved",
    ],
    load,
    together: None,
};

/// Positions for a problem where the command line says nothing.
const NODES: u64 = 500_000;

struct Book {
    name: String,
    parsed: Result<Parsed, String>,
}

fn load(options: &Options) -> Cases {
    let doc = read(&options.path)?;
    let mut all = Vec::new();
    let genre = tesuji_go::genres()[0];
    let is_read = genre.read(&doc, &mut |one| {
        let name = match &one {
            Ok(parsed) => parsed.notes.get("game").map_or(String::new(), |n| format!("game {n}")),
            Err(bad) => bad.at.clone().unwrap_or_default(),
        };
        all.push(Book { name, parsed: one.map_err(|bad| bad.to_string()) });
    });
    if !is_read {
        return Err(Error::Input(format!("{} is no SGF collection", options.path.display())));
    }
    Ok(boxed(all))
}

/// Is what a position comes to proved by certificates that replay?
fn is_shown(problem: &Problem, tree: &StoredTree, node: Option<usize>, line: &[Option<Point>], nodes: u64) -> bool {
    let Some((question, first)) = position_after(problem, tree, node, line) else { return false };
    if question.is_captured() {
        return true;
    }
    let Ok(found) = READER.read_widening(&question, first, &Limits::default().with_nodes(nodes)) else { return false };
    is_proved_as_read(&found, first)
}

/// How many of the tree's findings against the file have no proof that replays.
fn unproved(problem: &Problem, tree: &StoredTree, found: &Verified, nodes: u64) -> u64 {
    let leaves = found.leaves.iter().filter_map(|leaf| match &leaf.finding {
        Finding::Refuted { after, line, .. } => Some(is_shown(problem, tree, Some(*after), line, nodes)),
        _ => None,
    });
    let cooks = found.cooks.iter().map(|cook| is_shown(problem, tree, None, &cook.moves, nodes));
    leaves.chain(cooks).filter(|shown| !shown).count() as u64
}

impl Book {
    fn verified(&self, nodes: u64) -> Result<(Problem, StoredTree, Verified), String> {
        let parsed = self.parsed.clone()?.settled(&Choosing::default()).map_err(|bad| bad.what)?;
        let problem = Problem::parse(&parsed.puzzle.text).map_err(|e| e.what)?;
        let tree = given(&problem, &parsed.notes).map_err(|bad| bad.what)?.ok_or("no solution is stored")?;
        let marking = if parsed.notes.contains_key(CHOSEN) { Marking::Chosen(None) } else { Marking::Marked };
        let found = verify(&problem, &tree, marking, &Limits::default().with_nodes(nodes), Policy::default());
        found.map(|found| (problem, tree, found)).map_err(|bad| bad.what)
    }
}

impl Case for Book {
    fn run(&self, options: &Options) -> Report {
        let nodes = options.nodes.unwrap_or(NODES);
        let (problem, tree, found) = match self.verified(nodes) {
            Ok(all) => all,
            Err(why) => return Report::with_line(Verdict::Unknown, json!({ "case": self.name, "reason": why })),
        };
        let count = |claim: Claim, wanted: fn(&Finding) -> bool| {
            found.leaves.iter().filter(|leaf| leaf.claim == claim && wanted(&leaf.finding)).count() as u64
        };
        let holds = |f: &Finding| *f == Finding::Holds;
        let fails = |f: &Finding| matches!(f, Finding::Refuted { .. });
        let open = |f: &Finding| *f == Finding::Unknown;
        let unproved = unproved(&problem, &tree, &found, nodes);
        let tally = [
            ("right_leaves", count(Claim::Right, holds)),
            ("wrong_leaves", count(Claim::Right, fails)),
            ("unknown_leaves", count(Claim::Right, open)),
            ("cooks", found.cooks.len() as u64),
            ("refutations", count(Claim::Wrong, holds)),
            ("failed_refutations", count(Claim::Wrong, fails)),
            ("unknown_refutations", count(Claim::Wrong, open)),
            ("contradictions", found.faults.len() as u64),
            ("unproved", unproved),
        ];
        let n = |name: &str| tally.iter().find(|(other, _)| *other == name).map_or(0, |t| t.1);
        let differs = n("wrong_leaves") + n("cooks") + n("failed_refutations") + n("contradictions") > 0;
        let verdict = match (differs, unproved) {
            (true, 0) => Verdict::Proved,
            (true, _) => Verdict::Differ,
            (false, _) if n("unknown_leaves") > 0 => Verdict::Unknown,
            (false, _) => Verdict::Agree,
        };
        let mut report = if verdict == Verdict::Agree {
            Report::of(verdict)
        } else {
            Report::with_line(verdict, self.line(&problem, &tree, &found))
        };
        report.tally.extend(tally.into_iter().map(|(name, n)| (name, None, n)));
        report
    }
}

impl Book {
    /// The findings about a problem.
    fn line(&self, problem: &Problem, tree: &StoredTree, found: &Verified) -> Value {
        let h = problem.question.board.size().1;
        let name = |mv: &Option<Point>| mv.map_or("pass".to_string(), |p| p.name(h));
        let moves = |line: &[Option<Point>]| line.iter().map(name).collect::<Vec<_>>().join(" ");
        let leaves = found.leaves.iter().filter_map(|leaf| {
            let claim = format!("{:?}", leaf.claim).to_lowercase();
            let at = &tree.nodes[leaf.node].path;
            match &leaf.finding {
                Finding::Holds => None,
                Finding::Unknown => Some(json!({ "at": at, "claim": claim, "unknown": true })),
                Finding::Refuted { after, line, .. } => {
                    let played: Vec<Option<Point>> = tree.line(*after).into_iter().map(|i| tree.nodes[i].mv).collect();
                    Some(json!({ "at": at, "claim": claim, "after": moves(&played), "line": moves(line) }))
                }
            }
        });
        let cooks: Vec<Value> = found
            .cooks
            .iter()
            .map(|c| json!({ "moves": moves(&c.moves), "called_wrong": c.is_called_wrong }))
            .collect();
        let faults: Vec<Value> = found.faults.iter().map(|f| json!({ "at": f.at, "what": f.what })).collect();
        let right: Vec<String> = tree.right_first_moves().iter().map(|p| p.name(h)).collect();
        json!({
            "case": self.name, "first": problem.color().to_string(), "target": problem.question.target.first().map(|p| p.name(h)),
            "given": right, "found": found.found.get("keys"), "outcome": found.outcome.to_string(),
            "other_question": found.is_other_question, "leaves": leaves.collect::<Vec<_>>(), "cooks": cooks, "faults": faults,
        })
    }
}
