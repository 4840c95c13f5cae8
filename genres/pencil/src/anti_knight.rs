//! Anti-knight sudoku: cells a knight's move apart differ.

use crate::family::{Family, Variant, boxed_size};
use crate::sudoku::plain;
use crate::variant::constraints;
use crate::variant::{Constraint, Design};
use rand_chacha::ChaCha8Rng;
use std::sync::LazyLock;
use tesuji_genre::{Bad, GenerateRequest};

/// Sudoku in which cells a knight's move apart differ.
#[derive(Debug)]
pub struct AntiKnight;

/// The genre.
pub static ANTI_KNIGHT: Family<AntiKnight> = Family::new();

impl Variant for AntiKnight {
    const NAME: &'static str = "anti-knight";
    const ABOUT: &'static str = "Sudoku in which cells a knight's move apart differ";
    const RULES: &'static str = "Put a value into every cell so that every row, column and box holds each value once. Cells a \
         knight's move apart differ.";
    const TITLE: &'static str = "Anti-knight sudoku";
    const SIZES: &'static [&'static str] = &["9x9", "8x8", "10x10"];
    const FORMATS: &'static [&'static str] = crate::formats::OWN;

    fn handle() -> &'static Family<Self> {
        &ANTI_KNIGHT
    }
    fn rules() -> &'static [Constraint] {
        static RULES: LazyLock<[Constraint; 1]> = LazyLock::new(|| [Constraint::of(&constraints::ANTI_KNIGHT)]);
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
