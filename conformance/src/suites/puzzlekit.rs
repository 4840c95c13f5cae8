//! Puzzle Kit's data sets: each puzzle has one solution, and it is the stored one; where it is not,
//! two engines that share nothing say so.

use super::house::{self, files, text_of};
use super::pencil::{Says, fast, line, sat};
use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use std::path::Path;
use tesuji_pencil::Sheet;
use tesuji_solver::Limits;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "puzzlekit",
    about: "Puzzle Kit: one solution, the stored one",
    counts: &["no_answer"],
    load,
    together: None,
};

/// Data sets of the sudoku family; the others are of the pencil house.
const NAMES: &[&str] = &["Sudoku", "JigsawSudoku", "KillerSudoku"];

struct Kit {
    read: Result<Sheet, String>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files(&options.path, "json")? {
        load_file(&file, &mut cases)?;
    }
    Ok(cases)
}

fn load_file(path: &Path, cases: &mut Vec<Box<dyn Case>>) -> Result<(), Error> {
    let text = text_of(path)?;
    let bad = |what: &str| Error::Input(format!("{}: {what}", path.display()));
    let top: serde_json::Value = serde_json::from_str(&text).map_err(|e| bad(&e.to_string()))?;
    let set = top["name"].as_str().ok_or_else(|| bad("no data set of Puzzle Kit: it has no name"))?;
    let Some(name) = NAMES.iter().find(|n| **n == set) else {
        let data = top["data"].as_object().ok_or_else(|| bad("no data set of Puzzle Kit: it has no data"))?;
        cases.extend(house::kit::cases(set, data)?);
        return Ok(());
    };
    let read = tesuji_pencil::read_document(&text, name, &mut |found| {
        cases.push(Box::new(Kit { read: found.map(|(sheet, _)| sheet).map_err(|e| e.to_string()) }));
    });
    if read { Ok(()) } else { Err(bad("no data set of Puzzle Kit")) }
}

impl Case for Kit {
    fn run(&self, options: &Options) -> Report {
        let sheet = match &self.read {
            Ok(sheet) => sheet,
            Err(e) => return Report::with_line(Verdict::Unknown, json!({"reason": e})),
        };
        let case = sheet.notes.get("case").cloned().unwrap_or_default();
        let stored = sheet.notes.get("solution").and_then(serde_json::Value::as_str);
        let (layout, domains) = match sheet.start() {
            Ok(start) => start,
            Err(e) => return Report::with_line(Verdict::Unknown, json!({"case": case, "reason": e.to_string()})),
        };
        let limits = Limits::solutions(2).with_time(options.time);
        let got = fast(&layout, &domains, &limits);
        let matches = match (&got, stored) {
            (Says::One(values), Some(stored)) => line(values) == stored,
            (Says::One(_), None) => true,
            _ => false,
        };
        let report = |r: Report| if stored.is_none() { r.count("no_answer") } else { r };
        if matches {
            return report(Report::of(Verdict::Agree));
        }
        let second = sat(&layout.network, &domains, &limits);
        let mut out = json!({"case": case, "expected": stored, "got": got.word(), "sat": second.word()});
        match &got {
            Says::One(values) => out["solution"] = line(values).into(),
            Says::Many(all) => out["solutions"] = all.iter().map(|s| line(s)).collect::<Vec<_>>().into(),
            _ => {}
        }
        if let Some(stored) = stored {
            let values: Vec<u8> = stored.chars().filter_map(|c| c.to_digit(36).map(|d| d as u8)).collect();
            if values.len() == layout.network.len() {
                out["stored_breaks"] = match layout.network.broken_rule(&values) {
                    Some(rule) => layout.names.rule(rule).into(),
                    None => serde_json::Value::Null,
                };
            }
        }
        let verdict = match (&got, &second) {
            (Says::GaveUp(_), _) | (_, Says::GaveUp(_)) => Verdict::Unknown,
            (a, b) if a.agrees(b) => Verdict::Proved,
            _ => Verdict::Differ,
        };
        report(Report::with_line(verdict, out))
    }
}
