//! Unconditional status of points: stones alive or dead, territory, or undecided.

use super::{boxed, games, read};
use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use std::sync::Arc;
use tesuji_go::{Board, Color, Point, Unconditional};
use tesuji_sgf::Collection;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "gnugo-unconditional",
    about: "unconditional status of points, by commands with expected answers",
    counts: &[],
    load,
    together: None,
};

struct Asked {
    number: String,
    board: Arc<Result<Board, String>>,
    point: String,
    expected: String,
}

fn load(options: &Options) -> Cases {
    let text = String::from_utf8_lossy(&read(&options.path)?).into_owned();
    let folder = games(options);
    let mut board: Result<Board, String> = Board::new(19, 19).map_err(|e| e.to_string());
    let mut shared: Option<Arc<Result<Board, String>>> = None;
    let mut cases: Vec<Asked> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bad = |what: &str| Error::Input(format!("line {}: {what}", i + 1));
        match words[..] {
            ["loadsgf", name, ..] => {
                let bytes = read(&folder.join(name))?;
                let (games, _) = Collection::parse(&bytes);
                board = games
                    .roots()
                    .next()
                    .ok_or_else(|| "no game".to_string())
                    .and_then(|root| super::position(root, words.get(2).and_then(|n| n.parse().ok()), true));
                shared = None;
            }
            ["boardsize", n] => {
                let n = n.parse().map_err(|_| bad("no size"))?;
                board = Board::new(n, n).map_err(|e| e.to_string());
                shared = None;
            }
            ["clear_board"] => {
                if let Ok(b) = &board {
                    let (w, h) = b.size();
                    board = Board::new(w, h).map_err(|e| e.to_string());
                }
                shared = None;
            }
            ["play", side, point] => {
                if let Ok(b) = &mut board {
                    let (w, h) = b.size();
                    let side = if side.starts_with(['b', 'B']) { Color::Black } else { Color::White };
                    let p = Point::parse(point, w, h).ok_or_else(|| bad("no point of the board"))?;
                    b.play(p, side).map_err(|e| bad(&e.to_string()))?;
                }
                shared = None;
            }
            [number, "unconditional_status", point] => {
                let board = shared.get_or_insert_with(|| Arc::new(board.clone())).clone();
                cases.push(Asked { number: number.into(), board, point: point.into(), expected: String::new() });
            }
            ["#?", ..] => {
                if let Some(case) = cases.last_mut().filter(|c| c.expected.is_empty()) {
                    case.expected = line.trim_start_matches("#?").trim().trim_matches(['[', ']', '*']).to_string();
                }
            }
            _ => {}
        }
    }
    Ok(boxed(cases))
}

impl Case for Asked {
    fn run(&self, _: &Options) -> Report {
        let skipped = |why: &str| Report::with_line(Verdict::Skipped, json!({ "case": self.number, "reason": why }));
        let board = match self.board.as_ref() {
            Ok(b) => b,
            Err(e) => return skipped(e),
        };
        let (w, h) = board.size();
        let Some(point) = Point::parse(&self.point, w, h) else { return skipped("no point of the board") };
        let got = Unconditional::of(board).status(point).to_string();
        if got == self.expected {
            return Report::of(Verdict::Agree);
        }
        let line = json!({ "case": self.number, "point": self.point, "expected": self.expected, "got": got });
        Report::with_line(Verdict::Differ, line)
    }
}
