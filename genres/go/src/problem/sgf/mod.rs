//! Problems from SGF collections, and the root of one to write.
//!
//! The position is what the nodes down to the first move set up (see [`starts`] for where problems
//! stand in a collection). The side to move is `PL`, else that of the first move, else what words
//! say, else Black. Marks (`MA`, `TR`, `SQ`, `CR`, `SL`) on stones name the target, of both colours
//! two of them; without marks it is inferred, or [left to be chosen](Unsaid::Target). `TESUJI`,
//! where it is there and agrees with the stones, the marks and `PL`, says all of that exactly.

mod layout;
mod position;
mod write;

pub(crate) use layout::{Start, starts};
pub use position::{Given, Mover, Unread, Unsaid};
pub(crate) use position::{marked, read_start};
pub use write::root_of;

use super::Problem;
use crate::Color;
use tesuji_sgf::Node;

/// A colour of SGF as ours.
pub(crate) fn own(color: tesuji_sgf::Color) -> Color {
    match color {
        tesuji_sgf::Color::Black => Color::Black,
        tesuji_sgf::Color::White => Color::White,
    }
}

/// The first problem of a game tree, and what of it was not said.
///
/// # Errors
/// Why it is none.
pub fn read_sgf(root: Node<'_>) -> Result<(Problem, Unsaid), String> {
    let first = starts(root).into_iter().next().map(read_start).transpose().map_err(|unread| unread.what)?;
    let given = first.into_iter().flatten().next().ok_or("there is no problem in the game")?;
    Ok((given.problem, given.unsaid))
}
