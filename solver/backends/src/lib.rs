//! The [`Solver`] trait over engines that share nothing with the native ones: SAT, mixed integer
//! programming, CP-SAT. No rule semantics of its own: each backend states what
//! [`Rule::encode`](tesuji_solver::Rule::encode) says.
//!
//! [`all`] lists every solver at hand, native ones included, so that a cross-check is a loop over
//! it.

#[cfg(feature = "cpsat")]
pub mod cpsat;
mod milp;
pub mod sat;

pub use milp::Milp;
pub use sat::{Sat, SatSession};

use sat::{BatSatEngine, VarisatEngine};
use tesuji_solver::{FastSolver, LearningSolver, PlainSolver, SimpleSolver, Solver};

/// Why a solver can't be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unavailable {
    /// There is no solver of that name.
    #[error("no solver is called {name}; there are {}", NAMES.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The build leaves it out.
    #[error("the solver {name} is not in this build: enable the feature {name}")]
    NotBuilt {
        /// The name asked for.
        name: &'static str,
    },
    /// The library is not there.
    #[cfg(feature = "cpsat")]
    #[error(transparent)]
    Missing(#[from] cpsat::Missing),
}

/// Names of all solvers, the reference first.
pub const NAMES: &[&str] =
    &["simple", "fast", "plain", "learning", "sat", "sat-exact", "batsat", "batsat-exact", "cadical", "milp", "cpsat"];

/// The solver of that name.
///
/// # Errors
/// [`Unavailable`] says why there is none.
pub fn by_name(name: &str) -> Result<Box<dyn Solver>, Unavailable> {
    match name {
        "simple" => Ok(Box::new(SimpleSolver)),
        "fast" => Ok(Box::new(FastSolver::default())),
        "plain" => Ok(Box::new(PlainSolver)),
        "learning" => Ok(Box::new(LearningSolver::default())),
        "sat" => Ok(Box::new(Sat::<VarisatEngine>::new())),
        "sat-exact" => Ok(Box::new(Sat::<VarisatEngine>::exact())),
        "batsat" => Ok(Box::new(Sat::<BatSatEngine>::new())),
        "batsat-exact" => Ok(Box::new(Sat::<BatSatEngine>::exact())),
        #[cfg(feature = "cadical")]
        "cadical" => Ok(Box::new(Sat::<sat::CadicalEngine>::new())),
        #[cfg(not(feature = "cadical"))]
        "cadical" => Err(Unavailable::NotBuilt { name: "cadical" }),
        "milp" => Ok(Box::new(Milp)),
        #[cfg(feature = "cpsat")]
        "cpsat" => Ok(Box::new(cpsat::CpSat::new()?)),
        #[cfg(not(feature = "cpsat"))]
        "cpsat" => Err(Unavailable::NotBuilt { name: "cpsat" }),
        other => Err(Unavailable::Unknown { name: other.to_owned() }),
    }
}

/// Every solver at hand, in the order of [`NAMES`]. (Looks for the CP-SAT library: a process
/// start.)
pub fn all() -> Vec<Box<dyn Solver>> {
    NAMES.iter().filter_map(|name| by_name(name).ok()).collect()
}
