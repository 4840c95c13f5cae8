//! Referees: depth-first searches that share next to nothing with the engines of the product, which
//! tests, suites and `check` compare those with. No other code asks them.

mod plain;
mod simple;

pub use plain::PlainSolver;
pub use simple::SimpleSolver;
