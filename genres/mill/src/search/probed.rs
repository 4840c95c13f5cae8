//! A position by the tables, and where they don't reach by its turns and by search of a few plies.

use super::Placing;
use crate::action::Turn;
use crate::position::Position;
use crate::rules;
use crate::tables::{Tables, Value};
use tesuji_solver::Limits;

/// Plies that are searched without tables: three turns of the side to move.
pub const FEW_PLIES: u8 = 5;

/// A position and its turns, as far as they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// The value for the side to move.
    pub value: Option<Value>,
    /// Each turn with the value for the side that makes it, the best first; unknown ones last.
    pub turns: Vec<(Turn, Option<Value>)>,
}

/// Asks the tables about a position and each of its turns. What they don't hold is searched a few
/// plies deep, within limits for each; a position is never less known than its turns say.
pub fn probed(tables: &Tables, position: &Position, limits: &Limits) -> Probed {
    let known = |at: &Position, plies: u8| tables.probe(at).or_else(|| by_search(tables, at, plies, limits));
    let own = |after: &Position, value: Value| if after.side == position.side { value } else { value.before() };
    let turns = rules::turns_played(tables.rules(), position).into_iter();
    let mut turns: Vec<(Turn, Option<Value>)> =
        turns.map(|(turn, after)| (turn, known(&after, FEW_PLIES - 1).map(|value| own(&after, value)))).collect();
    turns.sort_by_key(|&(turn, value)| (std::cmp::Reverse(value.map(Value::merit)), turn));
    let best = turns.first().and_then(|(_, value)| *value);
    // One winning turn is enough; else all of them have to be known.
    let of_turns = best.filter(|value| matches!(value, Value::Win(_)) || turns.iter().all(|(_, v)| v.is_some()));
    Probed { value: tables.probe(position).or(of_turns), turns }
}

/// The value of a position that is decided within `plies`.
fn by_search(tables: &Tables, position: &Position, plies: u8, limits: &Limits) -> Option<Value> {
    let at = Placing::admits(position).ok()?;
    let mut placing = Placing::new(tables, &limits.clone().with_memory(MEMORY)).ok()?;
    placing.short(&at, plies)?
}

/// Memory of one search.
const MEMORY: usize = 1 << 20;
