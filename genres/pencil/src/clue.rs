//! Clues of any pencil genre.

use crate::board::{Direction, Transform};

/// What stands on a place before solving begins.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Clue {
    /// A number.
    Number(u16),
    /// A sign that there is a clue whose number is not told: `?`.
    Unknown,
    /// A white circle.
    White,
    /// A black circle.
    Black,
    /// An arrow with a number, or with a number that is not told.
    Arrow(Direction, Option<u16>),
    /// Numbers in order, as beside the lines of a nonogram; `None` is a number that is not told.
    Numbers(Vec<Option<u16>>),
}

impl Clue {
    /// The clue on the image of its board; `None` where a clue has no image.
    pub fn transformed(&self, transform: Transform) -> Option<Clue> {
        match self {
            Clue::Arrow(direction, n) => Some(Clue::Arrow(transform.direction(*direction), *n)),
            // Numbers of a line have an order, which a mirror would turn round.
            Clue::Numbers(_) if transform != Transform::IDENTITY => None,
            other => Some(other.clone()),
        }
    }

    /// The number, if the clue is one.
    pub fn number(&self) -> Option<u16> {
        match self {
            Clue::Number(n) => Some(*n),
            _ => None,
        }
    }
}
