//! Techniques on whole puzzles and on hand-made candidate states of many shapes.

mod bugs;
mod by_definition;
mod cages;
mod chains;
mod needs;
mod puzzles;
mod shapes;
mod soundness;
mod uniqueness;
