//! The transposition table: whole positions as keys, so hashes can't lie.

use crate::Role;
use crate::read::{State, Supply};

/// Proof number that can't be reached.
pub(super) const INFINITE: u32 = 100_000_000;

/// Flags of an entry.
pub(super) mod flag {
    /// On the path that is being searched.
    pub(in super::super) const ON_PATH: u8 = 1;
    /// Forced moves are known.
    pub(in super::super) const FORCED: u8 = 2;
    /// Numbers are set.
    pub(in super::super) const KNOWN: u8 = 4;
    /// A capture that holds for any number of defender threats: no ban matters in its proof.
    pub(in super::super) const FREE: u8 = 8;
    /// Must not be taken over from another supply of threats again.
    pub(in super::super) const OWN: u8 = 16;
    /// A lemma decided it.
    pub(in super::super) const STATIC: u8 = 32;
    /// Survival that belongs to a closed set that was found.
    pub(in super::super) const CERTAIN: u8 = 128;
}

/// What is known of a position.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Entry {
    pub(super) attacker: u64,
    pub(super) defender: u64,
    /// Cells that the side to move need consider (when [`flag::FORCED`]).
    pub(super) forced: u64,
    /// For the side to move: cost of proving its success, and its failure.
    pub(super) phi: u32,
    pub(super) delta: u32,
    generation: u16,
    pub(super) ko: u8,
    pub(super) defends: bool,
    pub(super) supply: i8,
    pub(super) flags: u8,
    /// The move that looked best last; 255 if none.
    pub(super) best: u8,
}

const BLANK: Entry = Entry {
    attacker: 0,
    defender: 0,
    forced: u64::MAX,
    phi: 1,
    delta: 1,
    generation: 0,
    ko: 0,
    defends: false,
    supply: 0,
    flags: 0,
    best: 255,
};

impl Entry {
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
}

/// Open addressing over a power of two of entries; a new generation empties it at once. It starts small and is doubled
/// between searches, when places may change.
pub(super) struct Table {
    entries: Vec<Entry>,
    generation: u16,
    used: usize,
}

const FIRST: usize = 1 << 12;

#[inline]
fn mix(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}

impl Table {
    pub(super) fn new() -> Table {
        Table { entries: vec![BLANK; FIRST], generation: 1, used: 0 }
    }

    /// Doubles it, if the bytes allow; says whether they did.
    pub(super) fn grow(&mut self, bytes: usize) -> bool {
        let len = self.entries.len() * 2;
        if len * size_of::<Entry>() > bytes || u32::try_from(len).is_err() {
            return false;
        }
        let old = std::mem::replace(&mut self.entries, vec![BLANK; len]);
        for entry in old {
            if entry.generation == self.generation {
                let (i, _) = self.probe(&entry.state());
                self.entries[i] = entry;
            }
        }
        true
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        if self.generation == u16::MAX {
            self.entries.fill(BLANK);
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Nearly full?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.used >= self.entries.len() / 8 * 7
    }

    #[inline]
    fn home(&self, s: &State) -> usize {
        let rest = u64::from(s.ko) << 9 ^ u64::from(s.turn as u8) << 8 ^ u64::from(s.supply.0 as u8);
        let hash =
            mix(s.attacker.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mix(s.defender.wrapping_add(rest << 40 | rest)));
        hash as usize & (self.entries.len() - 1)
    }

    /// Touches where the position is looked for.
    #[inline]
    pub(super) fn warm(&self, s: &State) -> u16 {
        self.entries[self.home(s)].generation
    }

    /// Where the position is, or would be put.
    #[inline]
    fn probe(&self, s: &State) -> (usize, bool) {
        let defends = s.turn == Role::Defender;
        let mut i = self.home(s);
        loop {
            let e = &self.entries[i];
            if e.generation != self.generation {
                return (i, false);
            }
            if e.attacker == s.attacker
                && e.defender == s.defender
                && e.defends == defends
                && e.ko == s.ko
                && e.supply == s.supply.0
            {
                return (i, true);
            }
            i = (i + 1) & (self.entries.len() - 1);
        }
    }

    /// The entry of a position, if there is one.
    #[inline]
    pub(super) fn get(&self, s: &State) -> Option<&Entry> {
        let (i, found) = self.probe(s);
        found.then(|| &self.entries[i])
    }

    /// The place of a position; a blank entry is made where there is none.
    #[inline]
    pub(super) fn place(&mut self, s: &State) -> u32 {
        let (i, found) = self.probe(s);
        if !found {
            self.used += 1;
            self.entries[i] = Entry {
                attacker: s.attacker,
                defender: s.defender,
                generation: self.generation,
                ko: s.ko,
                defends: s.turn == Role::Defender,
                supply: s.supply.0,
                ..BLANK
            };
        }
        i as u32
    }

    /// All entries with numbers, in the order of their places.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|e| e.generation == self.generation && e.is(flag::KNOWN))
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
