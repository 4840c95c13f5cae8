//! The kinds of constraints, a file each or a small family.

mod branches;
mod cages;
mod dots;
mod indexing;
mod lines;
mod marks;
mod outside;
mod rank;
mod regions;
mod relations;
mod sets;
mod sums;

pub use branches::{AND, OR};
pub use cages::{CAGE, SUM};
pub use dots::{
    BLACK_DOT, DIFFERENCE, GREATER, RATIO, STRICT_DIFFERENCE, STRICT_KROPKI, STRICT_RATIO, STRICT_XV, V, WHITE_DOT, X,
};
pub use indexing::INDEXING;
pub use lines::{BETWEEN, ENTROPIC, LOCKOUT, MODULAR, NABNER, PALINDROME, RENBAN, SLOW_THERMO, THERMO, WHISPER};
pub use marks::{EVEN, GIVEN, MAXIMUM, MINIMUM, ODD};
pub use outside::{LITTLE_KILLER, SANDWICH, SKYSCRAPER, X_SUM, diagonal, diagonal_from, line_of};
pub use regions::{
    ALL_DIFFERENT, ANTI_CONSECUTIVE, ANTI_KING, ANTI_KNIGHT, DIAGONAL, DISJOINT_SETS, diagonal_of, diagonals,
};
pub use relations::{PAIR, PAIR_X};
pub use sets::{QUAD, SAME_VALUES};
pub use sums::{ARROW, DOUBLE_ARROW, PILL_ARROW, REGION_SUM_LINE, SUM_LINE, ZIPPER};

use super::constraint::Kind;

/// All kinds, by file.
pub const ALL: &[&[&Kind]] = &[
    branches::ALL,
    cages::ALL,
    dots::ALL,
    indexing::ALL,
    lines::ALL,
    marks::ALL,
    outside::ALL,
    rank::ALL,
    regions::ALL,
    relations::ALL,
    sets::ALL,
    sums::ALL,
];

/// The kind of that name.
pub fn named(name: &str) -> Option<&'static Kind> {
    ALL.iter().flat_map(|list| list.iter()).copied().find(|kind| kind.name == name)
}
