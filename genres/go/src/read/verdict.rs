//! Readers and what they answer.

use super::TooLarge;
use crate::{Class, Outcome, Point, Question, Role};
use tesuji_solver::{Limits, Stop};

/// A move of a reading: a point, or `None` for a pass.
pub type Move = Option<Point>;

/// What a reader found out about a question with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What is proved.
    pub outcome: Outcome,
    /// A move of the first side that gets him this outcome, where the proof names one. (There may
    /// be others.)
    pub key: Option<Move>,
    /// Why the reading ended: `Exhausted` when the outcome is decided.
    pub stop: Stop,
    /// Positions visited.
    pub nodes: u64,
}

/// Readings for either side to move first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// With the attacker to move.
    pub attacker_first: Reading,
    /// With the defender to move.
    pub defender_first: Reading,
}

impl Verdict {
    /// The reading with that side to move.
    #[must_use]
    pub fn first(&self, role: Role) -> &Reading {
        match role {
            Role::Attacker => &self.attacker_first,
            Role::Defender => &self.defender_first,
        }
    }

    /// Does it matter who moves first?
    #[must_use]
    pub fn is_unsettled(&self) -> bool {
        let [a, d] = [&self.attacker_first, &self.defender_first].map(|r| r.outcome);
        a.high < d.low || a.class().is_some() && a.class() == d.class() && a.threats != d.threats
    }
}

/// An exact reader of life and death: a proved outcome, or an interval. Never a guess.
pub trait Reader: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Reads a question with `first` to move. A ko ban of the question's board binds that side,
    /// unless it took the ko itself.
    ///
    /// # Errors
    /// [`TooLarge`] when the region has more points than the reader handles.
    fn read_first(&self, question: &Question, first: Role, limits: &Limits) -> Result<Reading, TooLarge>;

    /// Reads a question for either side to move first, each within the limits.
    ///
    /// # Errors
    /// [`TooLarge`] when the region has more points than the reader handles.
    fn read(&self, question: &Question, limits: &Limits) -> Result<Verdict, TooLarge> {
        Ok(Verdict {
            attacker_first: self.read_first(question, Role::Attacker, limits)?,
            defender_first: self.read_first(question, Role::Defender, limits)?,
        })
    }
}

/// Greatest number of ko threats that is tried for either side: beyond it, a ko is not told from
/// death (or is left without a count).
pub const MOST_THREATS: u8 = 7;

impl Reading {
    /// A question that is decided on the board.
    pub(crate) fn captured() -> Reading {
        Reading { outcome: Outcome::exactly(Class::Dead), key: None, stop: Stop::Exhausted, nodes: 0 }
    }
}
