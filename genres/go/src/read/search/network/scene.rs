//! The input of the network: a class for what is on each cell.

use super::super::chains::Chains;
use super::super::geometry::{self, Geometry};
use crate::Role;
use crate::read::{Area, Cell, State};

/// Classes of what is on a cell.
pub const CLASSES: usize = 16;

/// The number of all that lies outside of the region, and of what is off the board, among the
/// neighbours of a cell.
pub const OUTSIDE: usize = Area::OUTSIDE as usize;
/// See [`OUTSIDE`].
pub const EDGE: usize = Area::EDGE as usize;

mod class {
    /// Empty, but beside the immortal.
    pub(super) const DAME: u8 = 0;
    pub(super) const EMPTY: u8 = 1;
    /// A stone of the defender's that is no target: with one liberty, with two, with more.
    pub(super) const DEFENDER: u8 = 2;
    /// Those of the target.
    pub(super) const TARGET: u8 = 5;
    /// A stone of the attacker's that can be taken, in the same way.
    pub(super) const ATTACKER: u8 = 8;
    pub(super) const WALL: u8 = 11;
    pub(super) const OFF_BOARD: u8 = 12;
    /// An empty exit; one beside the immortal.
    pub(super) const EXIT: u8 = 13;
    pub(super) const EXIT_DAME: u8 = 14;
    /// Where the side to move may not take a ko.
    pub(super) const BANNED: u8 = 15;
}

/// A position as the network sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Side to move.
    pub turn: Role,
    /// The class of each cell, then of what is [`OUTSIDE`] and of the [`EDGE`].
    pub of: [u8; 66],
}

impl Scene {
    pub(in crate::read::search) fn of(geometry: &Geometry, chains: &Chains, s: &State) -> Scene {
        let mut of = [class::WALL; 66];
        of[EDGE] = class::OFF_BOARD;
        let mut set = |cells: u64, class: u8| geometry::each(cells, |c: Cell| of[c as usize & 63] = class);
        let exits = geometry.area.exits & chains.empty;
        set(chains.empty, class::EMPTY);
        set(exits, class::EXIT);
        set(chains.empty & chains.near_immortal, class::DAME);
        set(exits & chains.near_immortal, class::EXIT_DAME);
        if s.ko != State::NO_KO {
            set(1 << s.ko, class::BANNED);
        }
        let target = geometry.area.target.unwrap_or(u64::MAX);
        let breath = |liberties: u64| (liberties.count_ones().clamp(1, 3) - 1) as u8;
        let of_defender = |stones: u64| if stones & target == 0 { class::DEFENDER } else { class::TARGET };
        set(chains.out.0, of_defender(chains.out.0) + 2);
        for (stones, liberties) in chains.defender.iter() {
            set(stones, of_defender(stones) + breath(liberties));
        }
        for (stones, liberties) in chains.attacker.iter() {
            set(stones, class::ATTACKER + breath(liberties));
        }
        Scene { turn: s.turn, of }
    }
}
