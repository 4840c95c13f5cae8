//! Solvers by name.

use crate::Failure;
use tesuji_backends::{NAMES, Unavailable};
use tesuji_solver::Solver;

/// The solver of that name.
pub fn by_name(name: &str) -> Result<Box<dyn Solver>, Failure> {
    tesuji_backends::by_name(name).map_err(|why| match why {
        Unavailable::Unknown { .. } => Failure::unknown("solver", name, NAMES.iter().copied()),
        other => Failure::Usage(other.to_string()),
    })
}
