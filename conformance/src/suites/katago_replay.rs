//! Recorded lines of a real engine: each is understood, each query gets the answers that the
//! protocol promises, and the recorded games have as many blunders as were counted.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;
use tesuji_harvest::engine::{EngineId, Query, Reply, Tape, View, answers};
use tesuji_harvest::go::{Rule, candidates, hits, played};
use tesuji_harvest::{CleanOptions, clean_file};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "katago-replay",
    about: "recorded lines of KataGo's analysis engine (a folder with fixtures.jsonl and games/; --games: their SGF)",
    counts: &["answers", "hits", "changes of owners", "groups"],
    load,
    together: None,
};

/// Moves that lost much, and those of them with a change of owners: counted by other programs.
const GAMES: [(&str, usize, usize); 3] = [("gnugo_0796", 39, 10), ("gnugo_0030", 85, 35), ("foxpro_0054", 8, 0)];

/// A line that was sent with what came back to it.
struct Exchange {
    sent: String,
    received: Vec<String>,
}

struct Game {
    name: &'static str,
    tape: PathBuf,
    sgf: PathBuf,
    expected: [usize; 2],
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let file = options.path.join("fixtures.jsonl");
    let input = |e: &dyn std::fmt::Display| Error::Input(format!("{}: {e}", file.display()));
    let text = std::fs::read_to_string(&file).map_err(|e| input(&e))?;
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).map_err(|e| input(&e))?;
        let raw = line["raw"].as_str().unwrap_or_default().to_string();
        let id =
            |text: &str| serde_json::from_str::<Value>(text).ok().and_then(|v| v["id"].as_str().map(str::to_string));
        if line["dir"] == "send" {
            exchanges.push(Exchange { sent: raw, received: Vec::new() });
            continue;
        }
        // A reply without an id is about the last line.
        let own = id(&raw);
        let of = exchanges.iter_mut().rev().find(|e| own.is_none() || id(&e.sent) == own);
        of.ok_or_else(|| input(&"a line to nothing that was sent"))?.received.push(raw);
    }
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    cases.extend(exchanges.into_iter().map(|exchange| Box::new(exchange) as Box<dyn Case>));
    if let Some(games) = &options.games {
        cases.extend(GAMES.iter().map(|&(name, by_rule, flips)| {
            let tape = options.path.join(format!("games/{name}.jsonl.gz"));
            let sgf = games.join(format!("{name}.sgf"));
            Box::new(Game { name, tape, sgf, expected: [by_rule, flips] }) as Box<dyn Case>
        }));
    }
    Ok(cases)
}

impl Case for Exchange {
    fn run(&self, _: &Options) -> Report {
        let differs = |why: String| Report::with_line(Verdict::Differ, json!({"case": self.sent, "reason": why}));
        let mut answered: BTreeMap<usize, u64> = BTreeMap::new();
        let (mut refused, mut done) = (false, false);
        for line in &self.received {
            match Reply::parse(line, View::SideToMove) {
                Err(why) => return differs(why),
                Ok(Reply::Answer { is_during: true, .. } | Reply::Warning { .. }) => {}
                Ok(Reply::Answer { turn, .. }) => *answered.entry(turn).or_default() += 1,
                Ok(Reply::Refused { .. }) => refused = true,
                Ok(Reply::Done { .. }) => done = true,
            }
        }
        let query: Value = serde_json::from_str(&self.sent).unwrap_or_default();
        let turns: Vec<usize> = match &query["analyzeTurns"] {
            Value::Array(turns) => turns.iter().filter_map(|t| t.as_u64().map(|t| t as usize)).collect(),
            _ => query["moves"].as_array().map(|moves| moves.len()).into_iter().collect(),
        };
        let is_whole = answered.len() == turns.len() && turns.iter().all(|turn| answered.get(turn) == Some(&1));
        match (refused, query.get("action").is_some()) {
            (true, _) if answered.is_empty() => Report::of(Verdict::Agree),
            (false, true) if done => Report::of(Verdict::Agree),
            (false, false) if is_whole => Report::of(Verdict::Agree).count("answers"),
            _ => differs(format!("turns {turns:?} are answered as {answered:?}")),
        }
    }
}

impl Case for Game {
    fn run(&self, _: &Options) -> Report {
        let mut lines = String::new();
        let unread = |why: String| Report::with_line(Verdict::Skipped, json!({"case": self.name, "reason": why}));
        let tape = std::fs::File::open(&self.tape).and_then(|file| GzDecoder::new(file).read_to_string(&mut lines));
        let sgf = match (tape, std::fs::read(&self.sgf)) {
            (Ok(_), Ok(sgf)) => sgf,
            (Err(e), _) | (_, Err(e)) => return unread(e.to_string()),
        };
        let Some(game) = clean_file(&sgf, self.name, &CleanOptions::default()).games.pop() else {
            return unread("no game".to_string());
        };
        let (query, mut tape) = (Query::of(&game.record, 0), Tape::new(EngineId::default()));
        tape.take(&query, lines.lines(), View::SideToMove);
        let Ok(views) = answers(&mut tape, &query, Duration::ZERO) else { return unread("no answers".to_string()) };
        let rule = Rule::default();
        let found = hits(&played(&game.record), &views.turns, &rule);
        let flips = found.iter().filter(|hit| hit.flips(rule.stones)).count();
        let groups = candidates(&found, &rule).len();
        let got = [found.len(), flips];
        let verdict = if got == self.expected { Verdict::Agree } else { Verdict::Differ };
        let line = json!({"case": self.name, "expected": self.expected, "got": got, "groups": groups});
        let mut report = Report::with_line(verdict, line);
        let counts = [("hits", found.len()), ("changes of owners", flips), ("groups", groups)];
        report.tally.extend(counts.map(|(name, n)| (name, None, n as u64)));
        report
    }
}
