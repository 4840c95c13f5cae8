//! Named techniques, a file a family, over rule kinds.

mod singles;

pub use singles::{FullHouse, HiddenSingle, NakedSingle};

use crate::Technique;

/// All techniques of the standard catalog in grading order.
pub fn standard() -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Box<dyn Technique>> = Vec::new();
    all.extend(singles::all());
    all
}
