//! Recorded games of the engine: at each position the legal actions, after the picked one the next
//! position; and counts of leaves from the start.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tesuji_mill::fen::{self, Dialect};
use tesuji_mill::variant::PRESETS;
use tesuji_mill::{Action, Position, RuleSet, perft, rules};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "mill-oracle",
    about: "recorded games of the Mill engine: legal actions, successors, perft (a file, or a folder of them)",
    counts: &["successors", "perft"],
    load,
    together: None,
};

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let mut files = vec![options.path.clone()];
    if options.path.is_dir() {
        let read = std::fs::read_dir(&options.path).map_err(|e| input(&options.path, &e))?;
        files = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "json"));
        files.sort();
    }
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for file in files {
        read(&file, &mut cases)?;
    }
    Ok(cases)
}

fn input(path: &Path, what: &dyn std::fmt::Display) -> Error {
    Error::Input(format!("{}: {what}", path.display()))
}

fn read(path: &PathBuf, cases: &mut Vec<Box<dyn Case>>) -> Result<(), Error> {
    let text = std::fs::read_to_string(path).map_err(|e| input(path, &e))?;
    let doc: Value = serde_json::from_str(&text).map_err(|e| input(path, &e))?;
    let index = doc["rule_idx"].as_u64().and_then(|i| usize::try_from(i).ok());
    let preset = index.and_then(|i| PRESETS.get(i)).ok_or_else(|| input(path, &"no rule_idx from 0 to 10"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for row in doc["perft"].as_array().into_iter().flatten() {
        let (Some(depth), Some(leaves)) = (row[0].as_u64(), row[1].as_u64()) else {
            return Err(input(path, &"a perft row is no pair of numbers"));
        };
        cases.push(Box::new(Count { file: name.clone(), rules: preset.rules, depth: depth as u32, leaves }));
    }
    for game in doc["trajectories"].as_array().into_iter().flatten() {
        let steps = game["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (i, step) in steps.iter().enumerate() {
            let text = |key: &str| step[key].as_str().map(str::to_string);
            let fen = text("fen").ok_or_else(|| input(path, &"a step without fen"))?;
            let legal = step["legal_uci"].as_array().map(Vec::as_slice).unwrap_or_default();
            cases.push(Box::new(Step {
                file: name.clone(),
                rules: preset.rules,
                ply: step["ply"].as_u64().unwrap_or(i as u64),
                fen,
                legal: legal.iter().filter_map(|m| m.as_str().map(str::to_string)).collect(),
                picked: text("picked_uci"),
                next: steps.get(i + 1).and_then(|s| s["fen"].as_str().map(str::to_string)),
            }));
        }
    }
    Ok(())
}

struct Step {
    file: String,
    rules: RuleSet,
    ply: u64,
    fen: String,
    legal: BTreeSet<String>,
    picked: Option<String>,
    next: Option<String>,
}

impl Case for Step {
    fn run(&self, _: &Options) -> Report {
        let differ = |what: &str, expected: Value, got: Value| {
            let line = json!({"case": format!("{} ply {}", self.file, self.ply), "fen": self.fen, "what": what,
                "expected": expected, "got": got});
            Report::with_line(Verdict::Differ, line)
        };
        let position = match fen::parse(&self.rules, &self.fen) {
            Ok(parsed) => parsed.position,
            Err(e) => return differ("fen", json!("a position"), json!(e.to_string())),
        };
        let got: Vec<String> = rules::actions(&self.rules, &position).iter().map(ToString::to_string).collect();
        if got.len() != self.legal.len() || !got.iter().all(|m| self.legal.contains(m)) {
            return differ("legal", json!(self.legal), json!(got));
        }
        let (Some(picked), Some(next)) = (&self.picked, &self.next) else { return Report::of(Verdict::Agree) };
        let played = picked
            .parse::<Action>()
            .map_err(|e| e.to_string())
            .and_then(|action| rules::play(&self.rules, &position, action).map_err(|e| e.to_string()));
        match played {
            Err(e) => differ("picked", json!(picked), json!(e)),
            Ok(after) => {
                // The recorder leaves the counters of quiet plies and of moves at their first
                // values.
                let after = Position { ply: after.side.index() as u32, quiet: 0, ..after };
                let got = fen::print(&after, Dialect::Legacy);
                if got == *next {
                    Report::of(Verdict::Agree).count("successors")
                } else {
                    differ("successor", json!(next), json!(got))
                }
            }
        }
    }
}

struct Count {
    file: String,
    rules: RuleSet,
    depth: u32,
    leaves: u64,
}

impl Case for Count {
    fn run(&self, _: &Options) -> Report {
        let got = perft::actions(&self.rules, &Position::start(&self.rules), self.depth);
        if got == self.leaves {
            return Report::of(Verdict::Agree).count("perft");
        }
        let case = format!("{} perft {}", self.file, self.depth);
        Report::with_line(Verdict::Differ, json!({"case": case, "expected": self.leaves, "got": got}))
    }
}
