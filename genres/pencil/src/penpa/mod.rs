//! Drawings of penpa-edit as puzzles, and puzzles as such drawings.
//!
//! A drawing has numbers, signs, shades and lines on places of a grid ([`picture`]); what they mean
//! stands in a table by genre ([`looks`]). What a genre gives no meaning to is refused by its name
//! and place: a drawing that is understood in part would be another puzzle.

mod kinds;
mod looks;
mod picture;
mod read;
mod variant;
mod write;

pub(crate) use looks::is_known;
pub(crate) use read::read;
pub(crate) use variant::{print as print_variant, read as read_variant};
pub(crate) use write::print;

use tesuji_genre::Bad;

fn wrong(what: impl std::fmt::Display) -> Bad {
    Bad::new(format!("penpa-edit: {what}"))
}
