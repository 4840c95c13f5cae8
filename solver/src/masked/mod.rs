//! Techniques on candidates as words: no network, no tables, a copy of a state is a few words.
//!
//! Where each variable has two or three values, the candidates of a board are a word or a few for
//! each rank of a value, and a rule that counts is a pair of masks with bounds ([`MaskRule`]). A
//! [`MaskPlan`] lists where techniques stand, and a [`MaskRun`] takes the steps of a
//! [`Sweep`](crate::grade::Sweep): the same conclusions one after the other, so counts, tier and
//! points are those of the standard grader. Rules of other kinds leave it to the sweep.

mod lines;
mod plan;
mod rules;
mod run;
mod webs;

pub use plan::{MaskPlan, plan};
pub use rules::{MaskRule, Stated};
pub use run::{MaskRun, MaskState, MaskedRun, Planned};
