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
    /// A diagonal that rises to the right (`/`), or falls (`\`).
    Slash(bool),
    /// A number and how the values of a region make it.
    Result(Operator, u16),
    /// Numbers in order, as beside the lines of a nonogram; `None` is a number that is not told.
    Numbers(Vec<Option<u16>>),
}

impl Clue {
    /// The clue on the image of its board; `None` where a clue has no image.
    pub fn transformed(&self, transform: Transform) -> Option<Clue> {
        match self {
            Clue::Arrow(direction, n) => Some(Clue::Arrow(transform.direction(*direction), *n)),
            Clue::Slash(rises) => Some(Clue::Slash(*rises != transform.turns_slashes())),
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

/// An arithmetical operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operator {
    /// The sum.
    Plus,
    /// The greatest value less the others.
    Minus,
    /// The product.
    Times,
    /// The greatest value divided by the others.
    Divide,
}

impl Operator {
    /// The operators, each with its sign and the letter that stands for it where signs have other
    /// meanings.
    pub const ALL: [(Operator, char, char); 4] = [
        (Operator::Plus, '+', 'a'),
        (Operator::Minus, '-', 's'),
        (Operator::Times, '×', 'm'),
        (Operator::Divide, '÷', 'd'),
    ];

    /// Do the values make the number?
    pub fn fits(self, values: &[u8], number: u16) -> bool {
        let number = u64::from(number);
        let all = || values.iter().map(|&v| u64::from(v));
        let most = all().max().unwrap_or(0);
        match self {
            Operator::Plus => all().sum::<u64>() == number,
            Operator::Minus => 2 * most == all().sum::<u64>() + number,
            Operator::Times => all().try_fold(1_u64, u64::checked_mul) == Some(number),
            Operator::Divide => {
                let product = all().try_fold(1_u64, u64::checked_mul);
                product.and_then(|p| p.checked_mul(number)) == most.checked_mul(most)
            }
        }
    }
}
