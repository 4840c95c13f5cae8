//! A propagator that says something only where a literal holds.

use crate::engine::trail::Time;
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};

/// Another propagator behind a guard.
pub(crate) struct Guard {
    inner: Box<dyn Propagator>,
    guard: Lit,
}

impl Guard {
    /// The propagator where `guard` holds.
    pub fn new(inner: Box<dyn Propagator>, guard: Lit) -> Guard {
        Guard { inner, guard }
    }
}

impl Propagator for Guard {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.inner.wakes(wakes);
        wakes.on(self.guard);
    }

    fn cost(&self) -> Cost {
        self.inner.cost()
    }

    fn is_idempotent(&self) -> bool {
        self.inner.is_idempotent()
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if !at.is_true(self.guard) {
            return Ok(());
        }
        self.inner.propagate(at).map_err(|conflict| match conflict {
            Conflict::Because(mut because) => {
                because.push(self.guard);
                Conflict::Because(because)
            }
            // Its reason is asked for, and gets the guard then.
            contradiction @ Conflict::Contradiction { .. } => contradiction,
        })
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        self.inner.explain(what, code, past, because);
        because.push(self.guard);
    }

    fn is_incremental(&self) -> bool {
        self.inner.is_incremental()
    }

    fn rewind(&mut self, to: Time) {
        self.inner.rewind(to);
    }
}
