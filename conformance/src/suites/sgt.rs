//! Game IDs of Simon Tatham's puzzles: each has one solution.

use super::house::{self, files, stem, text_of};
use super::pencil::{Says, fast, sat};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "sgt",
    about: "Simon Tatham's game IDs: one solution; Spearman of scores and his levels",
    counts: &[],
    load,
    together: None,
};

struct Id {
    number: usize,
    text: String,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files(&options.path, "txt")? {
        let text = text_of(&file)?;
        let lines = text.lines().map(str::trim).enumerate().map(|(i, line)| (i + 1, line));
        let ids: Vec<(usize, &str)> = lines.filter(|(_, l)| !l.is_empty() && !l.starts_with('#')).collect();
        let name = stem(&file);
        // A file that is named otherwise holds what its first line is.
        let is_solo = name.starts_with("solo")
            || (!options.path.is_dir() && ids.first().is_some_and(|(_, id)| tesuji_pencil::read_line(id).is_ok()));
        let game = name.split(['_', '-', '.']).next().unwrap_or_default();
        if is_solo {
            cases
                .extend(ids.iter().map(|&(number, id)| Box::new(Id { number, text: id.to_string() }) as Box<dyn Case>));
        } else {
            cases.extend(house::tatham::cases(game, &ids));
        }
    }
    Ok(cases)
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
        let second = sat(&layout.network, &domains, &limits);
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
