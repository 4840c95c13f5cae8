//! Search from positions with men in hand down into the tables.
//!
//! Two readers, and a plain reference beside them: [`exact`] (alpha-beta with a table of
//! positions, distances included) and [`outcome`] (df-pn with a proof that replays) against
//! [`plain`] (every turn, nothing clever). The placing phase of rules where men alone count has a faster reader,
//! [`Placing`].

mod alphabeta;
mod merit;
mod opening;
mod placing;
mod probed;

pub use alphabeta::{Found, exact, plain};
pub use merit::Bounds;
pub use opening::{OpeningCounts, OpeningTable, positions_after};
pub use placing::{MEMORY, NotPlacing, Placing};
pub use probed::{FEW_PLIES, Probed, probed};

use crate::game::{MillGame, TableCloser, side_of};
use crate::position::Position;
use crate::tables::Tables;
use tesuji_solver::reading::{DfPn, Goal, Outcome, Read};
use tesuji_solver::{Limits, Tier};

/// Can the side to move force at least this outcome? By df-pn down to the tables; the proof replays
/// with the tables as closer.
pub fn outcome(tables: &Tables, position: &Position, at_least: Outcome, limits: &Limits) -> Read<MillGame> {
    let game = MillGame { rules: *tables.rules() };
    let closer = TableCloser::new(tables);
    let side = side_of(position.side);
    let goal = Goal { side, value: at_least.seen_by(side) };
    DfPn::new().with_closers(&[&closer], Tier::Master).solve(&game, &position.timeless(), goal, limits)
}

#[cfg(test)]
mod tests;
