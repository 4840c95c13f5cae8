//! External conformance suites: the project against truth from outside, one file a suite.
//!
//! A suite reads a file (or folder) of its format into cases; the runner runs them, prints a JSON
//! line for each difference, and one summary.

pub mod figures;
mod runner;
pub mod sudoku;
pub mod suites;

pub use runner::{Case, Cases, Error, Options, Report, Suite, Verdict, run};
