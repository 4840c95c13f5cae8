//! Exact reading of a round: what each move leads to when all play for the best margin at the
//! round's end.
//!
//! Values are tenths of a point of [margin](crate::leaf::margins), seen from the player to move.
//! Two players: minimax by principal-variation search ([`Reader`]). Three and four: max^n
//! (Luckhardt and Irani 1986), where each player takes the move with the greatest own margin; of
//! equal ones that which is best for the next player, and so on, so that the value depends on
//! nothing but the position. [`plain`](plain::values) is the reference for both: every move and
//! every tiling, no table of positions, no pruning.

mod duel;
mod face;
mod maxn;
pub mod plain;
mod table;

use crate::{Move, Phase, State};
use tesuji_solver::{Limits, Stop};

pub use duel::Reader;

/// A move's value, exact or bounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MoveValue {
    /// The move; of moves that lead to the same position up to the order of factories the first.
    pub mv: Move,
    /// Its value in tenths for the player to move.
    pub value: i32,
    /// Is it exact, or an upper bound?
    pub exact: bool,
}

/// Which moves need exact values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The best move.
    Best,
    /// The best and the second best.
    Second,
    /// The best, the second best, and all within this number of tenths of the best.
    Near(i32),
    /// All.
    All,
}

/// The result of reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The moves, best first; of equal ones in the order of [`State::legal`]. Upper bounds come
    /// where they may.
    pub moves: Vec<MoveValue>,
    /// `Exhausted`: all that was wanted is exact. Else the limit; the values are then of no use.
    pub stop: Stop,
    /// Positions visited.
    pub nodes: u64,
}

impl Reading {
    /// The best move's value; `None` when there is no move or a limit was reached.
    pub fn best(&self) -> Option<MoveValue> {
        self.moves.first().copied().filter(|_| self.stop == Stop::Exhausted)
    }

    /// By how much the best move is better than the second best, in tenths; `None` as for
    /// [`best`](Self::best), or when there is only one move.
    pub fn gap(&self) -> Option<i32> {
        let best = self.best()?;
        let second = self.moves.get(1).filter(|m| m.exact)?;
        Some(best.value - second.value)
    }

    /// The known value of a move.
    pub fn of(&self, state: &State, mv: Move) -> Option<MoveValue> {
        let mv = canonical(state, mv);
        self.moves.iter().copied().find(|m| m.mv == mv)
    }
}

/// The first factory stands for all with the same tiles.
pub fn canonical(state: &State, mv: Move) -> Move {
    match state.factories().iter().position(|f| *f == state.source(mv.source)) {
        Some(first) if mv.source != crate::CENTRE => Move { source: first as u8, ..mv },
        _ => mv,
    }
}

/// The legal moves without those that differ only in which of several equal factories they take.
pub fn distinct_moves(state: &State) -> Vec<Move> {
    let mut moves = state.legal();
    moves.retain(|&m| canonical(state, m) == m);
    moves
}

/// Reads a position: two players by [`Reader`], more by max^n (all values are then exact).
pub fn read(state: &State, want: Want, limits: &Limits) -> Reading {
    Reader::new().read(state, want, limits)
}

fn none(stop: Stop) -> Reading {
    Reading { moves: Vec::new(), stop, nodes: 0 }
}

fn sorted(mut moves: Vec<MoveValue>, stop: Stop, nodes: u64) -> Reading {
    // A bound stands behind an exact value of the same size.
    moves.sort_by_key(|m| (std::cmp::Reverse((m.value, m.exact)), m.mv));
    Reading { moves, stop, nodes }
}

fn drafting(state: &State) -> bool {
    state.phase() == Phase::Drafting
}
