//! One search: what is wanted, what was done, why it ended.

use std::ops::ControlFlow;
use tesuji_base::{Clock, Limits, Stats, Stop, Value};

/// When the search tries candidates before it branches: a candidate whose assumption fails under
/// propagation goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Probe {
    /// Never: fastest on everything measured (`notes/probing.md`).
    #[default]
    Never,
    /// Once, when the propagation of the root stalls.
    WhenStalled,
    /// At every node, to a fixpoint.
    EveryNode,
}

/// What to do with a solution.
pub type Found<'f> = &'f mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// How many solutions a search found, and why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Solutions found.
    pub solutions: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// What it cost.
    pub stats: Stats,
}

/// One search: its bounds, its counters and its sink.
pub struct Job<'j> {
    /// When to stop.
    pub clock: Clock,
    /// Number of solutions wanted.
    pub wanted: usize,
    /// When to probe.
    pub probe: Probe,
    /// What it has cost so far.
    pub stats: Stats,
    /// Solutions found so far.
    pub solutions: usize,
    /// Where solutions go.
    pub found: Option<Found<'j>>,
    /// Room for a solution.
    pub values: Vec<Value>,
}

impl<'j> Job<'j> {
    /// Starts the clock of the limits.
    pub fn new(limits: &Limits, probe: Probe, found: Option<Found<'j>>) -> Job<'j> {
        Job {
            clock: limits.start(),
            wanted: limits.solutions,
            probe,
            stats: Stats::default(),
            solutions: 0,
            found,
            values: Vec::new(),
        }
    }

    /// The search, once it has ended.
    pub fn count(&self, stop: Stop) -> Count {
        Count { solutions: self.solutions, stop, stats: self.stats }
    }

    /// Counts a child; says when the limits are reached.
    #[inline]
    pub fn node(&mut self) -> Option<Stop> {
        self.stats.nodes += 1;
        self.clock.check(self.stats.nodes)
    }
}
