//! Atomic actions, complete turns, and how they are written.
//!
//! An action is a place (`a1`), a move (`a1-a4`) or a removal (`xa4`). A turn is all that a side
//! does before the other one may act: `a1-a4xd1`. Sanmill stores actions, counts turns.

use crate::board::Point;
use std::fmt;
use std::str::FromStr;

/// One action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A man from hand.
    Place(Point),
    /// A man from one point to another.
    Move(Point, Point),
    /// A man off the board.
    Remove(Point),
}

impl Action {
    /// Where the action ends: the point that is occupied or vacated by it.
    pub fn to(self) -> Point {
        match self {
            Action::Place(p) | Action::Remove(p) | Action::Move(_, p) => p,
        }
    }

    /// Is it a removal?
    pub fn is_removal(self) -> bool {
        matches!(self, Action::Remove(_))
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn moved(self, by: crate::symmetry::Symmetry) -> Action {
        match self {
            Action::Place(p) => Action::Place(by.point(p)),
            Action::Move(a, b) => Action::Move(by.point(a), by.point(b)),
            Action::Remove(p) => Action::Remove(by.point(p)),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(p) => write!(f, "{p}"),
            Action::Move(a, b) => write!(f, "{a}-{b}"),
            Action::Remove(p) => write!(f, "x{p}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no action or no turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is no {what} (a1, a1-a4, xa4; a turn is one of the first two with its removals)")]
pub struct BadMove {
    text: String,
    what: &'static str,
}

fn point(text: &str) -> Option<Point> {
    Point::named(text)
}

impl FromStr for Action {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Action, BadMove> {
        let action = if let Some(rest) = text.strip_prefix('x') {
            point(rest).map(Action::Remove)
        } else if let Some((a, b)) = text.split_once('-') {
            point(a).zip(point(b)).filter(|(a, b)| a != b).map(|(a, b)| Action::Move(a, b))
        } else {
            point(text).map(Action::Place)
        };
        action.ok_or_else(|| BadMove { text: text.to_string(), what: "action" })
    }
}

/// Most actions of a turn: a place or a move, and the men that it takes.
pub const LONGEST_TURN: usize = 8;

/// A complete turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    actions: [Option<Action>; LONGEST_TURN],
}

impl Turn {
    /// The turn of these actions; `None` when there are none or too many.
    pub fn new(actions: &[Action]) -> Option<Turn> {
        if actions.is_empty() || actions.len() > LONGEST_TURN {
            return None;
        }
        let mut turn = Turn { actions: [None; LONGEST_TURN] };
        for (slot, &action) in turn.actions.iter_mut().zip(actions) {
            *slot = Some(action);
        }
        Some(turn)
    }

    /// A single action.
    pub fn single(action: Action) -> Turn {
        let mut turn = Turn { actions: [None; LONGEST_TURN] };
        turn.actions[0] = Some(action);
        turn
    }

    /// The turn with one more action; `None` when there is no room.
    #[must_use]
    pub fn with(mut self, action: Action) -> Option<Turn> {
        let slot = self.actions.iter_mut().find(|a| a.is_none())?;
        *slot = Some(action);
        Some(self)
    }

    /// Its actions in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.actions.iter().map_while(|&a| a)
    }

    /// The place or move that it starts with; `None` when it only takes.
    pub fn step(&self) -> Option<Action> {
        self.actions().next().filter(|a| !a.is_removal())
    }

    /// The men that it takes, in order.
    pub fn removed(&self) -> impl Iterator<Item = Point> + '_ {
        self.actions().filter_map(|a| match a {
            Action::Remove(p) => Some(p),
            _ => None,
        })
    }

    /// Does it take a man?
    pub fn takes(&self) -> bool {
        self.removed().next().is_some()
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn moved(self, by: crate::symmetry::Symmetry) -> Turn {
        Turn { actions: self.actions.map(|a| a.map(|a| a.moved(by))) }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.actions().try_for_each(|a| write!(f, "{a}"))
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Turn {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Turn, BadMove> {
        let bad = || BadMove { text: text.to_string(), what: "turn" };
        let mut actions = Vec::new();
        for (i, part) in text.split('x').enumerate() {
            match (i, part) {
                (0, "") => {}
                (0, step) => actions.push(step.parse::<Action>().map_err(|_| bad())?),
                (_, taken) => actions.push(Action::Remove(point(taken).ok_or_else(bad)?)),
            }
        }
        Turn::new(&actions).ok_or_else(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read() {
        for text in ["a1", "a1-a4", "xa4", "a1-a4xd1", "d5xa1xg7", "xa1xg1"] {
            assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
        }
        for text in ["", "x", "a8", "d4", "a1-", "a1-a1", "-a1", "xa1-a4", "a1xa4x", "A1", "a1 a4"] {
            assert!(text.parse::<Turn>().is_err(), "{text}");
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        assert!("a1xd1".parse::<Action>().is_err());
        let long = format!("a1{}", "xa4".repeat(LONGEST_TURN));
        assert!(long.parse::<Turn>().is_err());
    }
}
