//! Puzzles: positions with one right turn, proved by the tables or by reading.

mod probe;
mod state;
mod worth;

pub use probe::{Oracle, Probe, Valued};
pub use state::{Kernel, State, Step};
pub use worth::{Outcome, Worth};
