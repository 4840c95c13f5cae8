//! Types of scenarios, each decided by reading again with something changed: if what is best then
//! would cost a point or more in the game as it is, the type's theme decides the move.
//!
//! | type | shown when |
//! |---|---|
//! | colour conflict | a colour with three or more tiles on the table has at most one line open to the mover, and were one of the conflicts gone (the wall's tile, or the other colour on the line), another move would be best |
//! | floor dilemma | the other side can see to it that the mover's penalty grows, whatever the mover does ([`Leaf::OnlyFloor`]); and the moves with the least immediate floor cost a point or more |
//! | damage control | every move drops a tile on the floor, and were the floor free ([`Leaf::NoFloor`]), another would be best |
//! | denial | if only the own points counted ([`Leaf::Own`]), another move would be best |
//! | adjacency | if tiles scored one point whatever their neighbours ([`Leaf::NoRuns`]), another would be best |
//! | end bonus | without bonuses ([`Leaf::NoBonus`]) another would be best |
//! | token timing | if the first move of the next round were worth nothing ([`Leaf::NoToken`]) another would be best |
//! | game-end trigger | if a complete row did not end the game ([`Leaf::NoEnd`]) another would be best |
//! | last-pick parity | the mover would gain a point or more by passing: the number of picks left decides |
//!
//! "Another would be best" means throughout: none of the moves that are best after the change is
//! within [`POINT`] of the best in the game as it is.

use crate::leaf::Leaf;
use crate::read::{Reader, Reading, Want};
use crate::state::FLOOR;
use crate::{Colour, Move, State};
use tesuji_solver::{Limits, Stop};

/// The least difference that counts: one point, in tenths.
pub const POINT: i32 = 10;

/// A type of scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A colour that has (nearly) no line left decides.
    ColourConflict,
    /// All moves lead to penalties, and the least immediate one is not best.
    FloorDilemma,
    /// Every move costs floor.
    DamageControl,
    /// Taking it from the opponent.
    Denial,
    /// Scoring neighbours.
    Adjacency,
    /// Bonuses of the end.
    EndBonus,
    /// The first player's token.
    TokenTiming,
    /// Ending the game, or not.
    GameEnd,
    /// Who has to take the last tiles.
    LastPick,
}

impl Kind {
    /// All.
    pub const ALL: [Kind; 9] = [
        Kind::ColourConflict,
        Kind::FloorDilemma,
        Kind::DamageControl,
        Kind::Denial,
        Kind::Adjacency,
        Kind::EndBonus,
        Kind::TokenTiming,
        Kind::GameEnd,
        Kind::LastPick,
    ];

    /// `colour-conflict`, …
    pub fn name(self) -> &'static str {
        match self {
            Kind::ColourConflict => "colour-conflict",
            Kind::FloorDilemma => "floor-dilemma",
            Kind::DamageControl => "damage-control",
            Kind::Denial => "denial",
            Kind::Adjacency => "adjacency",
            Kind::EndBonus => "end-bonus",
            Kind::TokenTiming => "token-timing",
            Kind::GameEnd => "game-end",
            Kind::LastPick => "last-pick",
        }
    }

    /// From its name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.name() == name)
    }

    /// One line: what it is about.
    pub fn about(self) -> &'static str {
        match self {
            Kind::ColourConflict => "a colour without lines decides",
            Kind::FloorDilemma => "penalties can't be avoided, and the smallest at once is not the smallest in the end",
            Kind::DamageControl => "every move drops tiles",
            Kind::Denial => "what the opponent must not get decides",
            Kind::Adjacency => "neighbours on the wall decide",
            Kind::EndBonus => "the bonuses of the end decide",
            Kind::TokenTiming => "moving first in the next round decides",
            Kind::GameEnd => "ending the game, or not, decides",
            Kind::LastPick => "one would rather pass: the number of picks left decides",
        }
    }
}

/// Does the position show the type? `reading` is of the position as it is, with all moves within
/// [`POINT`] of the best exact. `None` when a limit was reached.
pub fn shows(kind: Kind, state: &State, reading: &Reading, reader: &mut Reader, limits: &Limits) -> Option<bool> {
    let best = reading.best()?.value;
    match kind {
        Kind::ColourConflict => conflict(state, reading, best, reader, limits),
        Kind::FloorDilemma => {
            let grown = |mv: Move| grows(state, mv);
            let least = reading.moves.iter().map(|m| grown(m.mv)).min()?;
            if reading.moves.iter().any(|m| grown(m.mv) == least && m.value > best - POINT) {
                return Some(false);
            }
            let now = -10 * i32::from(crate::FLOOR_PENALTY[usize::from(state.board(state.turn()).floor_len())]);
            let forced = reader.read_with(state, Leaf::OnlyFloor, Want::Best, limits);
            Some(forced.best()?.value < now)
        }
        Kind::DamageControl => {
            if reading.moves.iter().any(|m| grows(state, m.mv) == 0) {
                return Some(false);
            }
            differs(Leaf::NoFloor, state, reading, best, reader, limits)
        }
        Kind::Denial => differs(Leaf::Own, state, reading, best, reader, limits),
        Kind::Adjacency => differs(Leaf::NoRuns, state, reading, best, reader, limits),
        Kind::EndBonus => differs(Leaf::NoBonus, state, reading, best, reader, limits),
        Kind::TokenTiming => {
            // Nobody can take it any more, or it makes no difference who does.
            if state.token().is_some() {
                return Some(false);
            }
            differs(Leaf::NoToken, state, reading, best, reader, limits)
        }
        Kind::GameEnd => {
            if !state.boards().iter().any(|b| (0..5).any(|row| b.row_tiles(row) == 4)) {
                return Some(false);
            }
            differs(Leaf::NoEnd, state, reading, best, reader, limits)
        }
        Kind::LastPick => {
            if state.players() != 2 {
                return Some(false);
            }
            let mut passed = *state;
            passed.turn = 1 - passed.turn;
            let after = reader.read(&passed, Want::Best, limits).best()?;
            Some(-after.value >= best + POINT)
        }
    }
}

/// All types that the position shows; `None` when a limit was reached.
pub fn kinds(state: &State, reading: &Reading, reader: &mut Reader, limits: &Limits) -> Option<Vec<Kind>> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        if shows(kind, state, reading, reader, limits)? {
            all.push(kind);
        }
    }
    Some(all)
}

/// By how many spaces the floor line of the mover grows at once (the token's too).
fn grows(state: &State, mv: Move) -> u8 {
    let mut next = *state;
    next.apply(mv);
    let me = state.turn();
    // With a full floor line there is nothing left to lose.
    next.board(me).floor_len() - state.board(me).floor_len()
}

/// Is none of the moves that are best with `leaf` within a point of the best as it is?
fn differs(
    leaf: Leaf,
    state: &State,
    reading: &Reading,
    best: i32,
    reader: &mut Reader,
    limits: &Limits,
) -> Option<bool> {
    apart(&reader.read_with(state, leaf, Want::Near(0), limits), state, reading, best)
}

fn apart(other: &Reading, state: &State, reading: &Reading, best: i32) -> Option<bool> {
    if other.stop != Stop::Exhausted {
        return None;
    }
    let top = other.best()?.value;
    let same = other.moves.iter().filter(|m| m.exact && m.value == top);
    Some(same.into_iter().all(|m| reading.of(state, m.mv).is_none_or(|true_| true_.value <= best - POINT)))
}

fn conflict(state: &State, reading: &Reading, best: i32, reader: &mut Reader, limits: &Limits) -> Option<bool> {
    let me = state.turn();
    let board = state.board(me);
    let table = state.factories().iter().fold(state.centre(), |all, &f| all.plus(f));
    for colour in Colour::ALL.into_iter().filter(|&c| table.get(c) >= 3) {
        let open = board.open_lines(colour);
        if open.count_ones() > 1 {
            continue;
        }
        for row in (0..usize::from(FLOOR)).filter(|row| open >> row & 1 == 0) {
            let mut freed = *state;
            let changed = &mut freed.boards[me];
            match board.line(row) {
                // A line of its own colour is full: no conflict.
                Some((c, _)) if c == colour => continue,
                Some(_) => changed.clear_line(row),
                None => {
                    let Some(column) = board.column_of(state.kind(), row, colour) else { continue };
                    changed.wall &= !(1 << (5 * row + column));
                    changed.have &= !(1 << (5 * colour.index() + row));
                    changed.grey[row] &= !(7 << (3 * colour.index()));
                    changed.clear_line(row);
                }
            }
            let other = reader.read(&freed, Want::Near(0), limits);
            if apart(&other, state, reading, best)? {
                return Some(true);
            }
        }
    }
    Some(false)
}
