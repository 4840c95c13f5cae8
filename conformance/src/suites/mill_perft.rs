//! Counts of leaves: lines of a position string, a tab, and a list of counts at depths 1, 2, … A
//! position decided before the horizon counts as one leaf.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_mill::{RuleSet, fen, perft};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "mill-perft",
    about: "leaves of the game tree of nine men's morris at each depth (position, tab, list of counts)",
    counts: &["leaves"],
    load,
    together: None,
};

struct Row {
    line: usize,
    fen: String,
    depth: u32,
    leaves: u64,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let input = |what: String| Error::Input(format!("{}: {what}", options.path.display()));
    let text = std::fs::read_to_string(&options.path).map_err(|e| input(e.to_string()))?;
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let bad = || input(format!("line {} is no position, tab, list of counts", i + 1));
        let (fen, counts) = line.split_once('\t').ok_or_else(bad)?;
        let counts: Vec<u64> = serde_json::from_str(counts).map_err(|_| bad())?;
        for (depth, leaves) in (1..).zip(counts) {
            cases.push(Box::new(Row { line: i + 1, fen: fen.to_string(), depth, leaves }));
        }
    }
    Ok(cases)
}

impl Case for Row {
    fn run(&self, _: &Options) -> Report {
        let rules = RuleSet::STANDARD;
        let case = json!({"line": self.line, "depth": self.depth});
        let position = match fen::parse(&rules, &self.fen) {
            Ok(parsed) => parsed.position,
            Err(e) => {
                let line = json!({"case": case, "expected": self.leaves, "got": e.to_string()});
                return Report::with_line(Verdict::Differ, line);
            }
        };
        let got = perft::actions(&rules, &position, self.depth);
        let mut report = if got == self.leaves {
            Report::of(Verdict::Agree)
        } else {
            Report::with_line(
                Verdict::Differ,
                json!({"case": case, "fen": self.fen, "expected": self.leaves, "got": got}),
            )
        };
        report.tally.push(("leaves", None, got));
        report
    }
}
