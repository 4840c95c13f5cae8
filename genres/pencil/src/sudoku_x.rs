//! Sudoku X: the two diagonals hold every value once, too.

use crate::family::{Family, Variant, boxed_size};
use crate::sudoku::plain;
use crate::variant::constraints::diagonals;
use crate::variant::{Constraint, Design};
use rand_chacha::ChaCha8Rng;
use std::sync::LazyLock;
use tesuji_genre::{Bad, GenerateRequest};

/// Rows, columns, boxes and both diagonals hold every value once.
#[derive(Debug)]
pub struct SudokuX;

/// The genre.
pub static SUDOKU_X: Family<SudokuX> = Family::new();

impl Variant for SudokuX {
    const NAME: &'static str = "sudoku-x";
    const ABOUT: &'static str = "Rows, columns, boxes and both diagonals hold every value once";
    const RULES: &'static str =
        "Put a value into every cell so that every row, column and box and both diagonals hold each value once.";
    const TITLE: &'static str = "Sudoku X";
    const SIZES: &'static [&'static str] = &["9x9", "4x4", "6x6", "8x8"];
    fn handle() -> &'static Family<Self> {
        &SUDOKU_X
    }
    fn rules() -> &'static [Constraint] {
        static RULES: LazyLock<[Constraint; 2]> = LazyLock::new(diagonals);
        &*RULES
    }
    fn fits(design: &Design) -> Result<(), Bad> {
        plain(design, Self::NAME)
    }
    fn structure(size: &str, _want: &GenerateRequest, _rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        boxed_size(size)
    }
    fn structures(size: &str) -> Result<Vec<Design>, Bad> {
        Ok(vec![boxed_size(size)?])
    }
}
