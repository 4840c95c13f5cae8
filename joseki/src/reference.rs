//! The simple matcher: boards are compared point by point, one variation after the other. Slow and
//! plain.
//!
//! It shares with the fast one the rules of the board and the shape of the patch, but no hash, no
//! table, no relative colours and no bookkeeping of stones taken away: each of the 16 copies is a
//! pattern of its own.

use crate::board::Board;
use crate::dictionary::SMALLEST;
use crate::patch::{self, Radius, Seen};
use crate::point::{Color, Move, Point};
use crate::symmetry::Symmetry;
use crate::variation::{BOOK_SIZE, Book, Step, Tags, shift};
use std::collections::BTreeMap;

/// A pattern as it stands in the book.
#[derive(Clone, Debug)]
struct Plain {
    at: Point,
    color: Color,
    tags: Tags,
    seen: Vec<Seen>,
    prev: Option<usize>,
    listed: bool,
}

/// The matches by point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlainMatches {
    /// Ratings of the moves to play.
    pub ratings: BTreeMap<String, u8>,
    /// Moves to be answered but not played, and whether their neighbours alone count.
    pub ignored: BTreeMap<String, bool>,
    /// Moves matched by their neighbours alone.
    pub near: Vec<String>,
}

/// All patterns of a book, in a list.
#[derive(Clone, Debug)]
pub struct PlainBook {
    size: u8,
    patterns: Vec<Plain>,
}

fn radius(tags: Tags) -> Radius {
    if tags.near { Radius::One } else { Radius::Four }
}

impl PlainBook {
    /// Plays all variations in all 16 copies.
    pub fn build(size: u8, book: &Book) -> PlainBook {
        let mut plain = PlainBook { size, patterns: Vec::new() };
        if !(SMALLEST..=BOOK_SIZE).contains(&size) {
            return plain;
        }
        for chapter in &book.chapters {
            for variation in &chapter.variations {
                plain.variation(chapter.size, &variation.steps);
            }
        }
        plain
    }

    /// Move by move, each in all copies before the next.
    fn variation(&mut self, book_size: u8, steps: &[Step]) {
        let copies = Symmetry::ALL.iter().flat_map(|&s| [(s, false), (s, true)]);
        let mut copies: Vec<_> = copies.map(|(s, swapped)| (s, swapped, Board::new(self.size), None)).collect();
        let mut waits = false;
        for step in steps {
            let (color, at, tags) = match *step {
                Step::Setup { color, at } => (color, at, None),
                Step::Play { mv: Move { at: None, .. }, .. } => {
                    waits = true;
                    continue;
                }
                Step::Play { mv: Move { color, at: Some(at) }, tags } => (color, at, Some(tags)),
            };
            let Some(at) = shift(at, book_size, self.size) else { return };
            let later = std::mem::take(&mut waits);
            for (symmetry, swapped, board, prev) in &mut copies {
                let at = symmetry.apply(at, self.size);
                let color = if *swapped { color.other() } else { color };
                if prev.is_none() && tags.is_some_and(|t| t.near && !t.ignore) {
                    return;
                }
                let mut after = board.clone();
                let Ok(played) = after.play(Move { color, at: Some(at) }) else { return };
                let taken = !played.captured.is_empty();
                *prev = tags.map(|tags| {
                    let tags = Tags { later: tags.later || later, ..tags };
                    let id = self.add(board, at, color, tags, *prev);
                    if taken { self.add(&after, at, color, tags, None) } else { id }
                });
                *board = after;
            }
        }
    }

    fn add(&mut self, board: &Board, at: Point, color: Color, tags: Tags, prev: Option<usize>) -> usize {
        let listed = tags.ignore || !tags.near || prev.is_some();
        let far = patch::seen(board, at, color, Radius::Four);
        let near = patch::seen(board, at, color, Radius::One);
        let known = self.patterns.iter().rposition(|p| {
            let seen = if p.tags.near { &near } else { &far };
            p.listed == listed
                && (p.at, p.color) == (at, color)
                && &p.seen == seen
                && p.tags.ignore == tags.ignore
                && (tags.ignore || (p.tags.near, p.tags.later) == (tags.near, tags.later))
                && self.same_prevs(p.prev, prev)
        });
        if let Some(known) = known {
            return known;
        }
        let seen = if tags.near { near } else { far };
        self.patterns.push(Plain { at, color, tags, seen, prev, listed });
        self.patterns.len() - 1
    }

    fn same_prevs(&self, a: Option<usize>, b: Option<usize>) -> bool {
        match (a.map(|a| &self.patterns[a]), b.map(|b| &self.patterns[b])) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                (a.at, a.color, a.tags.near, &a.seen) == (b.at, b.color, b.tags.near, &b.seen)
                    && (!a.tags.near || self.same_prevs(a.prev, b.prev))
            }
            _ => false,
        }
    }

    /// How many patterns there are: regular, near, ignored.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |wanted: fn(&Tags) -> bool| self.patterns.iter().filter(|p| wanted(&p.tags)).count();
        (count(|t| !t.ignore && !t.near), count(|t| !t.ignore && t.near), count(|t| t.ignore))
    }

    /// The stone at a point, with some taken away.
    fn prev_matches(&self, board: &Board, prev: Option<usize>, away: &mut Vec<Point>) -> bool {
        let Some(prev) = prev.map(|p| &self.patterns[p]) else { return true };
        if board.at(prev.at) != Some(prev.color) || away.contains(&prev.at) {
            return false;
        }
        // Where a stone is taken away, the patch shows nothing.
        let mut seen = patch::seen(board, prev.at, prev.color, radius(prev.tags));
        for (place, what) in patch::places(prev.at, radius(prev.tags)).zip(&mut seen) {
            if away.iter().any(|stone| place == (i16::from(stone.x), i16::from(stone.y))) {
                *what = Seen::Empty;
            }
        }
        if seen != prev.seen {
            return false;
        }
        if !prev.tags.near {
            return true;
        }
        away.push(prev.at);
        self.prev_matches(board, prev.prev, away)
    }

    /// All that the book says for whoever is to play.
    pub fn matches(&self, board: &Board) -> PlainMatches {
        let mut matches = PlainMatches::default();
        if board.size() != self.size {
            return matches;
        }
        let mover = board.to_play();
        let last = board.last().and_then(|mv| mv.at.map(|at| (at, mv.color)));
        for at in Point::all(self.size).filter(|&p| board.at(p).is_none()) {
            let views = [Radius::Four, Radius::One].map(|r| patch::seen(board, at, mover, r));
            let fits = |p: &Plain| {
                let seen = if p.tags.near { &views[1] } else { &views[0] };
                p.listed
                    && p.at == at
                    && p.color == mover
                    && &p.seen == seen
                    && self.prev_matches(board, p.prev, &mut Vec::new())
            };
            let fitting: Vec<&Plain> = self.patterns.iter().rev().filter(|p| fits(p)).collect();
            let before = |p: &Plain| p.prev.map(|prev| (self.patterns[prev].at, self.patterns[prev].color));
            let rate = |p: &Plain| match before(p) {
                _ if board.moves() < 4 => 20,
                None => 20,
                Some(_) if p.tags.later => 20,
                prev if prev == last => 100,
                Some(_) => 50,
            };
            let regular: Vec<&&Plain> = fitting.iter().filter(|p| !p.tags.ignore && !p.tags.near).collect();
            // The newest answer to the last move, else the oldest that follows, that can wait, that
            // starts.
            let chosen = regular
                .iter()
                .find(|p| last.is_some() && before(p) == last)
                .or_else(|| regular.iter().rev().find(|p| p.prev.is_some() && !p.tags.later))
                .or_else(|| regular.iter().rev().find(|p| p.prev.is_some()))
                .or_else(|| regular.last());
            let near: Vec<u8> = fitting.iter().filter(|p| !p.tags.ignore && p.tags.near).map(|p| rate(p)).collect();
            let rating = chosen.map(|p| rate(p)).into_iter().chain(near.iter().copied()).max();
            if let Some(rating) = rating {
                matches.ratings.insert(at.to_string(), rating);
            }
            if !near.is_empty() {
                matches.near.push(at.to_string());
            }
            if let Some(p) = fitting.iter().find(|p| p.tags.ignore) {
                matches.ignored.insert(at.to_string(), p.tags.near);
            }
        }
        matches
    }
}
