//! Where the standard shapes of a table come out among minimal positions: those that are mined from
//! solved problems (`--book`, records as JSON lines). A shape is made smaller as a mined position
//! is, and *found* where a mined form has its outcomes, *exact* where stones and liberties are the
//! same too. One case: the whole table.

use super::{read, table};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use tesuji_discovery::{MinimalPolicy, Minimals, minimal, reduce};
use tesuji_genre::Record;
use tesuji_go::read::shapes;
use tesuji_go::{Minimal, Question};
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "minimal-shapes",
    about: "where standard shapes (shapes.tsv) rank among minimal positions of solved problems (--book)",
    counts: &["shapes", "found", "exact", "forms"],
    load,
    together: None,
};

/// The number of shapes that have to be found, and the number of first forms to look through.
const WANTED: (usize, usize) = (15, 60);
/// The form of what has no room at all.
const NOTHING: &str = "no room";
/// Puzzles in which a form occurs at least.
const SUPPORT: u64 = 2;

struct Run {
    shapes: Vec<(String, Option<Question>)>,
    records: Vec<Record>,
}

fn load(options: &Options) -> Cases {
    let book = options.book.as_deref().ok_or_else(|| Error::Input("--book: solved problems are needed".into()))?;
    let text = read(book)?;
    let lines = String::from_utf8_lossy(&text).into_owned();
    let records = options.select(lines.lines().filter_map(|line| Record::from_json(line).ok()));
    let shape = |row: BTreeMap<&str, String>| {
        let name = row.get("name").cloned().unwrap_or_default();
        let picture = row.iter().find(|(column, _)| column.starts_with("picture")).map(|(_, text)| text.as_str());
        let question = match picture {
            Some(picture) if !picture.is_empty() => Question::from_picture(picture).ok(),
            _ => shapes::named(&name),
        };
        (name, question)
    };
    let rows = table(options)?;
    let shapes = rows.iter().map(|row| shape(row.iter().map(|(c, text)| (c.as_str(), text.clone())).collect()));
    Ok(vec![Box::new(Run { shapes: shapes.collect(), records })])
}

impl Case for Run {
    fn run(&self, options: &Options) -> Report {
        let Some(genre) = tesuji_genres::get("tsumego") else { return Report::of(Verdict::Skipped) };
        let policy = MinimalPolicy {
            nodes: options.nodes.unwrap_or(MinimalPolicy::default().nodes),
            ..MinimalPolicy::default()
        };
        let mined: Minimals = minimal(genre, &self.records, &policy, &Limits::default().start());
        let ranked = mined.ranked(SUPPORT);
        let mut lines: Vec<Json> = Vec::new();
        let (mut found, mut exact) = (0, 0);
        for (name, question) in &self.shapes {
            let position = question.as_ref().and_then(|q| Minimal::of(q, None));
            let reduced = position.and_then(|p| reduce(Box::new(p), &policy));
            let Some(reduced) = reduced else {
                lines.push(json!({"shape": name}));
                continue;
            };
            let (form, variant) = (reduced.form(), reduced.variant());
            let rank = ranked.iter().position(|c| c.form == form);
            let seen = |of: &dyn Fn(&str) -> bool| -> u64 {
                let own = rank.into_iter().flat_map(|i| &ranked[i].variants);
                own.filter(|(variant, _)| of(variant)).map(|(_, n)| n).sum()
            };
            // With the same outcomes for either side first; and with the same stones and liberties.
            let outcomes = seen(&|other| other.starts_with(&format!("{}:", reduced.verdict)));
            let exactly = seen(&|other| other == variant);
            // A shape of which nothing is left is none.
            let is_first = rank.is_some_and(|rank| rank < WANTED.1) && form != NOTHING;
            found += u64::from(is_first && outcomes > 0);
            exact += u64::from(is_first && exactly > 0);
            lines.push(json!({
                "shape": name, "form": form, "variant": variant, "rank": rank.map(|i| i + 1),
                "with_outcomes": outcomes, "exactly": exactly,
            }));
        }
        let top: Vec<Json> = ranked
            .iter()
            .take(WANTED.1)
            .map(|c| json!({"form": c.form, "puzzles": c.puzzles, "picture": c.examples.first().map(|e| &e.picture)}))
            .collect();
        let good = found >= WANTED.0 as u64;
        let line = json!({"shapes": lines, "top": top, "summary": mined.summary});
        let mut report = Report::with_line(if good { Verdict::Agree } else { Verdict::Differ }, line);
        let counts =
            [("shapes", self.shapes.len() as u64), ("found", found), ("exact", exact), ("forms", mined.len() as u64)];
        report.tally = counts.into_iter().map(|(name, n)| (name, None, n)).collect();
        report
    }
}
