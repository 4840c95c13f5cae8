//! Varisat (pure Rust; the default engine).

use super::{Lit, SatBackend, Verdict};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use tesuji_solver::{Clock, Stop};
use varisat::{ExtendFormula, ProofFormat, Solver};

/// Varisat behind [`SatBackend`].
///
/// Its search has no interruption of its own, but it stops when its proof can't be written. So an
/// interruptible engine "writes" its proof to a sink that keeps nothing and fails once the deadline
/// has passed. The sink is asked each time a buffer of a few kilobytes of learnt clauses is full: a
/// matter of milliseconds. Conflicts are not counted.
pub struct VarisatEngine {
    solver: Solver<'static>,
    clock: Rc<RefCell<Option<Clock>>>,
    clause: Vec<varisat::Lit>,
    /// The last model, by variable.
    model: Vec<bool>,
}

impl std::fmt::Debug for VarisatEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VarisatEngine").field("variables", &self.model.len()).finish_non_exhaustive()
    }
}

/// Takes the proof, keeps nothing, fails after the deadline.
struct Sink(Rc<RefCell<Option<Clock>>>);

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.borrow().as_ref().and_then(Clock::expired) {
            Some(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "deadline")),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn literal(l: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(l as isize)
}

impl SatBackend for VarisatEngine {
    const NAME: &'static str = "sat";
    const EXACT: &'static str = "sat-exact";

    fn new(interruptible: bool) -> Self {
        let clock = Rc::new(RefCell::new(None));
        let mut solver = Solver::new();
        if interruptible {
            solver.write_proof(Sink(Rc::clone(&clock)), ProofFormat::Varisat);
        }
        VarisatEngine { solver, clock, clause: Vec::new(), model: Vec::new() }
    }

    fn reserve(&mut self, n: usize) {
        while self.model.len() < n {
            self.solver.new_var();
            self.model.push(false);
        }
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(literal));
        self.solver.add_clause(&self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], clock: &Clock, _nodes: u64) -> Verdict {
        if let Some(stop) = clock.expired() {
            return Verdict::Stopped(stop);
        }
        self.clause.clear();
        self.clause.extend(assumptions.iter().copied().map(literal));
        self.solver.assume(&self.clause);
        *self.clock.borrow_mut() = Some(clock.clone());
        let result = self.solver.solve();
        // What is flushed between questions belongs to no search.
        *self.clock.borrow_mut() = None;
        match result {
            Ok(true) => {
                for l in self.solver.model().into_iter().flatten() {
                    if let Some(at) = self.model.get_mut(l.index()) {
                        *at = l.is_positive();
                    }
                }
                Verdict::Sat
            }
            Ok(false) => Verdict::Unsat,
            Err(_) => Verdict::Stopped(clock.expired().unwrap_or(Stop::Interrupted)),
        }
    }

    fn value(&self, n: Lit) -> bool {
        self.model[n as usize - 1]
    }

    fn conflicts(&self) -> Option<u64> {
        None
    }
}
