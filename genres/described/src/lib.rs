//! Genres from files: a file says in TOML what a genre's board, values, rules and clues are, and the
//! house does the rest.

mod body;
mod check;
mod clues;
mod definition;
mod division;
mod document;
mod face;
mod formula;
mod functions;
mod genre;
mod parts;
mod regex;
mod rule;
mod scope;
mod states;
mod syntax;
mod technique;

pub use check::{Finding, FindingKind, check};

use definition::Definition;
use tesuji_genre::Bad;
use tesuji_pencil::house::Pencil;

/// A commented example of a genre file.
pub const EXAMPLE: &str = include_str!("example.toml");

/// The genre that a file defines. It is kept for the life of the program.
///
/// # Errors
/// [`Bad`] with the line and the column of what is wrong.
pub fn read(source: &str) -> Result<&'static Pencil, Bad> {
    let definition: &'static Definition = Box::leak(Box::new(Definition::read(source)?));
    let info = Box::leak(Box::new(definition.info()));
    let pencil: &'static Pencil = Box::leak(Box::new(Pencil::of(definition, info)));
    Ok(definition.handle.get_or_init(|| pencil))
}

/// The functions of the language of genre files, each with what it gives.
pub fn functions() -> &'static [(&'static str, &'static str)] {
    functions::FUNCTIONS
}

/// The names of sets of places.
pub fn sets() -> &'static [&'static str] {
    functions::SETS
}
