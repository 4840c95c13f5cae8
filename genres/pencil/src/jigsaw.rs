//! Jigsaw sudoku: irregular regions in place of boxes.

use crate::family::{Family, INFO, boxed_size};
use crate::partition;
use crate::variant::constraints::CAGE;
use std::sync::OnceLock;
use tesuji_genre::{Bad, GenreInfo};
use tesuji_solver::RuleKind;

/// Rows, columns and irregular regions hold every value once.
pub static JIGSAW: Family = Family {
    info: GenreInfo {
        name: "jigsaw",
        title: "Jigsaw sudoku",
        about: "Rows, columns and irregular regions hold every value once",
        rules: "Put a value into every cell so that every row, column and outlined region holds each value once.",
        sizes: &["9x9", "4x4", "5x5", "6x6", "7x7", "8x8"],
        data_set: "JigsawSudoku",
        ..INFO
    },
    kinds: &[RuleKind::AllDifferent],
    rules: || &[],
    fits: |design, _| match design.has(&CAGE) {
        true => Err(Bad::new("jigsaw has no cages: killer reads them")),
        false => Ok(()),
    },
    structure: |size, _, rng| partition::regions(side(size)?, rng),
    structures: |size| match side(size)? {
        4 => partition::all(4),
        n => Err(Bad::new(format!("the divisions of {n}x{n} into regions are too many to enumerate; 4x4 is possible"))),
    },
    handle: || &JIGSAW,
    catalog: OnceLock::new(),
};

/// The side of a size such as `7x7`.
pub(crate) fn side(size: &str) -> Result<usize, Bad> {
    if let Ok(design) = boxed_size(size) {
        return Ok(design.n());
    }
    let n = size.split_once('x').and_then(|(a, b)| (a == b).then(|| a.parse::<usize>().ok()).flatten());
    n.filter(|n| (3..=16).contains(n)).ok_or_else(|| Bad::new(format!("{size:?} is no size such as 7x7")))
}
