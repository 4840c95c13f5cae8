//! The transposition table: whole positions as keys, so hashes can't lie.
//!
//! Entries stand in the order of their making, so that the successors of a position, made together, lie side by side; an
//! entry keeps its place for good, so that a position can name its successors by their places. A hash table of places
//! with a part of the hash finds them by position.

use super::dominance::Captures;
use crate::Role;
use crate::read::{Ply, State, Supply};

/// Proof number that can't be reached.
pub(in crate::read) const INFINITE: u32 = 100_000_000;

/// Flags of an entry.
pub(super) mod flag {
    /// On the path that is being searched.
    pub(in super::super) const ON_PATH: u8 = 1;
    /// The successors that need be considered are known.
    pub(in super::super) const EXPANDED: u8 = 2;
    /// Numbers are set.
    pub(in super::super) const KNOWN: u8 = 4;
    /// A capture that holds for any number of defender threats: no ban matters in its proof.
    pub(in super::super) const FREE: u8 = 8;
    /// Must not be taken over from another supply of threats again.
    pub(in super::super) const OWN: u8 = 16;
    /// A lemma decided it, or a move of the attacker's and a lemma.
    pub(in super::super) const STATIC: u8 = 32;
    /// A ban takes a move away.
    pub(in super::super) const BANNED: u8 = 64;
    /// Survival that belongs to a closed set that was found.
    pub(in super::super) const CERTAIN: u8 = 128;
}

/// In place of a best move: the position is captured since another one is.
const LIKE: u8 = 254;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    attacker: u64,
    defender: u64,
    /// For the side to move: cost of proving its success, and its failure.
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// Where its successors begin among the links, and how many there are; or the place of the position that it is like.
    links: u32,
    count: u8,
    pub(super) flags: u8,
    /// The move that looked best last; 255 if none.
    pub(super) best: u8,
    pub(super) defends: bool,
    pub(super) ko: u8,
    supply: i8,
    /// Guessed costs of capture and life; zeros where none were asked for.
    pub(super) guessed: (u8, u8),
    /// Its successors are only those by near moves: the others are made if all of these fail.
    pub(super) is_partial: bool,
    /// Visits to it and to what comes after it, as far as they can be counted.
    pub(super) effort: u16,
}

impl Entry {
    /// The position.
    #[inline]
    pub(super) fn state(&self) -> State {
        let turn = if self.defends { Role::Defender } else { Role::Attacker };
        State { attacker: self.attacker, defender: self.defender, turn, ko: self.ko, supply: Supply(self.supply) }
    }

    #[inline]
    pub(super) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Captured for sure?
    #[inline]
    pub(super) fn killed(&self) -> bool {
        self.flags & flag::KNOWN != 0 && if self.defends { self.delta == 0 } else { self.phi == 0 }
    }

    /// Survived, at least along the path by which it was found?
    #[inline]
    pub(super) fn survived(&self) -> bool {
        self.flags & flag::KNOWN != 0 && if self.defends { self.phi == 0 } else { self.delta == 0 }
    }

    /// Neither of the two?
    #[inline]
    pub(super) fn open(&self) -> bool {
        self.phi != 0 && self.delta != 0
    }

    /// Sets the numbers for the result.
    #[inline]
    pub(super) fn decide(&mut self, killed: bool) {
        (self.phi, self.delta) = if killed != self.defends { (0, INFINITE) } else { (INFINITE, 0) };
    }

    /// It is captured since that one at that place is.
    pub(super) fn decide_like(&mut self, place: u32, free: bool) {
        self.decide(true);
        (self.best, self.links, self.count) = (LIKE, place, 0);
        self.flags = self.flags & !flag::EXPANDED | flag::KNOWN | if free { flag::FREE } else { 0 };
    }

    /// The place of the position that shows why this one is captured, if its own successors don't.
    #[inline]
    pub(super) fn like(&self) -> Option<u32> {
        (self.best == LIKE).then_some(self.links)
    }

    /// Opens it again, with those numbers.
    pub(super) fn reopen(&mut self, phi: u32, delta: u32) {
        (self.phi, self.delta) = (phi, delta);
        if self.best == LIKE {
            (self.best, self.links) = (255, 0);
        }
    }

    /// What is lost if it is forgotten: the visits behind it, 0 where there were none.
    fn worth(&self) -> u16 {
        match () {
            // What must not be taken over again has to stay: else it would be.
            () if self.is(flag::OWN) => u16::MAX,
            () if self.is(flag::STATIC) => 0,
            () if self.is(flag::EXPANDED) || self.is(flag::KNOWN) && !self.open() => self.effort.max(1),
            () => 0,
        }
    }

    /// Forgets its successors; the position that it is like is elsewhere now, or gone.
    fn forget_successors(&mut self, moved: impl Fn(u32) -> Option<u32>) {
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
    pub(super) fn links(&self) -> std::ops::Range<usize> {
        self.links as usize..self.links as usize + self.count as usize
    }
}

/// A successor: its place, and the move to it.
#[derive(Clone, Copy)]
pub(super) struct Link(u32);

impl Link {
    const PLACE: u32 = 25;

    pub(super) fn new(place: u32, ply: Ply) -> Link {
        Link(place | u32::from(ply.0) << Link::PLACE)
    }

    #[inline]
    pub(super) fn place(self) -> u32 {
        self.0 & ((1 << Link::PLACE) - 1)
    }

    #[inline]
    pub(super) fn ply(self) -> Ply {
        Ply((self.0 >> Link::PLACE) as u8)
    }
}

/// Open addressing over a power of two of slots, doubled when half full. A slot holds a place + 1 in its lower half and a
/// part of the hash in its upper one; 0 is free.
pub(super) struct Table {
    slots: Vec<u64>,
    /// Room for them when they are doubled.
    spare: Vec<u64>,
    entries: Vec<Entry>,
    links: Vec<Link>,
    /// Captures that may show others.
    pub(super) captures: Captures,
    /// The cells that each life rests on, as far as they are known; empty where none are kept.
    zones: Vec<u64>,
    keeps_zones: bool,
    bytes: usize,
    /// A slot shifted by so much is its index.
    shift: u32,
}

const FIRST: u32 = 12;
/// Most entries: seven eighths of the slots, with room for the successors of one position.
const MOST: usize = (1 << HOME) / 8 * 7 - 256;

/// Bits of a slot that say where it is looked for first. The upper half of a slot is these bits and eight more, of turn,
/// ban and threats too: positions that differ only in these are neighbours, and a table can be doubled in one pass.
const HOME: u32 = 24;

/// The upper half of the slot of a position.
#[derive(Clone, Copy)]
pub(super) struct Tag(u64);

impl Tag {
    #[inline]
    pub(super) fn of(s: &State) -> Tag {
        let a = s.attacker.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let d = s.defender.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let hash = (a ^ a >> 32 ^ d.rotate_left(32)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let rest = u64::from(s.ko) ^ u64::from(s.turn as u8) << 7 ^ u64::from(s.supply.0 as u8).wrapping_mul(0x35);
        Tag((hash ^ (rest & 255) << 32) & !0xFFFF_FFFF)
    }
}

/// Asks for the line of a value, so that reading it later need not wait. Elsewhere than on x86-64 it does nothing. (4% to 6% of the
/// time on level 14, against loads of all of them that were waited for together.)
#[inline(always)]
fn prefetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint that reads and writes nothing, to an address that a reference shows to be valid; every x86-64 has the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

impl Table {
    pub(super) fn new() -> Table {
        Table {
            slots: vec![0; 1 << FIRST],
            spare: Vec::new(),
            entries: Vec::new(),
            links: Vec::new(),
            captures: Captures::new(),
            zones: Vec::new(),
            keeps_zones: false,
            bytes: usize::MAX,
            shift: 64 - FIRST,
        }
    }

    /// Forgets everything; from now on it takes so many bytes.
    pub(super) fn clear(&mut self, bytes: usize) {
        self.slots.truncate(1 << FIRST);
        self.shift = 64 - FIRST;
        self.slots.fill(0);
        self.entries.clear();
        self.links.clear();
        self.captures.clear();
        self.zones.clear();
        self.keeps_zones = false;
        self.bytes = bytes;
    }

    /// The same table, with room for the cells that lives rest on.
    pub(super) fn keeping_zones(self) -> Table {
        Table { keeps_zones: true, ..self }
    }

    /// Has it used up its bytes, or places?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.bytes || self.entries.len() >= MOST
    }

    /// Bytes that it takes.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        let per_entry = size_of::<Entry>();
        let bytes =
            self.entries.len() * per_entry + self.links.len() * size_of::<Link>() + self.slots.len() * size_of::<u64>();
        bytes + self.zones.len() * size_of::<u64>() + self.captures.bytes()
    }

    /// Forgets what is cheap to find again: positions that were never looked into or that a lemma decides, those with the least searches
    /// behind them, until at most a third is left, and which successors a position has. The numbers and best moves of the others
    /// stay. Says whether at least half of the positions are gone; places are others from now on.
    ///
    /// (Small trees are forgotten first: Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002.)
    pub(super) fn make_room(&mut self) -> bool {
        const GONE: u32 = u32::MAX;
        let before = self.entries.len();
        let mut of_each = vec![0_usize; usize::from(u16::MAX) + 1];
        self.entries.iter().for_each(|e| of_each[usize::from(e.worth())] += 1);
        let (mut least, mut left) = (1, before - of_each[0]);
        while left > before / 3 && least < u16::MAX {
            left -= of_each[usize::from(least)];
            least += 1;
        }
        let mut places = vec![GONE; before];
        let mut kept = 0;
        for (i, place) in places.iter_mut().enumerate() {
            if self.entries[i].worth() >= least {
                *place = kept;
                self.entries[kept as usize] = self.entries[i];
                if self.keeps_zones {
                    self.zones[kept as usize] = self.zones[i];
                }
                kept += 1;
            }
        }
        self.entries.truncate(kept as usize);
        self.zones.truncate(kept as usize);
        for e in &mut self.entries {
            e.forget_successors(|place| Some(places[place as usize]).filter(|&place| place != GONE));
        }
        self.links.clear();
        self.captures.move_to(&places);
        self.slots.fill(0);
        for place in 0..self.entries.len() {
            self.put(Tag::of(&self.entries[place].state()).0 | (place as u64 + 1));
        }
        self.entries.len() * 2 <= before
    }

    /// Where the slot with that upper half is looked for first.
    #[inline]
    fn home(&self, slot: u64) -> usize {
        (slot >> self.shift) as usize
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        // Written to, not asked for as zeros: pages of zeros that are read first cost two faults each.
        self.spare.clear();
        self.spare.reserve_exact(len);
        self.spare.resize(len, 0);
        std::mem::swap(&mut self.slots, &mut self.spare);
        self.shift -= 1;
        let old = std::mem::take(&mut self.spare);
        old.iter().filter(|&&slot| slot != 0).for_each(|&slot| self.put(slot));
        self.spare = old;
    }

    /// Puts a slot into the first free place from where it is looked for.
    #[inline]
    fn put(&mut self, slot: u64) {
        let last = self.slots.len() - 1;
        let mut i = self.home(slot);
        while self.slots[i & last] != 0 {
            i += 1;
        }
        self.slots[i & last] = slot;
    }

    /// Asks for the line where a position is looked for first.
    #[inline]
    pub(super) fn prefetch_slot(&self, tag: Tag) {
        prefetch(&self.slots[self.home(tag.0) & (self.slots.len() - 1)]);
    }

    /// Asks for the line of the entry that the slot with that tag speaks of.
    #[inline]
    pub(super) fn prefetch_entry(&self, tag: Tag) {
        let slot = self.slots[self.home(tag.0) & (self.slots.len() - 1)];
        let place = (slot as u32).wrapping_sub(1) as usize;
        if (slot ^ tag.0) >> 32 == 0
            && let Some(entry) = self.entries.get(place)
        {
            prefetch(entry);
        }
    }

    /// Where the position is, or the slot for it.
    #[inline]
    fn probe(&self, s: &State, tag: Tag) -> Result<u32, usize> {
        let last = self.slots.len() - 1;
        let mut i = self.home(tag.0) & last;
        loop {
            let slot = self.slots[i];
            if slot == 0 {
                return Err(i);
            }
            if (slot ^ tag.0) >> 32 == 0 {
                let place = slot as u32 - 1;
                let known = self.at(place);
                if known.attacker == s.attacker
                    && known.defender == s.defender
                    && known.defends == (s.turn == Role::Defender)
                    && known.ko == s.ko
                    && known.supply == s.supply.0
                {
                    return Ok(place);
                }
            }
            i = (i + 1) & last;
        }
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(super) fn get(&self, s: &State) -> Option<&Entry> {
        self.probe(s, Tag::of(s)).ok().map(|place| self.at(place))
    }

    /// The place of a position, if it has one.
    #[inline]
    pub(super) fn place_of(&self, s: &State) -> Option<u32> {
        self.probe(s, Tag::of(s)).ok()
    }

    /// The place of a position; a blank entry is made where there is none.
    #[inline]
    pub(super) fn place(&mut self, s: &State, tag: Tag) -> u32 {
        match self.probe(s, tag) {
            Ok(place) => place,
            Err(i) => {
                let place = self.entries.len() as u32;
                self.slots[i] = tag.0 | u64::from(place + 1);
                self.entries.push(Entry {
                    attacker: s.attacker,
                    defender: s.defender,
                    phi: 1,
                    delta: 1,
                    links: 0,
                    count: 0,
                    flags: 0,
                    best: 255,
                    defends: s.turn == Role::Defender,
                    ko: s.ko,
                    supply: s.supply.0,
                    guessed: (0, 0),
                    is_partial: false,
                    effort: 0,
                });
                if self.keeps_zones {
                    self.zones.push(0);
                }
                if self.entries.len() * 2 > self.slots.len() && self.slots.len() < 1 << HOME {
                    self.grow();
                }
                place
            }
        }
    }

    /// The successors of a position, for good.
    pub(super) fn expand(&mut self, place: u32, successors: impl Iterator<Item = (u32, Ply)>, banned: bool) {
        let begin = self.links.len();
        self.links.extend(successors.map(|(place, ply)| Link::new(place, ply)));
        let count = (self.links.len() - begin) as u8;
        let e = self.at_mut(place);
        (e.links, e.count, e.is_partial) = (begin as u32, count, false);
        e.flags |= flag::EXPANDED | if banned { flag::BANNED } else { 0 };
    }

    /// The cells that a life rests on, 0 if they are not known.
    #[inline]
    pub(super) fn zone(&self, place: u32) -> u64 {
        self.zones.get(place as usize).copied().unwrap_or(0)
    }

    /// Keeps these.
    pub(super) fn set_zone(&mut self, place: u32, zone: u64) {
        if let Some(kept) = self.zones.get_mut(place as usize) {
            *kept = zone;
        }
    }

    /// A link.
    #[inline]
    pub(super) fn link(&self, index: usize) -> Link {
        self.links[index]
    }

    /// Links to successors.
    #[inline]
    pub(super) fn links(&self, range: std::ops::Range<usize>) -> &[Link] {
        &self.links[range]
    }

    /// Number of places that are taken.
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    #[inline]
    pub(super) fn at(&self, place: u32) -> &Entry {
        &self.entries[place as usize]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, place: u32) -> &mut Entry {
        &mut self.entries[place as usize]
    }
}
