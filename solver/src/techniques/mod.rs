//! Named techniques, a file a family, over rule kinds.

mod als_rules;
mod als_sets;
mod avoidable_rectangles;
mod cages;
pub(crate) mod chain_search;
mod chain_words;
mod colouring;
mod derived;
mod described;
mod fish;
mod forms;
mod links;
mod locked;
mod more_rectangles;
mod nice_loops;
mod set_equality;
mod single_digit;
mod singles;
pub mod steps;
mod subsets;
mod sue_de_coq;
mod sums;
mod uniqueness;
pub(crate) mod walk;
mod wings;
mod x_chain;
mod xy_chain;

pub(crate) use derived::Derived;

pub use set_equality::set_equalities;
pub use singles::{FullHouse, HiddenSingle, NakedSingle};

use crate::Technique;

/// A technique with its place in the grading order: HoDoKu's solver order, where it lists the
/// technique.
type Ordered = (u32, Box<dyn Technique>);

/// All techniques of the standard catalog in grading order (equal places: in the order of listing
/// here).
pub fn standard() -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Ordered> = Vec::new();
    all.extend(singles::all());
    all.extend(locked::all());
    all.extend(subsets::all());
    all.extend(fish::all());
    all.extend(single_digit::all());
    all.extend(forms::all());
    all.extend(wings::all());
    all.extend(uniqueness::all());
    all.extend(more_rectangles::all());
    all.extend(avoidable_rectangles::all());
    all.extend(colouring::all());
    all.extend(x_chain::all());
    all.extend(xy_chain::all());
    all.extend(nice_loops::all());
    all.extend(als_rules::all());
    all.extend(sue_de_coq::all());
    all.extend(cages::all());
    all.extend(sums::all());
    all.sort_by_key(|(order, _)| *order);
    all.into_iter().map(|(_, technique)| technique).collect()
}
