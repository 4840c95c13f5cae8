//! Solvers by name, and how much of a file each is asked.

use crate::Failure;
use std::time::Duration;
use tesuji_corpus::passes::check::{Plan, Share};
use tesuji_solver::{Limits, Solver};

/// The solvers of a check unless named otherwise.
pub const DEFAULT: &str = "simple,plain,sat,milp";

/// The solver of that name.
pub fn by_name(name: &str) -> Result<Box<dyn Solver>, Failure> {
    match name {
        "simple" => Ok(Box::new(tesuji_solver::SimpleSolver)),
        "plain" => Ok(Box::new(tesuji_solver::PlainSolver)),
        _ => Err(Failure::unknown("solver", name, ["simple", "plain"])),
    }
}

/// What a solver is asked and may spend, unless said otherwise: what a file of a thousand puzzles takes in a minute.
pub fn plan(solver: Box<dyn Solver>, all: bool) -> Plan {
    let (limits, first) = match solver.name() {
        "simple" => (Limits::default().with_nodes(20_000), 500),
        "milp" | "cpsat" => (Limits::default().with_time(Duration::from_secs(20)), 150),
        _ => (Limits::default(), u64::MAX),
    };
    let share = if all || first == u64::MAX { Share::All } else { Share::First(first) };
    Plan { solver, limits, share }
}

/// The default plans of a check.
pub fn standard_plans() -> Vec<Plan> {
    DEFAULT.split(',').filter_map(|name| by_name(name).ok()).map(|s| plan(s, false)).collect()
}
