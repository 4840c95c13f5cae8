//! Sudoku X: the two diagonals hold every value once, too.

use crate::family::{Family, Variant, boxed_size};
use crate::grid::Grid;
use crate::sudoku::plain;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, GenerateRequest};

/// Rows, columns, boxes and both diagonals hold every value once.
#[derive(Debug)]
pub struct SudokuX;

/// The genre.
pub static SUDOKU_X: Family<SudokuX> = Family::new();

impl Variant for SudokuX {
    const NAME: &'static str = "sudoku-x";
    const ABOUT: &'static str = "Rows, columns, boxes and both diagonals hold every value once";
    const SIZES: &'static [&'static str] = &["9x9", "4x4", "6x6", "8x8"];
    const DIAGONALS: bool = true;

    fn handle() -> &'static Family<Self> {
        &SUDOKU_X
    }
    fn fits(grid: &Grid) -> Result<(), Bad> {
        plain(grid, Self::NAME)
    }
    fn structure(size: &str, _want: &GenerateRequest, _rng: &mut ChaCha8Rng) -> Result<Grid, Bad> {
        boxed_size(size)
    }
    fn structures(size: &str) -> Result<Vec<Grid>, Bad> {
        Ok(vec![boxed_size(size)?])
    }
}
