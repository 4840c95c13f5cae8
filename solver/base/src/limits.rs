//! Bounds on a search, and the reason it ended.

use crate::Interrupt;
use std::time::{Duration, Instant};

/// What a search may spend. Every search takes one; `Limits::default()` is unbounded except for
/// `solutions: 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Search nodes (branch children). Deterministic.
    pub nodes: u64,
    /// Wall-clock time. Not deterministic: where it bites, the output is a prefix of the unlimited
    /// one.
    pub time: Duration,
    /// Bytes that tables and open lists may take together.
    pub memory: usize,
    /// Stop after this many solutions (1: first, 2: uniqueness, `usize::MAX`: all).
    pub solutions: usize,
    /// A request from outside to stop.
    pub interrupt: Option<Interrupt>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: u64::MAX, time: Duration::MAX, memory: usize::MAX, solutions: 1, interrupt: None }
    }
}

impl Limits {
    /// Unbounded search for up to `n` solutions.
    pub fn solutions(n: usize) -> Self {
        Limits { solutions: n, ..Limits::default() }
    }

    /// The same limits with a node bound.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Limits { nodes, ..self }
    }

    /// The same limits with a time bound.
    pub fn with_time(self, time: Duration) -> Self {
        Limits { time, ..self }
    }

    /// The same limits with a memory bound in bytes.
    pub fn with_memory(self, memory: usize) -> Self {
        Limits { memory, ..self }
    }

    /// The same limits, ended by a request from outside too.
    pub fn with_interrupt(self, interrupt: Interrupt) -> Self {
        Limits { interrupt: Some(interrupt), ..self }
    }

    /// Starts the clock for one search.
    pub fn start(&self) -> Clock {
        // Reading the clock costs as much as an easy puzzle's propagation: not without a deadline.
        let deadline = if self.time == Duration::MAX { None } else { Instant::now().checked_add(self.time) };
        Clock { deadline, nodes: self.nodes, interrupt: self.interrupt.clone() }
    }
}

/// A running search's view of its [`Limits`].
#[derive(Clone, Debug)]
pub struct Clock {
    deadline: Option<Instant>,
    nodes: u64,
    interrupt: Option<Interrupt>,
}

impl Clock {
    /// `Some` once `nodes` or the time is used up, or somebody asked to stop. The clock itself is
    /// read every 256 nodes.
    #[inline]
    pub fn check(&self, nodes: u64) -> Option<Stop> {
        if nodes >= self.nodes {
            return Some(Stop::Nodes);
        }
        if nodes & 255 == 0 { self.expired() } else { None }
    }

    /// `Some(Stop::Interrupted)` once somebody asked to stop, `Some(Stop::Time)` once the deadline
    /// has passed; reads the clock.
    pub fn expired(&self) -> Option<Stop> {
        if self.interrupt.as_ref().is_some_and(Interrupt::is_raised) {
            return Some(Stop::Interrupted);
        }
        match self.deadline {
            Some(end) if Instant::now() >= end => Some(Stop::Time),
            _ => None,
        }
    }

    /// The same clock, with at most so many nodes in all.
    #[must_use]
    pub fn until(&self, nodes: u64) -> Clock {
        Clock { nodes: self.nodes.min(nodes), ..self.clone() }
    }

    /// Time left until the deadline (`Duration::MAX` without one).
    pub fn remaining(&self) -> Duration {
        self.deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }
}

/// Why a search ended. "There is none" (`Exhausted` with no solution) and "gave up" are different
/// answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The whole space was searched: the solutions returned are all there are.
    Exhausted,
    /// `Limits::solutions` were found; there may be more.
    Enough,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The caller asked to stop.
    Interrupted,
    /// All that was asked was searched, and does not decide the question: no limit would change
    /// that.
    Open,
}

impl Stop {
    /// Its name, as in records and summaries.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Exhausted => "exhausted",
            Stop::Enough => "enough",
            Stop::Nodes => "nodes",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Interrupted => "interrupted",
            Stop::Open => "open",
        }
    }

    /// Did no limit end it: is what was found all that can be found, be the question decided or
    /// not?
    pub fn is_final(self) -> bool {
        self.is_complete() || self == Stop::Open
    }

    /// Did the search finish its question (all found, or as many as wanted)?
    pub fn is_complete(self) -> bool {
        matches!(self, Stop::Exhausted | Stop::Enough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_to_stop_ends_every_clock_of_the_limits() {
        let interrupt = Interrupt::default();
        let limits = Limits::default().with_interrupt(interrupt.clone());
        let (clock, inner) = (limits.start(), limits.clone().with_nodes(9).start());
        assert_eq!((clock.expired(), inner.check(0)), (None, None));
        interrupt.raise();
        assert_eq!((clock.expired(), inner.check(0)), (Some(Stop::Interrupted), Some(Stop::Interrupted)));
        assert_eq!(clock.until(3).expired(), Some(Stop::Interrupted));
        assert_ne!(limits, Limits::default().with_interrupt(Interrupt::default()));
        assert_eq!(limits, limits.clone());
    }
}
