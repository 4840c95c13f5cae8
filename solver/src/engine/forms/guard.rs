//! A propagator that says something only where a literal holds.

use crate::engine::trail::Time;
use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};

/// Another propagator behind a guard.
pub(crate) struct Guard {
    inner: Box<dyn Propagator>,
    guard: Lit,
    /// When the guard came to hold, while it does and the other one was called under it.
    since: Option<Time>,
}

impl Guard {
    /// The propagator where `guard` holds.
    pub fn new(inner: Box<dyn Propagator>, guard: Lit) -> Guard {
        Guard { inner, guard, since: None }
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
        self.since = at.trail().time_of(self.guard);
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
        // Without the guard nothing that was implied stands: what was read must be read again.
        let is_off = self.since.is_some_and(|since| to <= since);
        self.since = self.since.filter(|_| !is_off);
        self.inner.rewind(if is_off { 0 } else { to });
    }
}
