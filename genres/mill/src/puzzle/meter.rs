//! The spending of a search, and the limit that ends it.

use tesuji_solver::{Clock, Limits, Stop};

/// Counts positions against the limits of whoever asks. Once a limit is reached it stays so: what
/// is not known after that is unfinished, not unknown.
#[derive(Clone, Debug)]
pub struct Meter {
    limits: Limits,
    clock: Clock,
    nodes: u64,
    stop: Option<Stop>,
}

/// A limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

impl Meter {
    /// Within limits, from now on.
    pub fn new(limits: &Limits) -> Self {
        Meter { limits: limits.clone(), clock: limits.start(), nodes: 0, stop: None }
    }

    /// One more position.
    ///
    /// # Errors
    /// [`Spent`] where a limit is reached; [`stop`](Self::stop) tells which.
    #[inline]
    pub fn visit(&mut self) -> Result<(), Spent> {
        self.nodes += 1;
        self.stop = self.stop.or_else(|| self.clock.check(self.nodes));
        if self.stop.is_some() { Err(Spent) } else { Ok(()) }
    }

    /// The rest of the limits.
    pub fn left(&self) -> Limits {
        let nodes = self.limits.nodes.saturating_sub(self.nodes);
        self.limits.clone().with_nodes(nodes).with_time(self.clock.remaining())
    }

    /// So many positions more, visited elsewhere within [`left`](Self::left).
    pub fn visited(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.stop = self.stop.or_else(|| self.clock.check(self.nodes)).or_else(|| self.clock.expired());
    }

    /// Positions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limit that was reached.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }
}
