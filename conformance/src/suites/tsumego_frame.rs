//! Frames around problems: region and border as KaTrain has them. How the rest is filled is ours.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde::Deserialize;
use serde_json::json;
use tesuji_go::cut::frame;
use tesuji_go::{Board, Color, Point};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "tsumego-frame",
    about: "positions before and after KaTrain's tsumego frame: region and border (tsumego_frame.jsonl)",
    counts: &["frames", "without room for a frame"],
    load,
    together: None,
};

#[derive(Deserialize)]
struct Pair {
    id: u64,
    size: u8,
    /// From the first row below; `B`, `W`, `-`.
    rows: Vec<String>,
    komi: f64,
    margin: u8,
    add_black: Vec<[u8; 2]>,
    add_white: Vec<[u8; 2]>,
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let input = |e: &dyn std::fmt::Display| Error::Input(format!("{}: {e}", options.path.display()));
    let text = std::fs::read_to_string(&options.path).map_err(|e| input(&e))?;
    let pairs = text.lines().map(|line| serde_json::from_str::<Pair>(line).map_err(|e| input(&e)));
    pairs.map(|pair| pair.map(|pair| Box::new(pair) as Box<dyn Case>)).collect()
}

impl Pair {
    /// The point of a row and a column, the rows from below.
    fn point(&self, row: u8, column: u8) -> Point {
        Point::new(column, self.size - 1 - row)
    }

    fn board(&self) -> Result<Board, String> {
        let stones = self.rows.iter().zip(0..).flat_map(|(row, i)| {
            row.chars().zip(0..).filter_map(move |(c, j)| match c {
                'B' => Some((self.point(i, j), Color::Black)),
                'W' => Some((self.point(i, j), Color::White)),
                _ => None,
            })
        });
        Board::set_up(self.size, self.size, stones.collect::<Vec<_>>()).map_err(|e| e.to_string())
    }
}

impl Case for Pair {
    fn run(&self, _: &Options) -> Report {
        let said = |verdict, why: String| Report::with_line(verdict, json!({"case": self.id, "reason": why}));
        let board = match self.board() {
            Ok(board) => board,
            Err(why) => return said(Verdict::Skipped, why),
        };
        let points = |list: &[[u8; 2]]| list.iter().map(|&[i, j]| self.point(i, j)).collect::<Vec<_>>();
        let added = [points(&self.add_black), points(&self.add_white)];
        // A frame of theirs may take the last liberty of a chain: then it is no position.
        let stands = {
            let own =
                Color::ALL.into_iter().flat_map(|c| board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>());
            let more = Color::ALL.into_iter().flat_map(|c| added[c.index()].iter().map(move |&p| (p, c)));
            Board::set_up(self.size, self.size, own.chain(more).collect::<Vec<_>>()).is_ok()
        };
        let is_framed = added.iter().any(|added| !added.is_empty());
        // Either side may attack: that is for whoever asks to say. The border says who does there.
        let mut why = String::new();
        for attacker in Color::ALL {
            let (found, own) = (frame(&board, attacker, self.margin, self.komi), &added[attacker.index()]);
            match found {
                None if !is_framed => return Report::of(Verdict::Agree).count("without room for a frame"),
                None => why = "no frame".to_string(),
                Some(found) => {
                    let ((low, high), border) = (found.region, found.border);
                    let beyond = |p: &&Point| p.x < low.x || p.y < low.y || p.x > high.x || p.y > high.y;
                    let inside = added.iter().flatten().filter(|p| !beyond(p));
                    // They add the border inside of the region, and nothing else.
                    let theirs: Vec<&Point> = inside.collect();
                    let is_same = theirs.iter().filter(|p| border.contains(***p)).count() == border.len();
                    let left_out = theirs.len() - border.len().min(theirs.len());
                    if is_same && border.iter().all(|p| own.contains(&p)) && (left_out == 0 || !stands) {
                        let verdict = if stands { Verdict::Agree } else { Verdict::Proved };
                        return Report::of(verdict).count("frames");
                    }
                    why = format!("a border of {} stones, theirs {}", border.len(), theirs.len());
                }
            }
        }
        said(Verdict::Differ, why)
    }
}
