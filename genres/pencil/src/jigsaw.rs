//! Jigsaw sudoku: irregular regions in place of boxes.

use crate::family::{Family, Variant, boxed_size};
use crate::partition;
use crate::variant::Design;
use crate::variant::constraints::CAGE;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{Bad, GenerateRequest};

/// Rows, columns and irregular regions hold every value once.
#[derive(Debug)]
pub struct Jigsaw;

/// The genre.
pub static JIGSAW: Family<Jigsaw> = Family::new();

impl Variant for Jigsaw {
    const NAME: &'static str = "jigsaw";
    const ABOUT: &'static str = "Rows, columns and irregular regions hold every value once";
    const RULES: &'static str =
        "Put a value into every cell so that every row, column and outlined region holds each value once.";
    const TITLE: &'static str = "Jigsaw sudoku";
    const SIZES: &'static [&'static str] = &["9x9", "4x4", "5x5", "6x6", "7x7", "8x8"];
    const PUZZLE_KIT: &'static str = "JigsawSudoku";

    fn handle() -> &'static Family<Self> {
        &JIGSAW
    }
    fn fits(design: &Design) -> Result<(), Bad> {
        if design.has(&CAGE) {
            return Err(Bad::new("jigsaw has no cages: killer reads them"));
        }
        Ok(())
    }
    fn structure(size: &str, _want: &GenerateRequest, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
        let n = side(size)?;
        partition::regions(n, rng)
    }
    fn structures(size: &str) -> Result<Vec<Design>, Bad> {
        match side(size)? {
            4 => partition::all(4),
            n => Err(Bad::new(format!(
                "the divisions of {n}x{n} into regions are too many to enumerate; 4x4 is possible"
            ))),
        }
    }
}

/// The side of a size such as `7x7`.
pub(crate) fn side(size: &str) -> Result<usize, Bad> {
    if let Ok(design) = boxed_size(size) {
        return Ok(design.n());
    }
    let n = size.split_once('x').and_then(|(a, b)| (a == b).then(|| a.parse::<usize>().ok()).flatten());
    n.filter(|n| (3..=16).contains(n)).ok_or_else(|| Bad::new(format!("{size:?} is no size such as 7x7")))
}
