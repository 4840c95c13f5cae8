//! The cross-check: the same puzzles through every solver, and who is wrong where they differ.

mod blame;
mod disagreement;
mod kept;
mod pass;
mod plan;
mod summary;
mod times;

pub use blame::{blame_missing, blame_wrong};
pub use disagreement::{Disagreement, Said};
pub use kept::KeptSolvers;
pub use pass::CheckPass;
pub use plan::{Plan, STANDARD, Share};
pub use summary::{CheckSummary, SolverSummary};
pub use times::Times;
