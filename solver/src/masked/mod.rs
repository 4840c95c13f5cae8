//! Techniques on candidates as words. There is no network and no table, and copying a state copies
//! a few words.
//!
//! Where each variable has two or three values, one set of variables (a word or a few) says which
//! variables may take their lowest value, one which may take their second, and so on. A rule that
//! counts is a pair of masks with bounds. A [plan](Planned) lists the places where techniques can
//! fire. A [run](MaskedRun) takes the same steps as a [`Sweep`](crate::grade::Sweep), one after the
//! other, so it has the counts, the tier and the points of the standard grader. There is no plan
//! where a technique needs a rule of another kind.

mod lines;
mod plan;
mod rules;
mod run;
mod trials;
mod webs;

pub use plan::plan;
pub use rules::Stated;
pub use run::{MaskState, MaskedRun, Planned};
