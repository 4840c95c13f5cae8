//! Yes-or-no questions about a position.

use super::{Interval, Side, Value};

/// "`side` gets `value` or better (for that side)".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Goal<V> {
    /// Whose goal it is.
    pub side: Side,
    /// The least that satisfies that side, seen from [`Side::First`] as all values are.
    pub value: V,
}

impl<V: Value> Goal<V> {
    /// Does a game that ended with `value` meet the goal?
    pub fn met(self, value: V) -> bool {
        match self.side {
            Side::First => value >= self.value,
            Side::Second => value <= self.value,
        }
    }

    /// What an interval says about the goal.
    pub fn decided(self, known: Interval<V>) -> Option<bool> {
        let (low, high) = (self.met(known.low), self.met(known.high));
        (low == high).then_some(low)
    }

    /// The statement that the goal can (`true`) or can't (`false`) be reached.
    pub fn claim(self, holds: bool) -> Claim<V> {
        Claim { goal: self, holds }
    }
}

/// "The goal can be reached", or "it can't": what a proof proves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim<V> {
    /// The goal.
    pub goal: Goal<V>,
    /// Reached or prevented.
    pub holds: bool,
}

impl<V: Value> Claim<V> {
    /// The side that the claim speaks for: who reaches the goal or who prevents it.
    pub fn prover(self) -> Side {
        if self.holds { self.goal.side } else { self.goal.side.other() }
    }

    /// Does a game that ended with `value` fit the claim?
    pub fn fits(self, value: V) -> bool {
        self.goal.met(value) == self.holds
    }

    /// The opposite claim.
    #[must_use]
    pub fn denied(self) -> Self {
        Claim { holds: !self.holds, ..self }
    }
}
