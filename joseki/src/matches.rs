//! Which moves of a book match a position.

use crate::dictionary::{Dictionary, List, Pattern, PatternId};
use crate::patch::{self, Seen};
use crate::point::{Color, Move, Point};
use crate::position::Position;
use smallvec::SmallVec;

/// How a move follows from what is on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The last move is the one before it in the book.
    Answer,
    /// The move before it is on the board, and play went on elsewhere.
    Continuation,
    /// The book says that it can wait.
    Later,
    /// It begins a sequence: no move comes before it.
    Start,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Answer => "answer",
            Kind::Continuation => "continuation",
            Kind::Later => "later",
            Kind::Start => "start",
        }
    }
}

/// A move that matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Where.
    pub at: Point,
    /// From 0 to 100: 100 an answer, 50 a continuation, 20 what can wait, begins a sequence, or
    /// comes among the first four moves of the game (corners come first).
    pub rating: u8,
    /// How it follows.
    pub kind: Kind,
    /// The pattern that matches.
    pub pattern: PatternId,
}

/// All that a book says about a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Matches {
    /// Moves to play, by row and column from A1.
    pub suggestions: Vec<Suggestion>,
    /// Moves that the book answers but does not play; are they matched by their neighbours alone?
    pub ignored: Vec<(Point, bool)>,
    /// Moves of the book matched by their neighbours alone.
    pub near: Vec<Point>,
}

/// Moves at which the corners have been taken and answers count in full.
const CORNERS: usize = 4;

impl Dictionary {
    /// The moves that the book has for whoever is to play, by row and column from A1. For use as a
    /// prior in a search.
    pub fn suggest(&self, position: &Position) -> Vec<Suggestion> {
        self.suggest_for(position, position.board().to_play())
    }

    /// The moves that the book has for a colour.
    pub fn suggest_for(&self, position: &Position, mover: Color) -> Vec<Suggestion> {
        let mut found = Vec::new();
        self.each_empty(position, &mut |at| found.extend(self.suggestion(position, at, mover)));
        found
    }

    /// All that the book says for whoever is to play.
    pub fn matches(&self, position: &Position) -> Matches {
        let mut matches = Matches::default();
        let mover = position.board().to_play();
        self.each_empty(position, &mut |at| {
            matches.suggestions.extend(self.suggestion(position, at, mover));
            if let Some(id) = self.ignored(position, at, mover) {
                matches.ignored.push((at, self.pattern(id).tags().near));
            }
            if self.list(position, List::Near, at, mover).next().is_some() {
                matches.near.push(at);
            }
        });
        matches
    }

    fn each_empty(&self, position: &Position, visit: &mut dyn FnMut(Point)) {
        if position.board().size() == self.size() && !self.is_empty() {
            Point::all(self.size()).filter(|&at| position.board().at(at).is_none()).for_each(visit);
        }
    }

    /// The book's entry for a move at a point.
    pub fn suggestion(&self, position: &Position, at: Point, mover: Color) -> Option<Suggestion> {
        let regular = self.regular(position, at, mover).map(|id| self.rate(position, at, mover, id));
        // Among matches by neighbours the best counts, among equals the first.
        let near = self.list(position, List::Near, at, mover).map(|id| self.rate(position, at, mover, id));
        regular.into_iter().chain(near).reduce(|best, next| if next.rating > best.rating { next } else { best })
    }

    /// Is a move marked as one that is answered but not played?
    pub fn is_ignored(&self, position: &Position, at: Point, mover: Color) -> bool {
        self.ignored(position, at, mover).is_some()
    }

    /// Does the book have a move, to be played or only to be answered?
    pub fn knows(&self, position: &Position, at: Point, mover: Color) -> bool {
        self.suggestion(position, at, mover).is_some() || self.is_ignored(position, at, mover)
    }

    /// The matches of a list, newest first.
    fn list<'a>(
        &'a self,
        position: &'a Position,
        list: List,
        at: Point,
        mover: Color,
    ) -> impl Iterator<Item = PatternId> + 'a {
        let radius = if list == List::Near { patch::Radius::One } else { patch::Radius::Four };
        let hash = position.hashes().get(at, mover, radius);
        self.matching(list, at, hash).filter(move |&id| self.prev_matches(position, self.pattern(id), mover))
    }

    /// Answers to the last move first, then moves that follow another, then moves that can wait,
    /// then the rest.
    fn regular(&self, position: &Position, at: Point, mover: Color) -> Option<PatternId> {
        let (mut follows, mut waits, mut starts) = (None, None, None);
        for id in self.list(position, List::Regular, at, mover) {
            let pattern = self.pattern(id);
            match pattern.prev() {
                None => starts = Some(id),
                Some(prev) => {
                    let prev = Move { color: pattern.prev_color(mover), at: Some(self.point(prev)) };
                    if position.board().last() == Some(prev) {
                        return Some(id);
                    }
                    *(if pattern.tags().later { &mut waits } else { &mut follows }) = Some(id);
                }
            }
        }
        follows.or(waits).or(starts)
    }

    /// The newest ignored move that matches, by either patch.
    fn ignored(&self, position: &Position, at: Point, mover: Color) -> Option<PatternId> {
        let newest = |radius| {
            self.matching(List::Ignored, at, position.hashes().get(at, mover, radius))
                .find(|&id| self.prev_matches(position, self.pattern(id), mover))
        };
        newest(patch::Radius::Four).max(newest(patch::Radius::One))
    }

    fn rate(&self, position: &Position, at: Point, mover: Color, id: PatternId) -> Suggestion {
        let pattern = self.pattern(id);
        let kind = match pattern.prev() {
            None => Kind::Start,
            Some(_) if pattern.tags().later => Kind::Later,
            Some(prev) => {
                let prev = Move { color: pattern.prev_color(mover), at: Some(self.point(prev)) };
                if position.board().last() == Some(prev) { Kind::Answer } else { Kind::Continuation }
            }
        };
        let rating = match kind {
            _ if position.board().moves() < CORNERS => 20,
            Kind::Answer => 100,
            Kind::Continuation => 50,
            Kind::Later | Kind::Start => 20,
        };
        Suggestion { at, rating, kind, pattern: id }
    }

    /// Is the stone of the previous move there, in its patch? One that is matched by its neighbours
    /// alone asks for the one before it too, with itself taken away, until one has matched in full.
    fn prev_matches(&self, position: &Position, pattern: &Pattern, mover: Color) -> bool {
        let board = position.board();
        let (mut pattern, mut mover) = (pattern, mover);
        let mut away = SmallVec::<[Point; 16]>::new();
        while let Some(prev) = pattern.prev() {
            let (at, color) = (self.point(prev), pattern.prev_color(mover));
            pattern = self.pattern(prev);
            if board.at(at) != Some(color) || away.contains(&at) {
                return false;
            }
            let radius = pattern.radius();
            let taken = away
                .iter()
                .fold(0, |hash, &stone| hash ^ patch::part(at, stone, Seen::stone(board.at(stone), color), radius));
            if position.hashes().get(at, color, radius) ^ taken != pattern.hash() {
                return false;
            }
            if radius == patch::Radius::Four {
                return true;
            }
            away.push(at);
            mover = color;
        }
        true
    }
}
