//! Clue genres: a structure, clues on its places, and one completion that the clues leave.
//!
//! A genre of this kind implements [`ClueGenre`] in one file; the adapter in this module makes it a
//! [`Genre`](crate::Genre) with solve, reference, grade, hint, generate, enumerate, read and write.

mod adapter;
mod edit;
mod enumerate;
mod genre;
mod grade;
mod hint;
mod known;
mod layout;
pub mod option;
mod repair;
mod scaffold;
mod selected;
mod walk;

pub use crate::random::{pick, shuffle, sub_rng};
pub use enumerate::Shares;
pub use genre::{
    Arrangement, ClueGenre, Clued, Clues, Drawing, Found, Lines, ParsedClues, Place, RivalSearch, Rivals, SingleEdit,
};
pub use known::SEVERAL;
pub use layout::{Layout, LayoutCache};
pub use option::{Style, Symmetry};
