//! CaDiCaL (C++), through rustsat.

use super::{Lit, SatBackend, Verdict};
use rustsat::solvers::{LimitConflicts, Solve, SolveIncremental, SolveStats, SolverResult, Terminate};
use rustsat::types::{Clause, TernaryVal};
use rustsat_cadical::CaDiCaL;
use std::cell::RefCell;
use std::rc::Rc;
use tesuji_solver::{Clock, Stop};

/// CaDiCaL behind [`SatBackend`]: its terminator keeps time limits, its conflict limit keeps `nodes`.
pub struct CadicalEngine {
    solver: CaDiCaL<'static, 'static>,
    clock: Rc<RefCell<Option<Clock>>>,
}

impl std::fmt::Debug for CadicalEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CadicalEngine").field("variables", &self.solver.n_vars()).finish_non_exhaustive()
    }
}

fn literal(l: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(l.unsigned_abs() - 1, l < 0)
}

impl SatBackend for CadicalEngine {
    const NAME: &'static str = "cadical";

    fn new(interruptible: bool) -> Self {
        let clock = Rc::new(RefCell::new(None::<Clock>));
        let mut solver = CaDiCaL::default();
        if interruptible {
            let watch = Rc::clone(&clock);
            solver.attach_terminator(move || {
                if watch.borrow().as_ref().and_then(Clock::expired).is_some() {
                    rustsat::solvers::ControlSignal::Terminate
                } else {
                    rustsat::solvers::ControlSignal::Continue
                }
            });
        }
        CadicalEngine { solver, clock }
    }

    fn reserve(&mut self, _n: usize) {}

    fn add(&mut self, clause: &[Lit]) {
        let clause: Clause = clause.iter().copied().map(literal).collect();
        // CaDiCaL refuses clauses in no state that is reached here; if it did, the next answer would be unusable.
        let _ = self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, nodes: u64) -> Verdict {
        let _ = self.solver.limit_conflicts(u32::try_from(nodes).ok().filter(|&n| n < i32::MAX as u32));
        *self.clock.borrow_mut() = Some(clock.clone());
        let assumptions: Vec<_> = assumptions.iter().copied().map(literal).collect();
        match self.solver.solve_assumps(&assumptions) {
            Ok(SolverResult::Sat) => Verdict::Sat,
            Ok(SolverResult::Unsat) => Verdict::Unsat,
            Ok(SolverResult::Interrupted) | Err(_) => Verdict::Stopped(clock.expired().unwrap_or(Stop::Nodes)),
        }
    }

    fn value(&self, n: Lit) -> bool {
        matches!(self.solver.lit_val(literal(n)), Ok(TernaryVal::True))
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
