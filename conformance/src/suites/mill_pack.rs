//! Sanmill packs: written back byte for byte, every line played, every claim proved or refuted by
//! solving anew.

use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use std::sync::Arc;
use tesuji_mill::exchange::{Finding, Pack, Severity, validate};
use tesuji_mill::puzzle::{Checked, check_lines, check_puzzle};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "mill-pack",
    about: "Sanmill packs: round trip, form, lines, and each puzzle's claims solved anew (--tables)",
    counts: &["errors", "warnings", "wrong_claims"],
    load,
    together: None,
};

struct Whole {
    bytes: Vec<u8>,
    pack: Option<Arc<Pack>>,
    findings: Vec<Finding>,
}

struct One {
    pack: Arc<Pack>,
    index: usize,
}

fn load(options: &Options) -> Cases {
    let bytes = std::fs::read(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    let (pack, mut findings) = Pack::read(&bytes);
    let pack = pack.map(Arc::new);
    if let Some(pack) = &pack {
        findings.extend(validate(pack));
        findings.extend(check_lines(pack));
    }
    let puzzles = pack.as_ref().map_or(0, |p| p.puzzles().len());
    let mut cases: Vec<Box<dyn Case>> = vec![Box::new(Whole { bytes, pack: pack.clone(), findings })];
    for (index, pack) in (0..puzzles).zip(std::iter::repeat_with(|| pack.clone())) {
        if let Some(pack) = pack {
            cases.push(Box::new(One { pack, index }));
        }
    }
    Ok(cases)
}

impl Case for Whole {
    fn run(&self, _: &Options) -> Report {
        let same = self.pack.as_ref().is_some_and(|p| p.export().as_bytes() == self.bytes);
        let errors: Vec<&Finding> = self.findings.iter().filter(|f| f.severity == Severity::Error).collect();
        let mut report = if same && errors.is_empty() {
            Report::of(Verdict::Agree)
        } else {
            let line = json!({"case": "pack", "expected": "the same bytes, no errors", "got": {"same": same, "errors": errors}});
            Report::with_line(Verdict::Differ, line)
        };
        report.tally.push(("errors", None, errors.len() as u64));
        report.tally.push(("warnings", None, (self.findings.len() - errors.len()) as u64));
        report
    }
}

impl Case for One {
    fn run(&self, options: &Options) -> Report {
        let Some((path, puzzle)) = self.pack.placed().nth(self.index) else { return Report::of(Verdict::Skipped) };
        match check_puzzle(&path, puzzle, &options.tables) {
            Checked::Holds => Report::of(Verdict::Agree).count_in("holds", puzzle.category.name()),
            Checked::Unknown(why) => {
                let line = json!({"case": puzzle.id, "expected": puzzle.title, "got": null, "reason": why});
                Report::with_line(Verdict::Unknown, line).count_in("unknown_by", puzzle.category.name())
            }
            Checked::Wrong(claims) => {
                let line = json!({"case": puzzle.id, "expected": puzzle.title, "got": claims.len(), "proof": claims});
                let mut report = Report::with_line(Verdict::Proved, line).count_in("wrong", puzzle.category.name());
                report.tally.push(("wrong_claims", None, claims.len() as u64));
                report
            }
        }
    }
}
