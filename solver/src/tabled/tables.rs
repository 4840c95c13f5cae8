//! Tables of conclusions, one for each shape.

use crate::conclusions::{MOST_OF_ALL, OpenTable};
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
    Small(OpenTable<u64>),
    Large(OpenTable<u128>),
}

/// Bits of a key, up to which a table has a place for each.
const DIRECT_BITS: u32 = 12;
const UNKNOWN: u32 = u32::MAX;
/// Shapes, above which tables are given up for new ones.
const MOST_SHAPES: usize = 1 << 13;

impl Tables {
    /// Number of conclusions that are kept.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Is nothing kept so far?
    pub fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Are there more shapes or entries than one set of tables holds? Then new tables begin; a plan
    /// goes with the tables that it was made with.
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
            _ if bits <= u64::BITS => Table::Small(OpenTable::default()),
            _ => Table::Large(OpenTable::default()),
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
