//! Sudoku lines: the fast engine and SAT agree on the solutions up to two, the reference solver too
//! where it finishes.

use super::pencil::{Says, fast, sat, simple};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "sudoku-lines",
    about: "81-character lines: fast, SAT and the reference solver agree",
    counts: &["none", "unique", "multiple", "simple_unfinished"],
    load,
    together: None,
};

struct Line {
    number: usize,
    text: String,
    /// Search nodes of the reference solver.
    nodes: u64,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let text = std::fs::read(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.trim_start().starts_with('#'));
    let lines: Vec<_> = lines.collect();
    let asked = (lines.len() / options.every.max(1)).min(options.limit).max(1) as u64;
    // The reference solver is slow: its share of a long file is small, of a short one large.
    let nodes = (400_000 / asked).clamp(80, 100_000);
    let cases = lines.into_iter().map(|(i, l)| Line { number: i + 1, text: l.trim().to_string(), nodes });
    Ok(cases.map(|c| Box::new(c) as Box<dyn Case>).collect())
}

impl Case for Line {
    fn run(&self, options: &Options) -> Report {
        let start = tesuji_pencil::read_line(&self.text)
            .map_err(|e| e.to_string())
            .and_then(|sheet| sheet.start().map_err(|e| e.to_string()));
        let (layout, domains) = match start {
            Ok(start) => start,
            Err(e) => return Report::with_line(Verdict::Skipped, json!({"case": self.number, "reason": e})),
        };
        let limits = Limits::solutions(2).with_time(options.time);
        let fast = fast(&layout, &domains, &limits);
        let sat = sat(&layout.network, &domains, &limits);
        let simple = simple(&layout, &domains, &limits.clone().with_nodes(self.nodes));
        let unfinished = matches!(simple, Says::GaveUp(_));
        let gave_up = [&fast, &sat].into_iter().any(|s| matches!(s, Says::GaveUp(_)));
        let agree = fast.agrees(&sat) && (unfinished || fast.agrees(&simple));
        let line = json!({
            "case": self.number, "puzzle": self.text,
            "fast": fast.word(), "sat": sat.word(), "simple": simple.word(),
        });
        let mut report = if gave_up {
            Report::with_line(Verdict::Unknown, line)
        } else if agree {
            Report::of(Verdict::Agree)
        } else {
            Report::with_line(Verdict::Differ, line)
        };
        match &fast {
            Says::None => report = report.count("none"),
            Says::One(_) => report = report.count("unique"),
            Says::Many(_) => report = report.count("multiple"),
            Says::GaveUp(_) => {}
        }
        if unfinished { report.count("simple_unfinished") } else { report }
    }
}
