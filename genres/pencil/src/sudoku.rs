//! Sudoku with boxes of any shape.

use crate::family::{Family, Variant, boxed_size};
use crate::grid::Grid;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, GenerateRequest};

/// Rows, columns and boxes hold every value once.
#[derive(Debug)]
pub struct Sudoku;

/// The genre.
pub static SUDOKU: Family<Sudoku> = Family::new();

impl Variant for Sudoku {
    const NAME: &'static str = "sudoku";
    const ADDRESS_NAMES: &'static [&'static str] = &["sudoku"];
    const FORMATS: &'static [&'static str] = crate::formats::NAMES;
    const ABOUT: &'static str = "Rows, columns and boxes hold every value once";
    const SIZES: &'static [&'static str] =
        &["9x9", "4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "25x25", "6x6:3x2", "8x8:4x2"];
    const PUZZLE_KIT: &'static str = "Sudoku";
    const PATIENCE: u64 = 5_000;

    fn handle() -> &'static Family<Self> {
        &SUDOKU
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

/// Boxes, and nothing that the genre's name does not say.
pub(crate) fn plain(grid: &Grid, name: &str) -> Result<(), Bad> {
    let other = if !grid.cages.is_empty() {
        "cages: killer reads them"
    } else if grid.boxes.is_none_or(|(r, c)| r < 2 || c < 2) {
        "irregular regions: jigsaw reads them"
    } else if grid.diagonals && name != "sudoku-x" {
        "diagonals: sudoku-x reads them"
    } else if grid.knight && name != "anti-knight" {
        "knight's moves: anti-knight reads them"
    } else {
        return Ok(());
    };
    Err(Bad::new(format!("{name} has no {other}")))
}
