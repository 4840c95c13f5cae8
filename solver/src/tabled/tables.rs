//! Tables of conclusions, one for each shape.

use crate::reading::PlainState;
use crate::rules::RuleSpec;
use crate::{Network, Origin, RuleId, TechniqueId, Var};
use std::collections::HashMap;

/// Conclusions by shape, kept from network to network. They change no result: an entry is what a
/// technique said, which depends on the key alone.
#[derive(Debug, Default)]
pub struct Tables {
    techniques: HashMap<TechniqueId, u32, PlainState>,
    /// Rules whose variables are numbered in the order of their scope.
    specs: HashMap<RuleSpec, u32, PlainState>,
    /// By origin: the rule that stood there last.
    known: HashMap<Origin, (RuleSpec, u32), PlainState>,
    shapes: HashMap<Box<[u32]>, u32, PlainState>,
    tables: Vec<Table>,
    /// Entries of all tables.
    filled: usize,
}

/// Packed candidates to packed strikes.
#[derive(Debug)]
enum Table {
    /// By the key itself; `UNKNOWN` where nothing is known. Empty so far, or with all keys.
    Direct(Vec<u32>, u32),
    Small(Open<u64>),
    Large(Open<u128>),
}

/// Open addressing; key 0 is an empty entry.
#[derive(Debug, Default)]
struct Open<K> {
    entries: Vec<(K, K)>,
    filled: usize,
    asked: u32,
    missed: u32,
    is_closed: bool,
}

/// Bits of a key, up to which a table has a place for each.
const DIRECT_BITS: u32 = 12;
const UNKNOWN: u32 = u32::MAX;
/// Entries of one table, and of all.
const MOST_OF_TABLE: usize = 1 << 16;
const MOST_OF_ALL: usize = 1 << 19;
/// Shapes, above which tables are given up for new ones.
const MOST_SHAPES: usize = 1 << 13;
/// After this number of questions a table that answers less than half of them is closed.
const TRIAL: u32 = 4096;

/// A key of open addressing.
trait Key: Copy + Eq + Default {
    fn mixed(self) -> u64;
}

impl Key for u64 {
    #[inline]
    fn mixed(self) -> u64 {
        self.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Key for u128 {
    #[inline]
    fn mixed(self) -> u64 {
        (self as u64 ^ ((self >> 64) as u64).rotate_left(29)).mixed()
    }
}

impl<K: Key> Open<K> {
    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = (key.mixed() >> 32) as usize & mask;
        while self.entries[at].0 != key && self.entries[at].0 != K::default() {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline]
    fn get(&mut self, key: K) -> Option<K> {
        self.asked = self.asked.saturating_add(1);
        if !self.entries.is_empty() {
            let (found, strikes) = self.entries[self.place(key)];
            if found == key {
                return Some(strikes);
            }
        }
        self.missed = self.missed.saturating_add(1);
        None
    }

    /// Takes an entry, unless the table is full; gives the number of entries more (or fewer).
    fn insert(&mut self, key: K, strikes: K) -> isize {
        if self.is_closed {
            return 0;
        }
        if self.asked >= TRIAL && self.missed > self.asked / 2 {
            let gone = std::mem::take(self).filled;
            self.is_closed = true;
            return -(gone as isize);
        }
        if self.asked >= TRIAL {
            (self.asked, self.missed) = (0, 0);
        }
        if self.filled >= MOST_OF_TABLE {
            return 0;
        }
        if self.filled * 2 >= self.entries.len() {
            let room = (self.entries.len() * 2).max(16);
            let old = std::mem::replace(&mut self.entries, vec![(K::default(), K::default()); room]);
            for entry in old.into_iter().filter(|entry| entry.0 != K::default()) {
                let at = self.place(entry.0);
                self.entries[at] = entry;
            }
        }
        let at = self.place(key);
        self.entries[at] = (key, strikes);
        self.filled += 1;
        1
    }
}

impl Tables {
    /// Number of conclusions that are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Is nothing kept so far?
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Are there more shapes than tables can hold well, so that new tables begin? Plans go with the tables that they
    /// were made with.
    pub fn are_full(&self) -> bool {
        self.tables.len() >= MOST_SHAPES || self.filled >= MOST_OF_ALL
    }

    pub(super) fn technique(&mut self, id: &TechniqueId) -> u32 {
        let next = self.techniques.len() as u32;
        *self.techniques.entry(id.clone()).or_insert(next)
    }

    /// The number of a rule up to the names of its variables.
    pub(super) fn spec(&mut self, net: &Network, rule: RuleId) -> u32 {
        let (spec, origin) = (net.spec(rule), net.origin(rule));
        if let Some((known, number)) = origin.and_then(|origin| self.known.get(&origin))
            && known == spec
        {
            return *number;
        }
        let scope = net.rule(rule).scope();
        let place = |var: Var| scope.iter().position(|&v| v == var).map_or(var, |at| Var(at as u32));
        let next = self.specs.len() as u32;
        let number = *self.specs.entry(spec.map_vars(place)).or_insert(next);
        if let Some(origin) = origin {
            self.known.insert(origin, (spec.clone(), number));
        }
        number
    }

    /// The table of a shape whose keys have `bits` bits.
    pub(super) fn table(&mut self, shape: &[u32], bits: u32) -> u32 {
        if let Some(&table) = self.shapes.get(shape) {
            return table;
        }
        let number = self.tables.len() as u32;
        self.tables.push(match bits {
            _ if bits <= DIRECT_BITS => Table::Direct(Vec::new(), bits),
            _ if bits <= u64::BITS => Table::Small(Open::default()),
            _ => Table::Large(Open::default()),
        });
        self.shapes.insert(shape.into(), number);
        number
    }

    /// The conclusion for a key of at most 64 bits.
    #[inline]
    pub(super) fn get(&mut self, table: u32, key: u64) -> Option<u64> {
        match &mut self.tables[table as usize] {
            Table::Direct(all, _) => match all.get(key as usize) {
                Some(&strikes) if strikes != UNKNOWN => Some(u64::from(strikes)),
                _ => None,
            },
            Table::Small(open) => open.get(key),
            Table::Large(open) => open.get(u128::from(key)).map(|strikes| strikes as u64),
        }
    }

    /// The conclusion for a longer key.
    pub(super) fn get_large(&mut self, table: u32, key: u128) -> Option<u128> {
        match &mut self.tables[table as usize] {
            Table::Large(open) => open.get(key),
            _ => None,
        }
    }

    /// Keeps what strikes follow from a key.
    pub(super) fn insert(&mut self, table: u32, key: u128, strikes: u128) {
        if self.filled >= MOST_OF_ALL {
            return;
        }
        let more = match &mut self.tables[table as usize] {
            Table::Direct(all, bits) => {
                all.resize(1 << *bits, UNKNOWN);
                all[key as usize] = strikes as u32;
                1
            }
            Table::Small(open) => open.insert(key as u64, strikes as u64),
            Table::Large(open) => open.insert(key, strikes),
        };
        self.filled = self.filled.saturating_add_signed(more);
    }
}
