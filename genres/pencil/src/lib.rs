//! Pencil puzzles: the sudoku family, and the genres of the pencil house.
//!
//! ```
//! use tesuji_genre::Genre;
//! let sudoku: &dyn Genre = &tesuji_pencil::SUDOKU;
//! let parsed = sudoku.parse("...1.4.....2....")?;
//! assert_eq!(parsed.puzzle.size, "4x4");
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

pub mod board;
mod canon;
pub mod clue;
pub mod codec;
mod family;
mod formats;
pub mod genres;
pub mod house;
mod jigsaw;
mod killer;
mod notation;
mod partition;
mod paste;
mod penpa;
pub mod scene;
mod sheet;
mod sudoku;
mod sukaku;
mod symbols;
mod text;
pub mod variant;

pub use family::Family;
pub use jigsaw::JIGSAW;
pub use killer::KILLER;
pub use sheet::Sheet;
pub use sudoku::{ANTI_KNIGHT, SUDOKU, SUDOKU_X};
pub use sukaku::{SUKAKU, Sukaku};
pub use variant::Design;
pub use variant::VARIANT;

use tesuji_genre::Genre;

/// The genres of the family.
pub fn genres() -> Vec<&'static dyn Genre> {
    let mut list: Vec<&'static dyn Genre> = vec![&ANTI_KNIGHT, &JIGSAW, &KILLER, &SUDOKU, &SUDOKU_X, &SUKAKU, &VARIANT];
    list.extend(genres::all().into_iter().map(|g| g as &dyn Genre));
    list
}

/// Reads one puzzle from a text of one or more lines, in any form that the family reads.
///
/// # Errors
/// [`Bad`](tesuji_genre::Bad) with the column or the cell.
pub fn read_line(text: &str) -> Result<Sheet, tesuji_genre::Bad> {
    paste::parse(text)
}

/// Reads a document that is no list of lines (a pzprv3 file, a Puzzle Kit data set of that name);
/// `false` when it is none.
pub fn read_document(text: &str, name: &str, found: &mut dyn FnMut(tesuji_genre::clue::Found<Sheet>)) -> bool {
    formats::document(text, name, found)
}
