//! Techniques on candidates as words: no network, no tables, a copy of a state is a few words.
//!
//! Where each variable has two or three values, the candidates of a board are a word or a few for
//! each rank of a value, and a rule that counts is a pair of masks with bounds. A
//! [plan](Planned) lists where techniques stand, and a [run](MaskedRun) takes the steps of a
//! [`Sweep`](crate::grade::Sweep): the same conclusions one after the other, so counts, tier and
//! points are those of the standard grader. Rules of other kinds leave it to the sweep.

mod lines;
mod plan;
mod rules;
mod run;
mod trials;
mod webs;

pub use plan::plan;
pub use rules::Stated;
pub use run::{MaskState, MaskedRun, Planned};
