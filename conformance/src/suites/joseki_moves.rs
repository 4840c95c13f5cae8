//! Positions with the joseki moves that Pachi reports for them: marks, circles, colours, ratings,
//! ranges.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_joseki::book_file;
use tesuji_joseki::gtp::Engine;
use tesuji_joseki::variation::Book;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "joseki-moves",
    about: "recorded positions (joseki_moves.jsonl) with --book joseki19.gtp: the same replies over GTP",
    counts: &["moves", "ranges"],
    load,
    together: None,
};

struct Recorded {
    book: Arc<Book>,
    line: usize,
    case: Result<Value, String>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let path = if options.path.is_dir() { options.path.join("joseki_moves.jsonl") } else { options.path.clone() };
    let read = |path: &std::path::Path| {
        std::fs::read_to_string(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))
    };
    let text = read(&path)?;
    let book = options.book.clone().unwrap_or_else(|| path.with_file_name("joseki19.gtp"));
    let mut problem = None;
    let name = book.display().to_string();
    let book = book_file::read(&name, &read(&book)?, &mut |p| problem = problem.take().or(Some(p.to_string())));
    if let Some(problem) = problem {
        return Err(Error::Input(problem));
    }
    let book = Arc::new(book);
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    let recorded = |(i, l): (usize, &str)| {
        let case = serde_json::from_str(l).map_err(|e| e.to_string());
        Box::new(Recorded { book: Arc::clone(&book), line: i + 1, case }) as Box<dyn Case>
    };
    Ok(lines.map(recorded).collect())
}

/// The marks, by their points.
type Drawing = BTreeMap<String, BTreeSet<String>>;

fn drawing(reply: &str) -> Drawing {
    let mut drawing = Drawing::new();
    for line in reply.lines() {
        let (what, at) = line.rsplit_once(' ').unwrap_or((line, ""));
        drawing.entry(what.to_string()).or_default().insert(at.to_string());
    }
    drawing
}

fn words(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str()).map(str::to_string).collect()
}

/// Asks; the reply without its frame.
fn ask(engine: &mut Engine, command: &str) -> Result<String, String> {
    let reply = engine.answer(command).unwrap_or_default();
    let text = reply.strip_prefix("= ").ok_or_else(|| format!("{command}: {}", reply.trim()))?;
    Ok(text.trim_end().to_string())
}

impl Recorded {
    /// The differences: what, expected, got.
    fn differences(&self, case: &Value) -> Result<Vec<Value>, String> {
        let mut engine = Engine::new(Book::clone(&self.book));
        let mut differences = Vec::new();
        let mut compare = |what: String, wanted: Value, got: Value| {
            if wanted != got {
                differences.push(json!({"what": what, "expected": wanted, "got": got}));
            }
        };
        ask(&mut engine, &format!("boardsize {}", case["size"]))?;
        for mv in case["moves"].as_array().into_iter().flatten() {
            let word = |i: usize| mv[i].as_str().unwrap_or_default();
            ask(&mut engine, &format!("play {} {}", word(0), word(1)))?;
        }
        let reply = ask(&mut engine, "gogui-joseki_moves")?;
        for (centre, points) in case["range"].as_object().into_iter().flatten() {
            let mut range = drawing(&ask(&mut engine, &format!("gogui-joseki_show_pattern {centre}"))?);
            compare(format!("range {centre}"), json!(words(points)), json!(range.remove("COLOR #ffa200")));
            compare(format!("range {centre}, other lines"), json!(Drawing::new()), json!(range));
        }
        if !words(&case["text"]).is_empty() {
            compare("text".to_string(), json!(words(&case["text"])), json!([reply]));
            return Ok(differences);
        }
        let mut drawn = drawing(&reply);
        for (what, name) in [("MARK", "mark"), ("CIRCLE", "circle")] {
            let got = drawn.remove(what).unwrap_or_default();
            compare(name.to_string(), json!(words(&case[name])), json!(got));
        }
        let background = drawn.remove("COLOR #0800ff").unwrap_or_default().len();
        compare("n_background_0800ff".to_string(), case["n_background_0800ff"].clone(), json!(background));
        let colors: Drawing =
            case["colors"].as_object().into_iter().flatten().map(|(c, p)| (format!("COLOR {c}"), words(p))).collect();
        compare("colors".to_string(), json!(colors), json!(drawn));
        if let Some(wanted) = case.get("ratings") {
            let matches = ask(&mut engine, "tesuji-joseki_matches")?;
            let ratings: BTreeMap<String, u64> = matches
                .lines()
                .filter_map(|l| {
                    let mut words = l.split(' ');
                    Some((words.next()?.to_string(), words.next()?.parse().ok()?))
                })
                .collect();
            // The record stops at twenty moves; the colours have them all.
            let full = wanted.as_object().is_none_or(|w| w.len() < 20);
            if full {
                compare("ratings".to_string(), wanted.clone(), json!(ratings));
            } else {
                for (at, rating) in wanted.as_object().into_iter().flatten() {
                    compare(format!("rating {at}"), rating.clone(), json!(ratings.get(at)));
                }
            }
        }
        Ok(differences)
    }
}

impl Case for Recorded {
    fn run(&self, _: &Options) -> Report {
        let case = match &self.case {
            Ok(case) => case,
            Err(e) => return Report::with_line(Verdict::Unknown, json!({"case": self.line, "reason": e})),
        };
        let mut report = match self.differences(case) {
            Ok(differences) if differences.is_empty() => Report::of(Verdict::Agree),
            Ok(differences) => {
                Report::with_line(Verdict::Differ, json!({"case": case["id"], "differences": differences}))
            }
            Err(e) => Report::with_line(Verdict::Differ, json!({"case": case["id"], "got": e})),
        };
        let moves = case["moves"].as_array().map_or(0, Vec::len) as u64;
        let ranges = case["range"].as_object().map_or(0, |r| r.len()) as u64;
        report.tally.extend([("moves", None, moves), ("ranges", None, ranges)]);
        report
    }
}
