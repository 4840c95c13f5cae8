//! A book: variations in files, move by move.

use crate::point::{Color, Move, Point};

/// The largest board that a book may be written for.
pub const BOOK_SIZE: u8 = 19;

/// A point of a book on a board of another size, counted from the upper right corner.
pub fn shift(at: Point, book_size: u8, size: u8) -> Option<Point> {
    let by = size as i8 - book_size as i8;
    at.offset(by, by, size)
}

/// The meaning of a move in the book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tags {
    /// Not to be suggested, only answered (`ignore`; in SGF `<don't>`, `<bad>`, `<avoid>`).
    pub ignore: bool,
    /// Only the 8 neighbours count (`3x3`).
    pub near: bool,
    /// Can wait (`later`).
    pub later: bool,
}

/// A step of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A stone that was there: it ends the sequence before it and is not part of the next.
    Setup {
        /// Whose.
        color: Color,
        /// Where.
        at: Point,
    },
    /// A move; a pass makes the next move one that can wait.
    Play {
        /// The move.
        mv: Move,
        /// Its meaning.
        tags: Tags,
    },
}

/// The moves from the start to the end of one branch.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// The variations of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The file's name.
    pub name: String,
    /// Size of its board.
    pub size: u8,
    /// The variations, in the order of the book.
    pub variations: Vec<Variation>,
}

/// A book: chapters in order. Where patterns are alike, the later one comes first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Book {
    /// The chapters.
    pub chapters: Vec<Chapter>,
}

impl Book {
    /// Variations in all chapters.
    pub fn variations(&self) -> usize {
        self.chapters.iter().map(|c| c.variations.len()).sum()
    }
}

/// A fault of a book, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// File, with the place in it: a line, or the path to a node.
    pub place: String,
    /// Which sort of fault it is.
    pub kind: Fault,
    /// The fault.
    pub what: String,
}

/// The sorts of faults that keep a book from being read as it was meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The file is not well-formed; it was repaired.
    Format,
    /// A board that no book is for, or a size that is none.
    BoardSize,
    /// A value that is no point, or off the board.
    BadValue,
    /// Stones are taken off.
    RemovedStones,
    /// A word in brackets that is no tag.
    UnknownTag,
    /// Text on the first line of a comment.
    TextAmongTags,
    /// A pass without a tag.
    UntaggedPass,
    /// A move or a stone that can't be where it is put.
    IllegalMove,
    /// Matched by its neighbours alone, without a move before it.
    NoMoveBefore,
    /// More variations or moves than a book may have, or more faults than are listed.
    TooLarge,
}

impl Fault {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Format => "format",
            Fault::BoardSize => "board-size",
            Fault::BadValue => "bad-value",
            Fault::RemovedStones => "removed-stones",
            Fault::UnknownTag => "unknown-tag",
            Fault::TextAmongTags => "text-among-tags",
            Fault::UntaggedPass => "untagged-pass",
            Fault::IllegalMove => "illegal-move",
            Fault::NoMoveBefore => "no-move-before",
            Fault::TooLarge => "too-large",
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}
