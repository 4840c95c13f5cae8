//! Goals within a number of turns: close a mill, take a number of men, win.

use crate::action::Turn;
use crate::position::{Colour, Position};
use crate::rules;
use crate::variant::RuleSet;
use tesuji_solver::reading::{DfPn, Game, Goal, Read, Side};
use tesuji_solver::{Limits, Stop};

/// The goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Want {
    /// A mill closed by the side: a turn of its own that may take a man.
    Mill,
    /// So many men taken by the side.
    Captures(u8),
    /// The game won by the side.
    Win,
}

/// A goal for a side within a number of its own turns, as a game that ends.
#[derive(Clone, Copy, Debug)]
pub struct Bounded {
    /// The rules.
    pub rules: RuleSet,
    /// Whose goal.
    pub side: Colour,
    /// Which.
    pub want: Want,
}

/// A position with what is left to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bound {
    /// The position.
    pub at: Position,
    /// Turns of the side that are left.
    pub turns: u32,
    /// Men that it has taken.
    pub taken: u8,
    /// Has it closed a mill?
    pub closed: bool,
}

impl Bounded {
    /// The goal at its start.
    pub fn start(&self, position: &Position, turns: u32) -> Bound {
        Bound { at: position.timeless(), turns, taken: 0, closed: false }
    }

    fn met(&self, at: &Bound) -> bool {
        match self.want {
            Want::Mill => at.closed,
            Want::Captures(count) => at.taken >= count,
            Want::Win => at.at.end.is_some_and(|end| end.winner == Some(self.side)),
        }
    }

    /// Does the turn close a mill that counts?
    fn closes(&self, at: &Position, turn: Turn) -> bool {
        let Some(step) = turn.step() else { return false };
        let board = crate::board::Board::get(self.rules.diagonals);
        let own = match step {
            crate::Action::Move(from, _) => at.own() & !from.bit(),
            _ => at.own(),
        };
        board.closes(own, step.to())
    }
}

impl Game for Bounded {
    type Position = Bound;
    type Move = Turn;
    type Value = bool;

    fn side(&self, at: &Bound) -> Side {
        if at.at.side == self.side { Side::First } else { Side::Second }
    }

    fn moves(&self, at: &Bound, to: &mut Vec<Turn>) {
        to.extend(rules::turns(&self.rules, &at.at));
    }

    fn play(&self, at: &Bound, turn: Turn) -> Bound {
        let mut next = *at;
        if at.at.side == self.side {
            next.turns = next.turns.saturating_sub(1);
            next.taken = next.taken.saturating_add(turn.removed().count() as u8);
            next.closed |= self.closes(&at.at, turn);
        }
        for action in turn.actions() {
            next.at = rules::play_legal(&self.rules, &next.at, action);
        }
        next.at = next.at.timeless();
        next
    }

    fn verdict(&self, at: &Bound) -> Option<bool> {
        if self.met(at) {
            return Some(true);
        }
        (at.turns == 0 || at.at.end.is_some()).then_some(false)
    }

    fn endless(&self) -> bool {
        false
    }
}

/// The least number of turns in which the side to move can force the goal, up to `most`, with the
/// reading that proves it; `None` when it can't (the stop is `Exhausted`) or a limit was reached.
pub fn least_turns(
    rules: &RuleSet,
    position: &Position,
    want: Want,
    most: u32,
    limits: &Limits,
) -> (Option<(u32, Read<Bounded>)>, Stop) {
    let game = Bounded { rules: *rules, side: position.side, want };
    for turns in 1..=most {
        let goal = Goal { side: Side::First, value: true };
        let read = DfPn::new().solve(&game, &game.start(position, turns), goal, limits);
        match read.holds {
            Some(true) => return (Some((turns, read)), Stop::Exhausted),
            Some(false) => {}
            None => return (None, read.stop),
        }
    }
    (None, Stop::Exhausted)
}
