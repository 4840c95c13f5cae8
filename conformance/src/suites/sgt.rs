//! Game IDs of Simon Tatham's puzzles (Solo): each has one solution.

use super::pencil::{Says, fast, sat};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite =
    Suite { name: "sgt", about: "Simon Tatham's game IDs (solo.txt): one solution", counts: &[], load, together: None };

struct Id {
    number: usize,
    text: String,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let path = if options.path.is_dir() { options.path.join("solo.txt") } else { options.path.clone() };
    let text = std::fs::read(&path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.trim_start().starts_with('#'));
    Ok(lines.map(|(i, l)| Box::new(Id { number: i + 1, text: l.trim().to_string() }) as Box<dyn Case>).collect())
}

impl Case for Id {
    fn run(&self, options: &Options) -> Report {
        let start = tesuji_pencil::read_line(&self.text)
            .map_err(|e| e.to_string())
            .and_then(|sheet| sheet.start().map_err(|e| e.to_string()));
        let (layout, domains) = match start {
            Ok(start) => start,
            Err(e) => return Report::with_line(Verdict::Unknown, json!({"case": self.number, "reason": e})),
        };
        let limits = Limits::solutions(2).with_time(options.time);
        let got = fast(&layout, &domains, &limits);
        if matches!(got, Says::One(_)) {
            return Report::of(Verdict::Agree);
        }
        let second = sat(&layout, &domains, &limits);
        let verdict = match (&got, &second) {
            (Says::GaveUp(_), _) | (_, Says::GaveUp(_)) => Verdict::Unknown,
            (a, b) if a.agrees(b) => Verdict::Proved,
            _ => Verdict::Differ,
        };
        let line = json!({
            "case": self.number, "id": self.text, "expected": "one solution",
            "got": got.word(), "sat": second.word(),
        });
        Report::with_line(verdict, line)
    }
}
