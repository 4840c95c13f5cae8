//! Named techniques, a file a family, over rule kinds.

mod described;
mod fish;
mod locked;
mod single_digit;
mod singles;
mod subsets;
mod uniqueness;
mod wings;
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
    all.extend(locked::all());
    all.extend(subsets::all());
    all.extend(fish::all());
    all.extend(single_digit::all());
    all.extend(wings::all());
    all.extend(uniqueness::all());
    // Chains, colouring, almost locked sets: one `all.extend(file::all());` a file, between here and the next marker.
    // End of the second half's techniques.
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, technique)| technique).collect()
}
