//! Drawings for GoGui: the replies to the analyze commands *Joseki Moves* and *Joseki Range*.
//!
//! GoGui's `gfx` type takes lines such as `COLOR #ff0000 Q16`, `MARK Q16`, `CIRCLE Q16`,
//! `TEXT words` (GoGui manual, chapter "Analyze commands").

use crate::dictionary::Dictionary;
use crate::patch::{self, Radius};
use crate::point::Point;
use crate::position::Position;
use std::fmt::Write;

/// The colour of a rating: red for answers, orange for continuations, yellow for the weak, blue for
/// nothing.
pub fn rating_color(rating: u8) -> &'static str {
    match rating {
        100.. => "#ff0000",
        50.. => "#ff5100",
        1.. => "#ffbe00",
        0 => "#0800ff",
    }
}

/// The colour of moves that the book answers but does not play.
pub const IGNORED: &str = "#0000a0";
/// The colour of a patch.
const PATCH: &str = "#ffa200";
/// The reply where the book has nothing for boards of that size.
pub const NOT_USED: &str = "TEXT Not using joseki";

/// *Joseki Moves*: crosses at moves to be answered but not played, circles where the neighbours
/// alone count, the rating of every point as a colour, row by row from the top.
pub fn joseki_moves(dictionary: &Dictionary, position: &Position) -> String {
    let size = position.board().size();
    if dictionary.is_empty() || dictionary.size() != size {
        return NOT_USED.to_string();
    }
    let matches = dictionary.matches(position);
    let mut out = String::new();
    // Writing to a string does not fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{text}");
    };
    for p in Point::all(size) {
        let ignored = matches.ignored.iter().find(|(at, _)| *at == p);
        if ignored.is_some() {
            line(format_args!("MARK {p}"));
        }
        if ignored.is_some_and(|(_, near)| *near) || matches.near.contains(&p) {
            line(format_args!("CIRCLE {p}"));
        }
    }
    let rating = |p: Point| matches.suggestions.iter().find(|s| s.at == p).map_or(0, |s| s.rating);
    for y in (0..size).rev() {
        for p in (0..size).map(|x| Point::new(x, y)) {
            line(format_args!("COLOR {} {p}", rating_color(rating(p))));
        }
    }
    for (p, _) in matches.ignored.iter().filter(|(p, _)| rating(*p) == 0) {
        line(format_args!("COLOR {IGNORED} {p}"));
    }
    out.truncate(out.trim_end().len());
    out
}

/// *Joseki Range*: the points that the patch around a point compares.
pub fn joseki_range(at: Point, size: u8) -> String {
    let mut out = String::new();
    for p in patch::points(at, size, Radius::Four) {
        let _ = writeln!(out, "COLOR {PATCH} {p}");
    }
    out.truncate(out.trim_end().len());
    out
}
