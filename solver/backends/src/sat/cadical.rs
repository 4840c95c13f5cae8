//! CaDiCaL (C++, built by its crate; needs a C++ compiler).

use super::{Lit, SatBackend, Verdict};
use cadical::{Callbacks, Solver};
use tesuji_solver::{Clock, Stop};

/// CaDiCaL behind [`SatBackend`]: a terminate callback keeps time limits, its conflict limit keeps
/// `nodes`. Conflicts are not counted, so a node limit bounds each call on its own.
pub struct CadicalEngine {
    solver: Solver<Watch>,
}

impl std::fmt::Debug for CadicalEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CadicalEngine").field("variables", &self.solver.max_variable()).finish_non_exhaustive()
    }
}

/// Asked regularly by the search whether to stop.
struct Watch(Clock);

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.0.expired().is_some()
    }
}

impl SatBackend for CadicalEngine {
    const NAME: &'static str = "cadical";
    const EXACT: &'static str = "cadical-exact";

    fn new(_interruptible: bool) -> Self {
        CadicalEngine { solver: Solver::new() }
    }

    fn reserve(&mut self, n: usize) {
        self.solver.reserve(Lit::try_from(n).unwrap_or(Lit::MAX));
    }

    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, nodes: u64) -> Verdict {
        self.solver.set_callbacks(Some(Watch(clock.clone())));
        if let Ok(limit) = i32::try_from(nodes) {
            // The name is one that CaDiCaL knows; a refused limit would only mean a longer search.
            let _ = self.solver.set_limit("conflicts", limit);
        }
        match self.solver.solve_with(assumptions.iter().copied()) {
            Some(true) => Verdict::Sat,
            Some(false) => Verdict::Unsat,
            None => Verdict::Stopped(clock.expired().unwrap_or(Stop::Nodes)),
        }
    }

    fn value(&self, n: Lit) -> bool {
        self.solver.value(n) == Some(true)
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
