//! Files that ask something else than whether a group lives.

use crate::problem::subject;
use crate::{Color, Points, Problem};
use serde_json::Value;
use std::collections::BTreeMap;
use tesuji_genre::{CHOSEN, NAME, NOTED};

/// A quarter of a board that has as many stones as this part of its points is in play: where all
/// four are, it is the board of a game.
const PLAYED: usize = 6;

/// Why nothing is said of a stored solution.
pub(super) enum Doubt {
    /// It is about something else than whether a group lives.
    Other(String),
    /// It is not known which group is meant.
    Open(String),
}

/// What the words of a problem are about, where that is not life and death.
pub(crate) fn subject_of(notes: &BTreeMap<String, Value>) -> Option<&'static str> {
    let text = |name: &str| notes.get(name).and_then(Value::as_str).unwrap_or_default();
    subject(&format!("{}\n{}", text(NAME), text("comment")))
}

/// Why nothing can be said of a stored solution: its words are about something else, or no group is
/// marked and none can be meant.
pub(super) fn of(problem: &Problem, notes: &BTreeMap<String, Value>) -> Option<Doubt> {
    if let Some(subject) = subject_of(notes) {
        return Some(Doubt::Other(format!("its words are about {subject}")));
    }
    if notes.contains_key(super::OPEN_TARGET) {
        let why = notes.get(NOTED).and_then(Value::as_array).and_then(|list| list.last()?.as_str());
        return Some(Doubt::Open(why.unwrap_or("no stones are marked, and none were chosen").to_string()));
    }
    let is_game = notes.contains_key(CHOSEN) && is_whole_game(problem);
    is_game.then(|| Doubt::Other("the board of a whole game, with no stones marked".to_string()))
}

/// Are there stones all over the board?
fn is_whole_game(problem: &Problem) -> bool {
    let board = &problem.question.board;
    let (w, h) = board.size();
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    [(false, false), (false, true), (true, false), (true, true)].into_iter().all(|(right, low)| {
        let quarter: Points = board.all().iter().filter(|p| (p.x > w / 2) == right && (p.y > h / 2) == low).collect();
        (stones & quarter).len() * PLAYED >= quarter.len()
    })
}
