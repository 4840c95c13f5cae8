//! BatSat (pure Rust, of the MiniSat line).

use super::{Lit, SatBackend, Verdict};
use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, lbool};
use std::cell::Cell;
use tesuji_solver::{Clock, Limits, Stop};

/// BatSat behind [`SatBackend`]: keeps time and conflict limits by its stop callback.
pub struct BatSatEngine {
    solver: Solver<Watch>,
    clause: Vec<batsat::Lit>,
}

impl std::fmt::Debug for BatSatEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatSatEngine").field("variables", &self.solver.num_vars()).finish_non_exhaustive()
    }
}

/// Asked regularly by the search whether to stop.
struct Watch {
    clock: Clock,
    conflicts: u64,
    limit: u64,
    asked: Cell<u64>,
    stop: Cell<Option<Stop>>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        if self.stop.get().is_none() {
            let asked = self.asked.get();
            self.asked.set(asked + 1);
            if self.conflicts >= self.limit {
                self.stop.set(Some(Stop::Nodes));
            } else if asked & 63 == 0 {
                self.stop.set(self.clock.expired());
            }
        }
        self.stop.get().is_some()
    }
}

fn literal(l: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(l.unsigned_abs() - 1), l > 0)
}

impl SatBackend for BatSatEngine {
    const NAME: &'static str = "batsat";
    const EXACT: &'static str = "batsat-exact";

    fn new(_interruptible: bool) -> Self {
        let clock = Limits::default().start();
        let watch = Watch { clock, conflicts: 0, limit: u64::MAX, asked: Cell::new(0), stop: Cell::new(None) };
        BatSatEngine { solver: Solver::new(batsat::SolverOpts::default(), watch), clause: Vec::new() }
    }

    fn reserve(&mut self, n: usize) {
        while (self.solver.num_vars() as usize) < n {
            self.solver.new_var_default();
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(literal));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, nodes: u64) -> Verdict {
        let watch = self.solver.cb_mut();
        watch.clock = clock.clone();
        watch.limit = watch.conflicts.saturating_add(nodes);
        watch.asked.set(0);
        watch.stop.set(None);
        let assumptions: Vec<_> = assumptions.iter().copied().map(literal).collect();
        let result = self.solver.solve_limited(&assumptions);
        if result == lbool::TRUE {
            Verdict::Sat
        } else if result == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Stopped(self.solver.cb().stop.get().unwrap_or(Stop::Interrupted))
        }
    }

    fn value(&self, n: Lit) -> bool {
        self.solver.value_lit(literal(n)) == lbool::TRUE
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.cb().conflicts)
    }
}
