//! Pencil puzzles: the sudoku family.
//!
//! ```
//! use tesuji_genre::Genre;
//! let sudoku: &dyn Genre = &tesuji_pencil::SUDOKU;
//! let parsed = sudoku.parse("...1.4.....2....")?;
//! assert_eq!(parsed.puzzle.size, "4x4");
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

mod canon;
mod draw;
mod family;
mod formats;
mod grid;
mod names;
mod notation;
mod sheet;
mod sudoku;
mod symbols;

pub use family::{Family, Variant};
pub use grid::Grid;
pub use sheet::Sheet;
pub use sudoku::{SUDOKU, Sudoku};

use tesuji_genre::Genre;

/// The genres of the family.
pub fn genres() -> Vec<&'static dyn Genre> {
    vec![&SUDOKU]
}
