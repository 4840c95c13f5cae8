//! Trial depth: tab-separated lines of a puzzle and its T&E class (`TE0` … in a column of its own),
//! or a table with a header and a `B` rating (B = 0 exactly for T&E(0), B > 0 exactly for T&E(1)).

use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use serde_json::json;
use std::time::Duration;
use tesuji_solver::Limits;
use tesuji_solver::trial::{Outcome, trial_depth};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "te-depth",
    about: "trial depth of puzzles with a T&E class or a B rating",
    counts: &[],
    load,
    together: None,
};

/// A single deep puzzle may take this long even when the time per case is set lower.
const DEEP: Duration = Duration::from_secs(25);
/// Deeper classes are not looked for.
const MAX: u8 = 3;

struct Depth {
    number: usize,
    puzzle: String,
    want: Result<u8, String>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let text = std::fs::read(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    let text = String::from_utf8_lossy(&text);
    let mut rating = None;
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let fields: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        if fields[0] == "puzzle" {
            rating = fields.iter().position(|&f| f == "B");
            if rating.is_none() {
                return Err(Error::Input("the header has no column `B`".to_string()));
            }
            continue;
        }
        let want = match rating {
            Some(b) => from_rating(fields.get(b).copied()),
            None => from_class(&fields),
        };
        cases.push(Box::new(Depth { number: i + 1, puzzle: fields[0].trim().to_string(), want }));
    }
    Ok(cases)
}

fn from_rating(field: Option<&str>) -> Result<u8, String> {
    let field = field.unwrap_or_default().trim();
    let b: f64 = field.parse().map_err(|_| format!("`{field}` is no B rating"))?;
    Ok(u8::from(b > 0.0))
}

fn from_class(fields: &[&str]) -> Result<u8, String> {
    let class = fields.iter().skip(1).find_map(|f| f.trim().strip_prefix("TE"));
    let class = class.ok_or_else(|| "no T&E class (`TE0`, `TE1`, …) in the line".to_string())?;
    class.parse().map_err(|_| format!("`TE{class}` is no T&E class"))
}

impl Case for Depth {
    fn run(&self, options: &Options) -> Report {
        let bad = |why: &str| Report::with_line(Verdict::Skipped, json!({ "case": self.number, "reason": why }));
        let want = match &self.want {
            Ok(want) => *want,
            Err(why) => return bad(why),
        };
        let domains = match sudoku::domains(&self.puzzle) {
            Ok(domains) => domains,
            Err(why) => return bad(&why),
        };
        let limits = Limits::default().with_time(options.time.max(DEEP));
        let found = trial_depth(sudoku::network(), &domains, MAX.max(want), &limits);
        let verdict = match found.outcome {
            Outcome::Depth(k) if k == want => return Report::of(Verdict::Agree).count_in("depth", k.to_string()),
            Outcome::GaveUp(_) => Verdict::Unknown,
            _ => Verdict::Differ,
        };
        let line = json!({
            "case": self.number,
            "puzzle": self.puzzle,
            "expected": want,
            "got": found.outcome,
            "trials": found.trials,
        });
        Report::with_line(verdict, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_formats() {
        assert_eq!(from_rating(Some("0")), Ok(0));
        assert_eq!(from_rating(Some("3")), Ok(1));
        assert!(from_rating(None).is_err() && from_rating(Some("x")).is_err());
        assert_eq!(from_class(&["puzzle", "sol1", "TE3", "1us"]), Ok(3));
        assert!(from_class(&["puzzle", "sol1"]).is_err() && from_class(&["puzzle", "TEx"]).is_err());
    }

    #[test]
    fn a_wrong_label_is_a_difference_and_a_wrong_line_is_skipped() {
        let options = Options { limit: 9, ..Options::of("p".into(), Duration::from_secs(1)) };
        // A full grid but for its first row: singles do.
        let rows = "456789123789123456231564897564897231897231564312645978645978312978312645";
        let puzzle = format!("{}{rows}", ".".repeat(9));
        let run = |puzzle: &str, want| Depth { number: 1, puzzle: puzzle.into(), want: Ok(want) }.run(&options).verdict;
        assert_eq!(run(&puzzle, 0), Verdict::Agree);
        assert_eq!(run(&puzzle, 1), Verdict::Differ);
        assert_eq!(run("12", 0), Verdict::Skipped);
    }
}
