//! Life-and-death rows of a table of GNU Go's regression tests.
//!
//! Result codes of an attack or defence: 0 fails, 1 succeeds, 2 and 3 a ko. A dragon is `dead` if it can't be defended,
//! `alive` if it can't be attacked, `critical` otherwise.

use super::{agrees, board_of, boxed, is_told, read_until, table};
use crate::{Case, Cases, Options, Report, Suite, Verdict};
use serde_json::json;
use std::time::Instant;
use tesuji_go::{Class, Outcome, Point, Points, Question, Reading, Role};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "gnugo-ld",
    about: "life and death in a table of GNU Go's regression tests",
    counts: &["ld_owl", "ld_owl_agree", "owl", "owl_agree", "owl_unknown", "open"],
    load,
};

struct Row {
    id: String,
    group: String,
    sgf: String,
    upto: Option<usize>,
    command: String,
    target: String,
    status: String,
    result: String,
    moves: [String; 2],
}

fn load(options: &Options) -> Cases {
    let rows = table(options)?.into_iter().map(|row| {
        let field = |name: &str| row.get(name).cloned().unwrap_or_default();
        let command = field("command");
        Row {
            id: field("id"),
            group: field("tst"),
            sgf: field("sgf"),
            upto: field("upto_move").parse().ok(),
            target: field("target"),
            status: field("status"),
            result: if command == "owl_attack" { field("attack_result") } else { field("defend_result") },
            moves: [field("attack_moves"), field("defend_moves")],
            command,
        }
    });
    Ok(boxed(rows.filter(|row| row.group != "semeai")))
}

/// How an outcome counts for the side that moves first: 1 succeeds, 0 fails, 2 a ko.
fn code(first: Role, outcome: Outcome) -> Option<u8> {
    if !is_told(outcome) && outcome.class() != Some(Class::Ko) {
        return None;
    }
    Some(match (first, outcome.class()) {
        (_, Some(Class::Ko)) => 2,
        (Role::Attacker, Some(Class::Dead)) => 1,
        (Role::Attacker, _) => 0,
        (Role::Defender, Some(Class::Dead)) => 0,
        (Role::Defender, _) => 1,
    })
}

impl Row {
    fn points(&self, moves: &str, question: &Question) -> Vec<Option<Point>> {
        let (w, h) = question.board.size();
        let one = |name: &str| if name == "PASS" { Some(None) } else { Point::parse(name, w, h).map(Some) };
        moves.split_whitespace().filter_map(one).collect()
    }

    /// One side first, against the code and the moves of the table: verdict and what was read.
    fn side(&self, q: &Question, first: Role, want: u8, moves: &str, end: Instant) -> (Verdict, Option<Reading>) {
        let Ok(reading) = read_until(q, first, end) else { return (Verdict::Unknown, None) };
        let Some(got) = code(first, reading.outcome) else { return (Verdict::Unknown, Some(reading)) };
        let differs = || if super::is_proved(q, first, &reading) { Verdict::Proved } else { Verdict::Differ };
        let verdict = if got != want.min(2) {
            differs()
        } else if want == 0 {
            Verdict::Agree
        } else {
            match agrees(q, first, &reading, &self.points(moves, q), end) {
                Some(true) => Verdict::Agree,
                Some(false) => differs(),
                None => Verdict::Unknown,
            }
        };
        (verdict, Some(reading))
    }
}

impl Case for Row {
    fn run(&self, options: &Options) -> Report {
        let skipped = |why: String| Report::with_line(Verdict::Skipped, json!({ "case": self.id, "reason": why }));
        let board = board_of(options, &self.sgf, self.upto.map(|n| n + 1), true);
        let question = board.and_then(|board| {
            let (w, h) = board.size();
            let target = Point::parse(&self.target, w, h).ok_or("no target")?;
            Question::of_target(&board, &Points::single(target)).map_err(|e| e.to_string())
        });
        let question = match question {
            Ok(q) => q,
            Err(e) => return skipped(e),
        };
        let end = Instant::now() + options.time;
        let [attack, defence] = &self.moves;
        let sides: Vec<(Role, u8, &str)> = match (self.command.as_str(), self.status.as_str()) {
            ("owl_attack", _) => vec![(Role::Attacker, self.result.parse().unwrap_or(0), attack)],
            ("owl_defend", _) => vec![(Role::Defender, self.result.parse().unwrap_or(0), defence)],
            ("dragon_status", "dead") => vec![(Role::Defender, 0, defence)],
            ("dragon_status", "alive") => vec![(Role::Attacker, 0, attack)],
            ("dragon_status", "critical") => vec![(Role::Attacker, 1, attack), (Role::Defender, 1, defence)],
            _ => return skipped(format!("command {}", self.command)),
        };
        let mut verdict = Verdict::Agree;
        let mut read = Vec::new();
        for (first, want, moves) in sides {
            let (one, reading) = self.side(&question, first, want, moves, end);
            verdict = verdict.max(one);
            read.push(json!({
                "first": first.to_string(), "want": want, "moves": moves,
                "got": reading.as_ref().map(|r| r.outcome.to_string()),
                "key": reading.and_then(|r| r.key).map(|k| k.map_or("PASS".to_string(), |p| p.name(question.board.size().1))),
            }));
        }
        let line = json!({
            "case": self.id, "command": self.command, "target": self.target, "status": self.status, "read": read,
            "open": question.is_open(), "points": question.region.len(), "picture": question.picture(),
            "verdict": format!("{verdict:?}"),
        });
        let mut report = if verdict == Verdict::Agree { Report::of(verdict) } else { Report::with_line(verdict, line) };
        let (all, agree) = if self.group == "ld_owl" { ("ld_owl", "ld_owl_agree") } else { ("owl", "owl_agree") };
        report = report.count(all);
        if verdict == Verdict::Agree {
            report = report.count(agree);
        }
        if verdict == Verdict::Unknown && self.group != "ld_owl" {
            report = report.count("owl_unknown");
        }
        if question.is_open() { report.count("open") } else { report }
    }
}
