//! Braid ratings: a tab-separated table with a header whose column `B` says by braids of which
//! length a puzzle is solved.

use crate::{Case, Error, Options, Report, Suite, Verdict, sudoku};
use serde_json::json;
use std::sync::OnceLock;
use tesuji_solver::Limits;
use tesuji_solver::proof::{Braid, braid_rating};
use tesuji_solver::trial::TrialNet;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "braid-rating",
    about: "the most truths of a least core, beside the B rating of a table",
    counts: &[],
    load,
    together: None,
};

/// Longer braids are not looked for.
const MOST: usize = 16;

fn net() -> &'static TrialNet<'static> {
    static NET: OnceLock<TrialNet<'static>> = OnceLock::new();
    NET.get_or_init(|| TrialNet::new(sudoku::network()))
}

struct Rated {
    number: usize,
    puzzle: String,
    want: Option<usize>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let text = std::fs::read_to_string(&options.path)
        .map_err(|e| Error::Input(format!("cannot read {}: {e}", options.path.display())))?;
    cases(&text)
}

fn cases(text: &str) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.split('\t').map(str::trim).collect::<Vec<_>>()));
    let rating = lines.next().and_then(|(_, head)| head.iter().position(|f| *f == "B"));
    let rating = rating.ok_or_else(|| Error::Input("the header has no column `B`".to_string()))?;
    let case = |(number, fields): (usize, Vec<&str>)| {
        let want = fields.get(rating).and_then(|f| f.parse().ok());
        Box::new(Rated { number, puzzle: fields[0].to_string(), want }) as Box<dyn Case>
    };
    Ok(lines.filter(|(_, fields)| !fields[0].is_empty()).map(case).collect())
}

impl Case for Rated {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: &str| Report::with_line(Verdict::Skipped, json!({ "case": self.number, "reason": why }));
        let Some(want) = self.want else { return skipped("no B rating") };
        let domains = match sudoku::domains(&self.puzzle) {
            Ok(domains) => domains,
            Err(why) => return skipped(&why),
        };
        let found = braid_rating(net(), &domains, MOST, &Limits::default().with_time(options.time));
        let verdict = match found {
            Braid::Length(n) if n == want => return Report::of(Verdict::Agree).count_in("length", n.to_string()),
            Braid::GaveUp(_) => Verdict::Unknown,
            _ => Verdict::Differ,
        };
        let line = json!({ "case": self.number, "puzzle": self.puzzle, "expected": want, "got": found });
        Report::with_line(verdict, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_needs_the_column() {
        let read = |text: &str| cases(text).map(|c| c.len());
        assert!(matches!(read("puzzle\tSER\n1\t2\n"), Err(Error::Input(_))));
        assert!(matches!(read("puzzle\tB\n1\t2\n\n3\t\n"), Ok(2)));
    }
}
