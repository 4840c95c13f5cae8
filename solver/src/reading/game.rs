//! What a two-player game is to the readers: positions, moves, the rules' verdict, ordered values.

use std::fmt::Debug;
use std::hash::Hash;

/// A player. `First` prefers greater values, `Second` smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The player who prefers greater values.
    First,
    /// The player who prefers smaller values.
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Values of finished games, always seen from [`Side::First`]: three outcomes, or scores. No
/// negation is asked for, so a side may move twice running, and a score need not be symmetric.
pub trait Value: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// No value is below this one.
    const WORST: Self;
    /// No value is above this one.
    const BEST: Self;
}

/// Won, drawn or lost, for [`Side::First`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// `Second` wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// `First` wins.
    Win,
}

impl Outcome {
    /// All outcomes, rising.
    pub const ALL: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    /// The outcome as `side` sees it.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Outcome {
        match (side, self) {
            (Side::Second, Outcome::Loss) => Outcome::Win,
            (Side::Second, Outcome::Win) => Outcome::Loss,
            _ => self,
        }
    }

    /// The outcome in which `side` wins.
    pub fn won_by(side: Side) -> Outcome {
        Outcome::Win.seen_by(side)
    }
}

impl Value for Outcome {
    const WORST: Self = Outcome::Loss;
    const BEST: Self = Outcome::Win;
}

impl Value for bool {
    const WORST: Self = false;
    const BEST: Self = true;
}

macro_rules! scores {
    ($($int:ty),*) => {$(
        impl Value for $int {
            const WORST: Self = <$int>::MIN;
            const BEST: Self = <$int>::MAX;
        }
    )*};
}
scores!(i8, i16, i32, i64);

/// What is known of a value: it lies from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval<V> {
    /// `First` gets at least this.
    pub low: V,
    /// `Second` concedes at most this.
    pub high: V,
}

impl<V: Value> Interval<V> {
    /// Nothing known.
    pub const UNKNOWN: Self = Interval { low: V::WORST, high: V::BEST };

    /// Exactly `value`.
    pub fn exact(value: V) -> Self {
        Interval { low: value, high: value }
    }

    /// At least `low`.
    pub fn at_least(low: V) -> Self {
        Interval { low, high: V::BEST }
    }

    /// At most `high`.
    pub fn at_most(high: V) -> Self {
        Interval { low: V::WORST, high }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<V> {
        (self.low == self.high).then_some(self.low)
    }

    /// May the value be `value`?
    pub fn contains(self, value: V) -> bool {
        self.low <= value && value <= self.high
    }

    /// What `side` makes of a choice between the two.
    #[must_use]
    pub fn choice(self, other: Self, side: Side) -> Self {
        match side {
            Side::First => Interval { low: self.low.max(other.low), high: self.high.max(other.high) },
            Side::Second => Interval { low: self.low.min(other.low), high: self.high.min(other.high) },
        }
    }
}

/// A two-player game of full information without chance.
pub trait Game: Sync {
    /// A position with all that the rules need to know: side to move, and as much history (a ko
    /// ban, threats left) as they look at.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;
    /// The values of finished games, seen from [`Side::First`].
    type Value: Value;

    /// Whose turn it is. Turns need not alternate.
    fn side(&self, at: &Self::Position) -> Side;

    /// Appends the legal moves, each once, in an order that depends on nothing but the position.
    /// Asked only where [`verdict`](Self::verdict) is `None`.
    fn moves(&self, at: &Self::Position, to: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, at: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The value, if the game is over by the rules; nothing that takes judgement (that is a
    /// [`Closer`](super::Closer)). A position without moves should have one; where it has none, it
    /// counts as endless play.
    fn verdict(&self, at: &Self::Position) -> Option<Self::Value>;

    /// What play that never ends is worth. A game that always ends may give any value.
    fn endless(&self) -> Self::Value;

    /// Bytes that a stored position takes, heap included; only for memory limits.
    fn position_bytes(&self) -> usize {
        size_of::<Self::Position>()
    }

    /// The legal moves in order, none where the game is over.
    fn legal(&self, at: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if self.verdict(at).is_none() {
            self.moves(at, &mut moves);
        }
        moves
    }
}
