//! The transposition table: whole positions as keys, so hashes can't lie.
//!
//! Entries stand in the order of their making, so that the successors of a position, made together,
//! lie side by side; an entry keeps its place for good, so that a position can name its successors
//! by their places. A hash table of places with a part of the hash finds them by position.

mod entry;
mod evict;
mod tag;

use crate::Role;
use crate::read::{Ply, State};
pub(in crate::read) use entry::INFINITE;
pub(super) use entry::{Entry, Link, flag};
pub(super) use evict::GONE;
pub(super) use tag::Tag;
use tag::prefetch;

/// Open addressing over a power of two of slots, doubled when half full. A slot holds a place + 1
/// in its lower half and a part of the hash in its upper one; 0 is free.
pub(super) struct Table {
    slots: Vec<u64>,
    /// Room for them when they are doubled.
    spare: Vec<u64>,
    entries: Vec<Entry>,
    links: Vec<Link>,
    /// The cells that each life rests on, as far as they are known; empty where none are kept.
    zones: Vec<u64>,
    keeps_zones: bool,
    /// Bytes that it may take.
    most_bytes: usize,
    /// A slot shifted by so much is its index.
    shift: u32,
}

/// The binary logarithm of the number of slots at first.
const FIRST: u32 = 12;
/// Most entries: seven eighths of the slots, with room for the successors of one position.
const MOST_ENTRIES: usize = (1 << HOME) / 8 * 7 - 256;

/// Bits of a slot that say where it is looked for first. The upper half of a slot is these bits and
/// eight more, of turn, ban and threats too: positions that differ only in these are neighbours,
/// and a table can be doubled in one pass.
const HOME: u32 = 24;

impl Table {
    pub(super) fn new() -> Table {
        Table {
            slots: vec![0; 1 << FIRST],
            spare: Vec::new(),
            entries: Vec::new(),
            links: Vec::new(),
            zones: Vec::new(),
            keeps_zones: false,
            most_bytes: usize::MAX,
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
        self.zones.clear();
        self.keeps_zones = false;
        self.most_bytes = bytes;
    }

    /// The same table, with room for the cells that lives rest on.
    pub(super) fn keeping_zones(self) -> Table {
        Table { keeps_zones: true, ..self }
    }

    /// Has it used up its bytes, with those that are used beside it, or its places?
    #[inline]
    pub(super) fn is_full(&self, beside: usize) -> bool {
        self.bytes() + beside >= self.most_bytes || self.entries.len() >= MOST_ENTRIES
    }

    /// Bytes that it takes.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        let per_entry = size_of::<Entry>();
        let bytes =
            self.entries.len() * per_entry + self.links.len() * size_of::<Link>() + self.slots.len() * size_of::<u64>();
        bytes + self.zones.len() * size_of::<u64>()
    }

    /// Where the slot with that upper half is looked for first.
    #[inline]
    fn home(&self, slot: u64) -> usize {
        (slot >> self.shift) as usize
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        // Written to, not asked for as zeros: pages of zeros that are read first cost two faults
        // each.
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
