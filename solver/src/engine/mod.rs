//! The learning engine: one trail, propagators that explain what they imply, and clauses learnt
//! from conflicts.
//!
//! Every rule works here from its first day, by its own `prune`; what a bench shows to be slow gets
//! a propagator of its own. [`Session`] is a compiled network to be kept; [`LearningSolver`]
//! compiles one for each call.

mod activity;
mod adapter;
mod analyze;
mod candidates;
mod clauses;
pub(crate) mod consequences;
mod core;
pub(crate) mod derive;
mod enumerate;
mod exclusions;
pub mod forms;
pub mod laws;
mod literal;
mod minimise;
mod policy;
mod posting;
mod probe;
mod propagate;
mod propagator;
mod queue;
mod reason;
mod rephase;
mod restart;
mod search;
mod session;
mod solver;
mod squares;
mod trail;

pub use self::core::Effort;
pub use adapter::{FromPruning, Known, Pruning, RulePruning};
pub use candidates::Candidates;
pub use clauses::ClauseId;
pub use literal::{Atom, Atoms, Lit, Meaning};
pub use policy::Policy;
pub use posting::Posting;
pub use propagator::{Conflict, Cost, Propagation, Propagator, Wakes};
pub use reason::{Reason, Why};
pub use session::Session;
pub use solver::LearningSolver;
pub use trail::{Past, Time, Trail};
