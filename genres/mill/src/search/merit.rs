//! Values as numbers: what a search knows of a position is a range of them.

use crate::tables::Value;
use tesuji_solver::reading::Outcome;

/// Beyond all merits: nothing known.
pub(super) const BOUND: i16 = 2000;
/// Below every win and above every draw, for values whose plies are not known: no game is that
/// long.
pub(super) const LEAST_WIN: i16 = 300;

/// Bounds of the value for the side to move, as [merits](Value::merit): no less than `low`, no more
/// than `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least.
    pub low: i16,
    /// The greatest.
    pub high: i16,
}

/// A merit of the successor, for the side that moved there.
fn before(merit: i16) -> i16 {
    match merit {
        0 | BOUND | UNBOUND => -merit,
        m if m > 0 => 1 - m,
        m => -1 - m,
    }
}

/// A bound on the merit of the successor that makes a bound on one's own: [`before`] turned round.
pub(super) fn after(merit: i16) -> i16 {
    match merit {
        0 | BOUND | UNBOUND => -merit,
        m if m > 0 => -1 - m,
        m => 1 - m,
    }
}

const UNBOUND: i16 = -BOUND;

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { low: -BOUND, high: BOUND };

    /// A value with its plies.
    pub fn exact(value: Value) -> Bounds {
        Bounds { low: value.merit(), high: value.merit() }
    }

    /// A value without plies.
    pub fn of(outcome: Outcome) -> Bounds {
        match outcome {
            Outcome::Win => Bounds { low: LEAST_WIN, high: 1000 },
            Outcome::Draw => Bounds { low: 0, high: 0 },
            Outcome::Loss => Bounds { low: -1000, high: -LEAST_WIN },
        }
    }

    /// The bounds one turn earlier, for the side that made it.
    #[must_use]
    pub fn before(self) -> Bounds {
        Bounds { low: before(self.high), high: before(self.low) }
    }

    /// Is nothing more to be found out for whoever asks about `alpha` to `beta`?
    pub(super) fn settles(self, alpha: i16, beta: i16) -> bool {
        self.low >= beta || self.high <= alpha || self.low == self.high
    }

    /// The intersection of both bounds.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The value with its plies, where that is known.
    pub fn value(self) -> Option<Value> {
        match self.low {
            low if low != self.high => None,
            0 => Some(Value::Draw),
            1..=1000 => Some(Value::Win((1000 - self.low) as u8)),
            -1000..=-1 => Some(Value::Loss((self.low + 1000) as u8)),
            _ => None,
        }
    }

    /// The least outcome and the greatest; equal where the outcome is known.
    pub fn outcomes(self) -> (Outcome, Outcome) {
        let of = |merit: i16| match merit {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        (of(self.low), of(self.high))
    }

    /// The outcome, where it is known.
    pub fn outcome(self) -> Option<Outcome> {
        let (low, high) = self.outcomes();
        (low == high).then_some(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_and_after_are_turned_round() {
        for value in [Value::Win(1), Value::Win(33), Value::Draw, Value::Loss(0), Value::Loss(26)] {
            let bounds = Bounds::exact(value);
            assert_eq!(bounds.value(), Some(value));
            assert_eq!(bounds.before().value(), Some(value.before()));
            assert_eq!(before(after(value.before().merit())), value.before().merit());
            assert_eq!(bounds.outcome(), Some(value.outcome()));
        }
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            // Twenty turns earlier it is still that outcome for one of the sides.
            let early = (0..20).fold(Bounds::of(outcome), |b, _| b.before());
            assert_eq!(early.outcome(), Some(outcome));
        }
        assert_eq!(Bounds::UNKNOWN.before(), Bounds::UNKNOWN);
        assert_eq!(Bounds::UNKNOWN.outcome(), None);
    }
}
