//! Problems with a marked target and, for some, the first move of a solution.

use super::{agrees, board_of, boxed, is_told, read_until, table};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::json;
use std::time::Instant;
use tesuji_go::{Class, Color, Point, Points, Question, Role};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "tsumegojs",
    about: "problems with a marked target: the first move",
    counts: &["with_move", "open", "no_expectation"],
    load,
    together: None,
};

struct Problem {
    sgf: String,
    target: String,
    to_move: String,
    expected: String,
}

fn load(options: &Options) -> Cases {
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        Problem { sgf: field("sgf"), target: field("target"), to_move: field("PL"), expected: field("main_first_move") }
    });
    Ok(boxed(rows))
}

impl Case for Problem {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: String| Report::with_line(Verdict::Skipped, json!({ "case": self.sgf, "reason": why }));
        let Some(mv) = self.expected.get(2..4).and_then(Point::from_sgf) else {
            return Report::of(Verdict::Skipped).count("no_expectation");
        };
        let question = board_of(options, &self.sgf, None, false).and_then(|(board, _)| {
            let target = Point::from_sgf(&self.target).ok_or("no target")?;
            Question::of_target(&board, &Points::single(target)).map_err(|e| e.to_string())
        });
        let question = match question {
            Ok(q) => q,
            Err(e) => return skipped(e),
        };
        // The side of the expected move, else the one that the file names.
        let side = if self.expected.starts_with('B') || self.expected.is_empty() && self.to_move == "B" {
            Color::Black
        } else {
            Color::White
        };
        let first = question.role(side);
        let end = Instant::now() + options.time;
        let reading = match read_until(&question, first, end) {
            Ok(reading) => reading,
            Err(e) => return skipped(e),
        };
        let outcome = reading.outcome;
        let verdict = if !is_told(outcome) {
            Verdict::Unknown
        } else {
            let failed = match first {
                Role::Attacker => outcome.lives(),
                Role::Defender => outcome.class() == Some(Class::Dead),
            };
            match agrees(&question, first, &reading, &[Some(mv)], end) {
                Some(true) if !failed => Verdict::Agree,
                None => Verdict::Unknown,
                _ if super::is_proved(&question, first, &reading) => Verdict::Proved,
                _ => Verdict::Differ,
            }
        };
        let line = json!({
            "case": self.sgf, "first": first.to_string(), "expected": self.expected, "open": question.is_open(),
            "got": outcome.to_string(), "key": reading.key.map(|k| k.map_or("pass".to_string(), Point::sgf)),
            "points": question.region.len(), "picture": question.picture(), "nodes": reading.nodes,
        });
        let report = if verdict == Verdict::Agree { Report::of(verdict) } else { Report::with_line(verdict, line) };
        let report = report.count("with_move");
        if question.is_open() { report.count("open") } else { report }
    }
}
