//! Variants of sudoku: a grid and any mixture of constraints.
//!
//! A puzzle's structure is a [`Design`]: a grid and a list of [constraints](Constraint), each of a
//! [kind](Kind) of [`constraints`]. Its clues say which values a cell may have and which
//! constraints stand.
//!
//! ```
//! use tesuji_genre::Genre;
//! let variant: &dyn Genre = &tesuji_pencil::VARIANT;
//! let parsed = variant.parse(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3~R3C2_1")?;
//! assert_eq!(parsed.puzzle.size, "4x4");
//! # Ok::<(), tesuji_genre::Bad>(())
//! ```

mod automata;
mod checks;
mod constraint;
pub mod constraints;
mod design;
mod edits;
pub mod fpuzzles;
mod genre;
mod grid;
mod image;
mod lz;
mod make;
mod names;
mod ranged;
mod rules;
mod scene;
mod square;
pub mod strings;
mod techniques;
mod words;

pub use constraint::{Constraint, Family, Form, Kind, Maps, Symmetry, Words};
pub use design::{Design, symbol, value};
pub use genre::{Clue, VARIANT, Variant};
pub use grid::{Grid, Group};
pub use image::Map;
pub use lz::{compress, decompress};
pub use make::{constraint_named, covering};
pub use names::{GridNames, VariantNames, cell_list};
pub use rules::{Rules, network};
pub use scene::{Scene, unicode};
pub use square::{cell_name, connected, neighbours, usual_box};
