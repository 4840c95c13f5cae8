//! Where players left the book.

use super::{CORNERS, Corner};
use crate::dictionary::Dictionary;
use crate::game::Game;
use crate::matches::{Kind, Suggestion};
use crate::point::{Color, Move};
use std::collections::BTreeSet;

/// How a player left the book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DepartureKind {
    /// By a move that the book marks as bad.
    Bad,
    /// By another move in the same corner.
    Other,
    /// By a move elsewhere, or a pass.
    Elsewhere,
}

/// A player leaves the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Number of the move, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// How.
    pub kind: DepartureKind,
    /// The corner that was left.
    pub corner: Corner,
    /// The book's answers there.
    pub answers: Vec<Suggestion>,
}

/// Where the players of a game left the book: the last move had answers in the book, and none of
/// them was played. Once for each player and corner; up to `longest` moves, or up to a move that
/// can't be played.
pub fn departures(game: &Game, dictionary: &Dictionary, longest: usize) -> Vec<Departure> {
    let mut found = Vec::new();
    let Ok(mut position) = game.position(0) else { return found };
    let mut left = BTreeSet::<(Color, Corner)>::new();
    for (i, &mv) in game.moves.iter().take(longest).enumerate() {
        let mut answers = dictionary.suggest_for(&position, mv.color);
        answers.retain(|s| s.kind == Kind::Answer);
        let corner = answers.first().and_then(|s| Corner::of(s.at, game.size));
        if let Some(corner) = corner
            && !answers.iter().any(|s| Some(s.at) == mv.at)
        {
            let marked = mv.at.is_some_and(|at| dictionary.is_ignored(&position, at, mv.color));
            let kind = match mv.at {
                Some(_) if marked => DepartureKind::Bad,
                Some(at) if Corner::of(at, game.size) == Some(corner) => DepartureKind::Other,
                _ => DepartureKind::Elsewhere,
            };
            // While corners are empty, to play there is no departure.
            let opening = kind == DepartureKind::Elsewhere && i < CORNERS.len();
            if !opening && left.insert((mv.color, corner)) {
                found.push(Departure { number: i + 1, mv, kind, corner, answers });
            }
        }
        if position.play(mv).is_err() {
            break;
        }
    }
    found
}
