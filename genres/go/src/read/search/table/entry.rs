//! What is known of a position, and of the moves from it.

use crate::Role;
use crate::read::{Ply, State, Supply};

/// Proof number that can't be reached.
pub(in crate::read) const INFINITE: u32 = 100_000_000;

/// Flags of an entry.
pub(in crate::read::search) mod flag {
    /// On the path that is being searched.
    pub(in crate::read::search) const ON_PATH: u8 = 1;
    /// The successors that need be considered are known.
    pub(in crate::read::search) const EXPANDED: u8 = 2;
    /// Numbers are set.
    pub(in crate::read::search) const KNOWN: u8 = 4;
    /// A capture that holds for any number of defender threats: no ban matters in its proof.
    pub(in crate::read::search) const FREE: u8 = 8;
    /// Must not be taken over from another supply of threats again.
    pub(in crate::read::search) const OWN: u8 = 16;
    /// A lemma decided it, or a move of the attacker's and a lemma.
    pub(in crate::read::search) const STATIC: u8 = 32;
    /// A ban takes a move away.
    pub(in crate::read::search) const BANNED: u8 = 64;
    /// Survival that belongs to a closed set that was found.
    pub(in crate::read::search) const CERTAIN: u8 = 128;
}

/// In place of a best move: the position is captured since another one is.
const LIKE: u8 = 254;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(in crate::read::search) struct Entry {
    pub(super) attacker: u64,
    pub(super) defender: u64,
    /// For the side to move: cost of proving its success, and its failure.
    pub(in crate::read::search) phi: u32,
    pub(in crate::read::search) delta: u32,
    /// Where its successors begin among the links, and how many there are; or the place of the
    /// position that it is like.
    pub(super) links: u32,
    pub(super) count: u8,
    pub(in crate::read::search) flags: u8,
    /// The move that looked best last; 255 if none.
    pub(in crate::read::search) best: u8,
    pub(in crate::read::search) defends: bool,
    pub(in crate::read::search) ko: u8,
    pub(super) supply: i8,
    /// Guessed costs of capture and life; zeros where none were asked for.
    pub(in crate::read::search) guessed: (u8, u8),
    /// Its successors are only those by near moves: the others are made if all of these fail.
    pub(in crate::read::search) is_partial: bool,
    /// Visits to it and to what comes after it, as far as they can be counted.
    pub(in crate::read::search) effort: u16,
}

impl Entry {
    /// The position.
    #[inline]
    pub(in crate::read::search) fn state(&self) -> State {
        let turn = if self.defends { Role::Defender } else { Role::Attacker };
        State { attacker: self.attacker, defender: self.defender, turn, ko: self.ko, supply: Supply(self.supply) }
    }

    #[inline]
    pub(in crate::read::search) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Captured for sure?
    #[inline]
    pub(in crate::read::search) fn killed(&self) -> bool {
        self.flags & flag::KNOWN != 0 && if self.defends { self.delta == 0 } else { self.phi == 0 }
    }

    /// Survived, at least along the path by which it was found?
    #[inline]
    pub(in crate::read::search) fn survived(&self) -> bool {
        self.flags & flag::KNOWN != 0 && if self.defends { self.phi == 0 } else { self.delta == 0 }
    }

    /// Neither of the two?
    #[inline]
    pub(in crate::read::search) fn open(&self) -> bool {
        self.phi != 0 && self.delta != 0
    }

    /// Sets the numbers for the result.
    #[inline]
    pub(in crate::read::search) fn decide(&mut self, killed: bool) {
        (self.phi, self.delta) = if killed != self.defends { (0, INFINITE) } else { (INFINITE, 0) };
    }

    /// It is captured since that one at that place is.
    pub(in crate::read::search) fn decide_like(&mut self, place: u32, free: bool) {
        self.decide(true);
        (self.best, self.links, self.count) = (LIKE, place, 0);
        self.flags = self.flags & !flag::EXPANDED | flag::KNOWN | if free { flag::FREE } else { 0 };
    }

    /// The place of the position that shows why this one is captured, if its own successors don't.
    #[inline]
    pub(in crate::read::search) fn like(&self) -> Option<u32> {
        (self.best == LIKE).then_some(self.links)
    }

    /// Opens it again, with those numbers.
    pub(in crate::read::search) fn reopen(&mut self, phi: u32, delta: u32) {
        (self.phi, self.delta) = (phi, delta);
        if self.best == LIKE {
            (self.best, self.links) = (255, 0);
        }
    }

    /// The visits that are lost if the entry is forgotten.
    pub(super) fn worth(&self) -> u16 {
        match () {
            // What must not be taken over again has to stay: else it would be.
            () if self.is(flag::OWN) => u16::MAX,
            () if self.is(flag::STATIC) => 0,
            () if self.is(flag::EXPANDED) || self.is(flag::KNOWN) && !self.open() => self.effort.max(1),
            () => 0,
        }
    }

    /// Forgets its successors; the position that it is like is elsewhere now, or gone.
    pub(super) fn forget_successors(&mut self, moved: impl Fn(u32) -> Option<u32>) {
        match self.like().map(moved) {
            Some(Some(place)) => self.links = place,
            Some(None) => (self.best, self.links) = (255, 0),
            None => self.links = 0,
        }
        self.count = 0;
        self.flags &= !(flag::EXPANDED | flag::BANNED);
        self.is_partial = false;
    }

    /// The links to its successors.
    #[inline]
    pub(in crate::read::search) fn links(&self) -> std::ops::Range<usize> {
        self.links as usize..self.links as usize + self.count as usize
    }
}

/// A successor: its place, and the move to it.
#[derive(Clone, Copy)]
pub(in crate::read::search) struct Link(u32);

impl Link {
    const PLACE: u32 = 25;

    pub(in crate::read::search) fn new(place: u32, ply: Ply) -> Link {
        Link(place | u32::from(ply.0) << Link::PLACE)
    }

    #[inline]
    pub(in crate::read::search) fn place(self) -> u32 {
        self.0 & ((1 << Link::PLACE) - 1)
    }

    #[inline]
    pub(in crate::read::search) fn ply(self) -> Ply {
        Ply((self.0 >> Link::PLACE) as u8)
    }
}
