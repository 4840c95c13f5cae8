//! Values with distances, for the side to move.

use crate::tables::Value;
use std::cmp::Ordering;

/// A position's value for the side to move, with plies (complete turns of both sides) to the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    /// Won in this number of plies.
    Win(u16),
    /// Neither side can force the end.
    Draw,
    /// Lost in this number of plies.
    Loss(u16),
}

/// The value alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        match value {
            Value::Win(n) => Worth::Win(u16::from(n)),
            Value::Draw => Worth::Draw,
            Value::Loss(n) => Worth::Loss(u16::from(n)),
        }
    }
}

impl Worth {
    /// The value one turn earlier, for the side that made the turn.
    #[must_use]
    pub fn before(self) -> Worth {
        match self {
            Worth::Win(n) => Worth::Loss(n.saturating_add(1)),
            Worth::Draw => Worth::Draw,
            Worth::Loss(n) => Worth::Win(n.saturating_add(1)),
        }
    }

    /// The value.
    pub fn outcome(self) -> Outcome {
        match self {
            Worth::Win(_) => Outcome::Win,
            Worth::Draw => Outcome::Draw,
            Worth::Loss(_) => Outcome::Loss,
        }
    }

    /// Turns of the winner to the end; 0 of a draw.
    pub fn winners_turns(self) -> u32 {
        match self {
            Worth::Win(n) => u32::from(n).div_ceil(2),
            Worth::Loss(n) => u32::from(n) / 2,
            Worth::Draw => 0,
        }
    }
}

/// Greater is better for the side to move: quick wins, then slow ones, draws, slow losses, quick
/// losses.
impl Ord for Worth {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |w: &Worth| match *w {
            Worth::Win(n) => (2, -i32::from(n)),
            Worth::Draw => (1, 0),
            Worth::Loss(n) => (0, i32::from(n)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_turns() {
        let rising = [Worth::Loss(0), Worth::Loss(8), Worth::Draw, Worth::Win(9), Worth::Win(1)];
        assert!(rising.is_sorted());
        assert!(rising.iter().rev().map(|w| w.before()).is_sorted());
        assert_eq!((Worth::Win(1).winners_turns(), Worth::Win(5).winners_turns()), (1, 3));
        assert_eq!((Worth::Loss(0).winners_turns(), Worth::Loss(4).winners_turns()), (0, 2));
    }
}
