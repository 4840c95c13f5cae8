//! One propagation engine for pencil puzzles and board games: networks, rule kinds, search,
//! techniques, proofs.
//!
//! ```
//! use tesuji_solver::{Domain, Limits, Network, PlainSolver, SimpleSolver, Solver, Stop, Var, rules::RuleSpec};
//!
//! // A 2×2 latin square with one given: exactly one solution, and both solvers say so.
//! let mut net = Network::with_vars(4, Domain::range(1, 2));
//! for vars in [[0, 1], [2, 3], [0, 2], [1, 3]] {
//!     net.add(RuleSpec::AllDifferent { vars: vars.map(Var).to_vec() })?;
//! }
//! net.set_domain(Var(0), Domain::single(2));
//! for solver in [&SimpleSolver as &dyn Solver, &PlainSolver] {
//!     let answer = solver.solve(&net, None, &Limits::solutions(2));
//!     assert_eq!(answer.solutions, [vec![2, 1, 1, 2]]);
//!     assert_eq!(answer.stop, Stop::Exhausted);
//! }
//! # Ok::<(), tesuji_solver::NetworkError>(())
//! ```

mod board;
mod catalog;
mod conclusions;
pub mod counting;
pub mod cuts;
mod deletion;
pub mod draw;
mod encoder;
pub mod engine;
pub mod fast;
pub mod grade;
mod houses;
pub mod laws;
pub mod lp;
pub mod masked;
mod network;
mod packed;
pub mod parity;
pub mod proof;
pub mod propagate;
pub mod reading;
pub mod reason;
pub mod reference;
mod rule;
pub mod rules;
mod solve;
mod store;
pub mod tabled;
mod technique;
pub mod techniques;
pub mod trial;

pub use board::Board;
pub use catalog::Catalog;
pub use encoder::{Encoder, Signed, not};
pub use engine::LearningSolver;
pub use fast::FastSolver;
pub use houses::{House, HouseKind, Houses};
pub use network::{Network, NetworkError, Origin};
pub use packed::Kernel;
pub use reason::{Explainer, Fact, Reason, RulePart};
pub use reference::{PlainSolver, SimpleSolver};
pub use rule::{Encoding, Incremental, Part, Rule, RuleKind, Start, Truth};
pub use solve::{Answer, Session, Solver};
pub use store::{Conflict, Event, Store};
pub use technique::{Because, Deduction, Flow, Means, Phase, Row, Say, Technique, TechniqueId, Tier};
pub use tesuji_base::{Clock, Domain, Interrupt, Limits, Literal, Removal, RuleId, Stats, Stop, Value, Var, VarSet};
