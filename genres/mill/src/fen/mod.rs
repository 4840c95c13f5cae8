//! Position strings (the engine's FEN), in both dialects.
//!
//! `BOARD SIDE PHASE ACTION wOn wHand bOn bHand wRemove bRemove wFrom wTo bFrom bTo MILLS QUIET MOVE [extensions]`
//!
//! Seventeen fields must be there. The board is the inner, the middle and the outer ring, each from
//! twelve o'clock clockwise: `O` White, `@` Black, `*` empty, `X` a man taken whose point stays
//! blocked. Extensions: `ids:nodes` (points are numbered 0–23 and −1 is none; without it they are
//! 8–31 and 0 is none), `c:` `i:` `l:` men that may be taken by further rules, `p:` a preferred
//! one, `s:` removals that come from having no move.
//!
//! The reader is strict where a loose one would play a game that can't be: the numbers of men must
//! be those on the board, the phase must fit the hand, men to take must be there. It accepts action
//! `p` in phase `m`, which shipped puzzles have, a missing removal count with action `r`, and the
//! older forms of twelve fields (without the five about mills), of ten (nor the last two), and of
//! eleven (twelve with one number of men to take, which is the mover's).

mod extension;
mod print;
mod read;

pub use print::print;
pub use read::parse;

use crate::position::Position;

/// How points are numbered in a position string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// 0–23, none is −1, marked by `ids:nodes`.
    Nodes,
    /// 8–31, none is 0.
    Legacy,
}

impl Dialect {
    /// The offset of a point's number.
    fn shift(self) -> u32 {
        match self {
            Dialect::Nodes => 0,
            Dialect::Legacy => 8,
        }
    }
}

/// A position string, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The position, with its end filled in where the game is over.
    pub position: Position,
    /// The dialect.
    pub dialect: Dialect,
    /// Oddities that were accepted.
    pub oddities: Vec<&'static str>,
}

/// The fault of a position string.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN field {field} ({name}): {what}")]
pub struct FenError {
    /// Number of the field, from 1.
    pub field: usize,
    /// Its name.
    pub name: &'static str,
    /// The fault.
    pub what: String,
}

/// Names of the seventeen fields.
const FIELDS: [&str; 17] = [
    "board",
    "side",
    "phase",
    "action",
    "white on board",
    "white in hand",
    "black on board",
    "black in hand",
    "white to remove",
    "black to remove",
    "white mill from",
    "white mill to",
    "black mill from",
    "black mill to",
    "mills",
    "quiet plies",
    "move number",
];

#[cfg(test)]
mod tests;
