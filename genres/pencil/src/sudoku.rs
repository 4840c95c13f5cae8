//! Sudoku with boxes of any shape.

use crate::family::{Family, Variant, boxed_size};
use crate::variant::Design;
use crate::variant::constraints::{ANTI_KNIGHT, CAGE, DIAGONAL};
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
    const RULES: &'static str = "Put a value into every cell so that every row, column and box holds each value once.";
    const TITLE: &'static str = "Sudoku";
    const SIZES: &'static [&'static str] =
        &["9x9", "4x4", "6x6", "8x8", "10x10", "12x12", "16x16", "25x25", "6x6:3x2", "8x8:4x2"];
    const PUZZLE_KIT: &'static str = "Sudoku";
    const PATIENCE: u64 = 5_000;

    fn handle() -> &'static Family<Self> {
        &SUDOKU
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

/// Boxes, and nothing that the genre's name does not say.
pub(crate) fn plain(design: &Design, name: &str) -> Result<(), Bad> {
    let other = if design.has(&CAGE) {
        "cages: killer reads them"
    } else if design.box_shape().is_none() {
        "irregular regions: jigsaw reads them"
    } else if design.has(&DIAGONAL) && design.has(&ANTI_KNIGHT) {
        "diagonals and knight's moves at once: genre variant has both, as `.Diagonal~1.Diagonal~-1.AntiKnight`"
    } else if design.has(&DIAGONAL) && name != "sudoku-x" {
        "diagonals: sudoku-x reads them"
    } else if design.has(&ANTI_KNIGHT) && name != "anti-knight" {
        "knight's moves: anti-knight reads them"
    } else {
        return Ok(());
    };
    Err(Bad::new(format!("{name} has no {other}")))
}
