//! What every search speaks of, whatever it searches: variables, values and sets of both, bounds
//! and counts. Nothing here knows a rule.

mod domain;
mod interrupt;
mod limits;
mod stats;
mod varset;

pub use domain::{Domain, Literal, Removal, RuleId, Value, Var};
pub use interrupt::Interrupt;
pub use limits::{Clock, Limits, Stop};
pub use stats::Stats;
pub use varset::VarSet;
