//! Chains and liberties of a position, found anew.

use super::geometry::{Geometry, mask};
use crate::Role;
use crate::read::{Ply, State};

/// No region of 64 cells has more chains of a side.
const MOST: usize = 64;

/// Chains of one side with their liberties.
#[derive(Clone)]
pub(super) struct ChainList {
    pub(super) len: usize,
    pub(super) stones: [u64; MOST],
    pub(super) liberties: [u64; MOST],
}

impl ChainList {
    fn new() -> Self {
        ChainList { len: 0, stones: [0; MOST], liberties: [0; MOST] }
    }

    #[inline]
    fn find(&mut self, geometry: &Geometry, stones: u64, empty: u64) {
        self.len = 0;
        let mut rest = stones;
        while rest != 0 {
            let (chain, around) = geometry.flood_from(rest.trailing_zeros() as u8, stones);
            rest &= !chain;
            self.push(chain, around & empty);
        }
    }

    #[inline]
    fn push(&mut self, stones: u64, liberties: u64) {
        self.stones[self.len] = stones;
        self.liberties[self.len] = liberties;
        self.len += 1;
    }

    #[inline]
    fn push_if(&mut self, is_kept: bool, stones: u64, liberties: u64) {
        let i = self.len & (MOST - 1);
        (self.stones[i], self.liberties[i]) = (stones, liberties);
        self.len += usize::from(is_kept);
    }

    /// Stones and liberties of each chain.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.stones[..self.len].iter().copied().zip(self.liberties[..self.len].iter().copied())
    }

    /// Stones and liberties of the chain with that number.
    #[inline]
    pub(super) fn at(&self, i: u8) -> (u64, u64) {
        (self.stones[i as usize & (MOST - 1)], self.liberties[i as usize & (MOST - 1)])
    }

    /// Cells that capture a chain.
    #[inline]
    pub(super) fn atari(&self) -> u64 {
        self.iter().fold(0, |all, (_, l)| all | l & mask(l & l.wrapping_sub(1) == 0))
    }

    /// The stones that a move on that cell takes.
    #[inline]
    pub(super) fn taken_by(&self, cell: u64) -> u64 {
        self.iter().fold(0, |all, (s, l)| all | s & mask(l == cell))
    }

    /// The stones of the chains that have that liberty.
    #[inline]
    pub(super) fn beside(&self, liberty: u64) -> u64 {
        self.iter().fold(0, |all, (s, l)| all | s & mask(l & liberty != 0))
    }

    /// Is the cell a liberty of a chain that has another one?
    #[inline]
    pub(super) fn extends(&self, cell: u64) -> bool {
        self.iter().fold(false, |any, (_, l)| any | (l & cell != 0) & (l != cell))
    }
}

/// What the lemmas and the move generator look at.
#[derive(Clone)]
pub(super) struct Chains {
    /// The defender's chains that touch no exit.
    pub(super) defender: ChainList,
    /// The attacker's chains that don't touch the wall.
    pub(super) attacker: ChainList,
    /// Attacker stones of chains that touch the wall.
    pub(super) immortal: u64,
    /// Cells beside those, or beside the wall.
    pub(super) near_immortal: u64,
    /// Defender stones of chains that touch an exit, and the cells beside them.
    pub(super) out: (u64, u64),
    /// Empty cells.
    pub(super) empty: u64,
    /// What the immortal don't cut off: from the target, if that alone counts.
    pub(super) room: u64,
}

impl Chains {
    pub(super) fn new() -> Chains {
        Chains {
            defender: ChainList::new(),
            attacker: ChainList::new(),
            immortal: 0,
            near_immortal: 0,
            out: (0, 0),
            empty: 0,
            room: 0,
        }
    }

    /// Fills it in for a position.
    #[inline]
    pub(super) fn find(&mut self, geometry: &Geometry, attacker: u64, defender: u64) {
        self.empty = geometry.all & !(attacker | defender);
        let (immortal, around) = geometry.flood(attacker & geometry.wall, attacker);
        self.immortal = immortal;
        self.near_immortal = around | geometry.wall;
        self.out = if defender & geometry.area.exits == 0 {
            (0, 0)
        } else {
            geometry.flood(defender & geometry.area.exits, defender)
        };
        self.defender.find(geometry, defender & !self.out.0, self.empty);
        self.attacker.find(geometry, attacker & !immortal, self.empty);
        self.find_room(geometry, geometry.all);
    }

    /// The room, within what it was before the last move: the immortal don't get fewer.
    #[inline]
    fn find_room(&mut self, geometry: &Geometry, within: u64) {
        self.room = not_cut_off(geometry, within & !self.immortal);
    }

    /// The room of a position.
    pub(super) fn room_of(geometry: &Geometry, attacker: u64) -> u64 {
        let immortal = geometry.flood(attacker & geometry.wall, attacker).0;
        not_cut_off(geometry, geometry.all & !immortal)
    }

    /// Finds the chains after a move that takes those stones, from the chains before it.
    #[inline]
    pub(super) fn follow(&mut self, geometry: &Geometry, from: &Chains, after: &State, ply: Ply, taken: u64) {
        let Some(cell) = ply.cell() else { return self.copy(from) };
        let stone = 1_u64 << cell;
        // A defender's stone that is joined to an exit, or is on one, takes its chains out.
        if after.turn == Role::Attacker && (geometry.area.exits | from.out.1) & stone != 0 {
            return self.find(geometry, after.attacker, after.defender);
        }
        let beside = geometry.beside(cell);
        self.empty = from.empty & !stone | taken;
        self.out = from.out;
        (self.immortal, self.near_immortal) = (from.immortal, from.near_immortal);
        let (own, other, own_from, other_from) = match after.turn {
            Role::Defender => (&mut self.attacker, &mut self.defender, &from.attacker, &from.defender),
            Role::Attacker => (&mut self.defender, &mut self.attacker, &from.defender, &from.attacker),
        };
        // Every chain is written down, and kept if the next one does not overwrite it.
        other.len = 0;
        for (stones, liberties) in other_from.iter() {
            other.push_if(stones & taken == 0, stones, liberties & !stone);
        }
        own.len = 0;
        let (mut joined, mut freed) = (stone, beside & self.empty);
        for (stones, liberties) in own_from.iter() {
            let is_joined = liberties & stone != 0;
            (joined, freed) = (joined | stones & mask(is_joined), freed | liberties & mask(is_joined));
            own.push_if(!is_joined, stones, liberties);
        }
        if after.turn == Role::Defender && (geometry.wall & stone != 0 || beside & from.immortal != 0) {
            self.immortal |= joined;
            self.near_immortal |= geometry.around(joined);
        } else {
            own.push(joined, freed & !stone);
        }
        if taken != 0 {
            let touched = geometry.around(taken);
            for i in 0..own.len {
                if own.stones[i] & touched != 0 {
                    own.liberties[i] |= geometry.around(own.stones[i]) & taken;
                }
            }
        }
        // Only the immortal cut something off.
        if self.immortal == from.immortal {
            self.room = from.room;
        } else {
            self.find_room(geometry, from.room);
        }
    }

    fn copy(&mut self, from: &Chains) {
        for (to, from) in [(&mut self.defender, &from.defender), (&mut self.attacker, &from.attacker)] {
            to.len = from.len;
            to.stones[..from.len].copy_from_slice(&from.stones[..from.len]);
            to.liberties[..from.len].copy_from_slice(&from.liberties[..from.len]);
        }
        (self.immortal, self.near_immortal) = (from.immortal, from.near_immortal);
        (self.out, self.empty, self.room) = (from.out, from.empty, from.room);
    }

    /// Cells where the defender could still have an eye: no stone of his, not immortal, not beside
    /// the immortal. Where only a target counts: such that hang together with it.
    #[inline]
    pub(super) fn eye_cells(&self, defender: u64) -> u64 {
        self.room & !defender & !self.near_immortal
    }

    /// The gates of the room: each of its exits with the one cell of the room beside it, if the
    /// attacker can answer a defender stone on the one by an immortal stone on the other. `None` if
    /// an exit has no gate of its own.
    #[inline]
    pub(super) fn gates(&self, geometry: &Geometry) -> Option<u64> {
        gates(geometry, self.room, self.empty & self.near_immortal)
    }

    /// Exits that the target is one move away from: beside its chains or beside what is joined to
    /// an exit already.
    #[inline]
    pub(super) fn ways_out(&self, geometry: &Geometry, at: &State) -> u64 {
        let safe = geometry.area.exits | self.out.1;
        let target = geometry.area.target.unwrap_or(u64::MAX);
        let own = self.defender.iter().fold(0, |all, (stones, l)| all | l & mask(stones & target != 0));
        let mut ways = own & safe;
        if at.ko != State::NO_KO {
            ways &= !(1 << at.ko);
        }
        ways
    }
}

/// Attacker chains that are as good as immortal: each has two empty cells beside it that are beside
/// the immortal too, or beside chains linked before it, and that no other link needs.
pub(super) struct Links {
    pub(super) stones: u64,
    /// Cells beside them, or beside the immortal.
    pub(super) near: u64,
    /// The cells that make the links.
    pub(super) pairs: u64,
}

impl Chains {
    /// The links, in the order of the chains' least cells.
    #[inline]
    pub(super) fn links(&self, geometry: &Geometry) -> Links {
        let mut links = Links { stones: 0, near: self.near_immortal, pairs: 0 };
        loop {
            let free = links.near & !links.pairs;
            let (mut next, mut least) = ((0, 0), 64);
            for (stones, liberties) in self.attacker.iter() {
                let ways = liberties & free;
                if ways & ways.wrapping_sub(1) != 0 && stones & links.stones == 0 && stones.trailing_zeros() < least {
                    (next, least) = ((stones, ways), stones.trailing_zeros());
                }
            }
            let (stones, ways) = next;
            if stones == 0 {
                return links;
            }
            let others = ways & (ways - 1);
            links.pairs |= ways & !(others & others.wrapping_sub(1));
            links.stones |= stones;
            links.near |= geometry.around(stones);
        }
    }
}

/// What hangs together with the points of the target, if that alone counts: with those too whose
/// stones were taken, since a stone that the defender plays there again counts.
#[inline]
pub(super) fn not_cut_off(geometry: &Geometry, room: u64) -> u64 {
    geometry.area.target.map_or(room, |target| geometry.flood(target, room).0)
}

/// The gates of a room, if immortal stones can be put on those cells (see [`Chains::gates`]).
#[inline]
pub(super) fn gates(geometry: &Geometry, room: u64, fill: u64) -> Option<u64> {
    let mut exits = room & geometry.area.exits;
    let mut gates = 0;
    // Where all stones count, a stone on an exit has got away at once.
    if exits != 0 && geometry.area.target.is_none() {
        return None;
    }
    while exits != 0 {
        let exit = exits & exits.wrapping_neg();
        exits &= !exit;
        let inner = geometry.beside(exit.trailing_zeros() as u8) & room;
        let fits = inner.count_ones() == 1 && inner & geometry.area.exits == 0 && (exit | inner) & !fill == 0;
        if !fits || (exit | inner) & gates != 0 {
            return None;
        }
        gates |= exit | inner;
    }
    Some(gates)
}
