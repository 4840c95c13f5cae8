//! Named techniques, a file a family, over rule kinds.

mod singles;
// Chains, colouring, almost locked sets: one `mod` line a file, between here and the next marker.
// End of the second half's modules.

pub use singles::{FullHouse, HiddenSingle, NakedSingle};

use crate::Technique;

/// A technique with its place in the grading order: HoDoKu's solver order, where it lists the technique.
type Ordered = (u32, Box<dyn Technique>);

/// All techniques of the standard catalog in grading order (equal places: in the order of listing here).
pub fn standard() -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Ordered> = Vec::new();
    all.extend(singles::all());
    // Chains, colouring, almost locked sets: one `all.extend(file::all());` a file, between here and the next marker.
    // End of the second half's techniques.
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, technique)| technique).collect()
}
