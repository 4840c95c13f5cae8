//! Patterns: stones on the cells of a zone, found in a position many at a time.

use super::super::geometry::each;
use crate::read::{Ply, State};

/// Words of patterns that are looked at together.
const WORDS: usize = 4;
const BLOCK: usize = WORDS * 64;

type Set = [u64; WORDS];

/// For up to 256 patterns: which of them a cell does not exclude, by its owner (nobody, the
/// attacker, the defender).
struct Block {
    fits: Box<[[Set; 3]; 64]>,
}

/// Patterns with one side to move.
pub(super) struct Patterns {
    /// How many are kept at most.
    most: usize,
    zones: Vec<u64>,
    attacker: Vec<u64>,
    defender: Vec<u64>,
    blocks: Vec<Block>,
    /// The cells of all zones; and in order, those first that exclude most.
    cells: u64,
    order: Vec<u8>,
    /// In how many patterns each cell has which owner.
    owners: Box<[[u32; 3]; 64]>,
}

/// Which patterns a position meets, and which but for one cell.
#[derive(Default)]
pub(super) struct Prepared {
    none: Vec<Set>,
    one: Vec<Set>,
}

/// Who owns a cell.
fn owner(s: &State, cell: u8) -> usize {
    (s.attacker >> cell & 1) as usize + 2 * (s.defender >> cell & 1) as usize
}

impl Patterns {
    /// None yet, and so many at most.
    pub(super) fn new(most: usize) -> Patterns {
        Patterns {
            most,
            zones: Vec::new(),
            attacker: Vec::new(),
            defender: Vec::new(),
            blocks: Vec::new(),
            cells: 0,
            order: Vec::new(),
            owners: Box::new([[0; 3]; 64]),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.zones.len()
    }

    /// A pattern: zone, attacker's and defender's stones.
    pub(super) fn get(&self, i: usize) -> (u64, u64, u64) {
        (self.zones[i], self.attacker[i], self.defender[i])
    }

    /// Adds what stands on a zone. Beyond the most that are kept, it is forgotten.
    pub(super) fn add(&mut self, zone: u64, s: &State) {
        let i = self.zones.len();
        if i == self.most {
            return;
        }
        self.zones.push(zone);
        self.attacker.push(s.attacker & zone);
        self.defender.push(s.defender & zone);
        if i.is_multiple_of(BLOCK) {
            self.blocks.push(Block { fits: Box::new([[[0; WORDS]; 3]; 64]) });
        }
        let (word, bit) = (i % BLOCK / 64, 1_u64 << (i % 64));
        let fits = &mut self.blocks[i / BLOCK].fits;
        for cell in 0..64 {
            let owner = owner(s, cell);
            let inside = zone >> cell & 1 == 1;
            for (other, fits) in fits[cell as usize].iter_mut().enumerate() {
                if !inside || other == owner {
                    fits[word] |= bit;
                }
            }
        }
        each(zone, |cell| self.owners[cell as usize & 63][owner(s, cell)] += 1);
        let is_new = zone & !self.cells != 0;
        self.cells |= zone;
        if is_new || (i + 1).is_power_of_two() || (i + 1).is_multiple_of(1024) {
            self.sort();
        }
    }

    /// Puts the cells in order: by how many patterns one with an owner as in the patterns excludes.
    fn sort(&mut self) {
        let excludes = |cell: u8| {
            let owners = self.owners[cell as usize & 63].map(u64::from);
            let all: u64 = owners.iter().sum();
            let same: u64 = owners.iter().map(|n| n * n).sum();
            if all == 0 { 0 } else { all - same / all }
        };
        let mut order: Vec<u8> = (0..64).filter(|&cell| self.cells >> cell & 1 == 1).collect();
        order.sort_by_key(|&cell| std::cmp::Reverse((excludes(cell), self.owners[cell as usize & 63])));
        self.order = order;
    }

    /// The zone at a bit of a block.
    fn zone(&self, block: usize, left: &Set) -> Option<u64> {
        let word = left.iter().position(|&w| w != 0)?;
        self.zones.get(block * BLOCK + word * 64 + left[word].trailing_zeros() as usize).copied()
    }

    /// The zone of a pattern that is found in a position, of those that were added when there were
    /// so many or more. (Maybe of an older one.)
    pub(super) fn find_since(&self, s: &State, known: usize) -> Option<u64> {
        if known == self.len() {
            return None;
        }
        let (cells, n) = self.owned(s);
        self.blocks.iter().enumerate().skip(known / BLOCK).find_map(|(b, block)| {
            let mut left = [u64::MAX; WORDS];
            for &(cell, owner) in &cells[..n] {
                let fits = &block.fits[cell as usize & 63][owner as usize];
                let mut any = 0;
                for (left, fits) in left.iter_mut().zip(fits) {
                    *left &= fits;
                    any |= *left;
                }
                if any == 0 {
                    return None;
                }
            }
            self.zone(b, &left)
        })
    }

    /// The cells in order, with their owners, and how many they are.
    fn owned(&self, s: &State) -> ([(u8, u8); 64], usize) {
        let mut cells = [(0, 0); 64];
        for (to, &cell) in cells.iter_mut().zip(&self.order) {
            *to = (cell, owner(s, cell) as u8);
        }
        (cells, self.order.len())
    }

    /// Which patterns a position meets, and which but for one cell.
    pub(super) fn prepare(&self, s: &State, to: &mut Prepared) {
        to.none.clear();
        to.one.clear();
        if self.blocks.is_empty() {
            return;
        }
        let (cells, n) = self.owned(s);
        for block in &self.blocks {
            let (mut none, mut one) = ([u64::MAX; WORDS], [0; WORDS]);
            for &(cell, owner) in &cells[..n] {
                let fits = &block.fits[cell as usize & 63][owner as usize];
                let mut any = 0;
                for i in 0..WORDS {
                    one[i] = one[i] & fits[i] | none[i] & !fits[i];
                    none[i] &= fits[i];
                    any |= none[i] | one[i];
                }
                if any == 0 {
                    break;
                }
            }
            to.none.push(none);
            to.one.push(one);
        }
    }

    /// The same as [`Patterns::find`], for the position that was made ready.
    pub(super) fn find_prepared(&self, at: &Prepared) -> Option<u64> {
        at.none.iter().enumerate().find_map(|(b, none)| self.zone(b, none))
    }

    /// The zone of a pattern that is found in the position after a move that takes nothing. (Not
    /// one that was added since.)
    pub(super) fn find_after(&self, before: &Prepared, after: &State, ply: Ply) -> Option<u64> {
        let Some(cell) = ply.cell() else {
            return self.find_prepared(before);
        };
        let owner = owner(after, cell);
        let both = before.none.iter().zip(&before.one).zip(&self.blocks).enumerate();
        for (b, ((none, one), block)) in both {
            let [empty, ..] = &block.fits[cell as usize & 63];
            let now = &block.fits[cell as usize & 63][owner];
            let mut left = [0; WORDS];
            let mut any = 0;
            for i in 0..WORDS {
                left[i] = (none[i] | one[i] & !empty[i]) & now[i];
                any |= left[i];
            }
            if any != 0 {
                return self.zone(b, &left);
            }
        }
        None
    }
}
