//! The transposition table of df-pn: exact keys, bounded memory.

use crate::reading::hasher::PlainState;
use std::collections::HashMap;
use std::hash::Hash;

/// A proof or disproof number; [`INFINITE`] means that the other one is 0.
pub(super) type Number = u32;

/// No proof (or disproof) is possible.
pub(super) const INFINITE: Number = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) pn: Number,
    pub(super) dn: Number,
    /// A disproof that needs no history: it belongs to a closed set that was found.
    pub(super) certain: bool,
    /// Nodes spent below; entries with the least go first when the table is full.
    pub(super) effort: u64,
}

impl Entry {
    pub(super) fn is_proved(&self) -> bool {
        self.pn == 0
    }

    pub(super) fn is_disproved(&self) -> bool {
        self.dn == 0
    }
}

/// Positions with their numbers.
#[derive(Debug)]
pub(super) struct Table<P> {
    entries: HashMap<P, Entry, PlainState>,
    capacity: usize,
    /// Times that the table was swept.
    pub(super) swept: u64,
    /// Rises with every new proof, certain disproof and new entry.
    pub(super) progress: u64,
    /// Rises with those and with every disproof.
    pub(super) resolved: u64,
}

/// The least number of entries that a search gets, whatever the memory limit.
const LEAST: usize = 256;

impl<P: Clone + Eq + Hash> Table<P> {
    pub(super) fn new(memory: usize, position_bytes: usize) -> Self {
        // A hash map holds up to twice its entries in slots, with a byte of control each.
        let bytes = 2 * (position_bytes + size_of::<Entry>() + 1);
        let capacity = (memory / bytes).max(LEAST);
        Table { entries: HashMap::default(), capacity, swept: 0, progress: 0, resolved: 0 }
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(super) fn get(&self, position: &P) -> Option<&Entry> {
        self.entries.get(position)
    }

    pub(super) fn store(&mut self, position: &P, entry: Entry) {
        if let Some(old) = self.entries.get_mut(position) {
            let decided = entry.is_proved() || entry.certain;
            if decided && !old.is_proved() && !old.certain {
                self.progress += 1;
                self.resolved += 1;
            } else if entry.is_disproved() && !old.is_disproved() {
                self.resolved += 1;
            }
            *old = Entry { effort: entry.effort.max(old.effort), ..entry };
            return;
        }
        if self.entries.len() >= self.capacity {
            self.sweep();
        }
        self.progress += 1;
        self.resolved += 1;
        self.entries.insert(position.clone(), entry);
    }

    pub(super) fn forget(&mut self, position: &P) {
        self.entries.remove(position);
    }

    /// Drops the cheaper half (and everything as cheap as its dearest).
    fn sweep(&mut self) {
        self.swept += 1;
        let mut efforts: Vec<u64> = self.entries.values().map(|e| e.effort).collect();
        let middle = efforts.len() / 2;
        let (_, &mut bound, _) = efforts.select_nth_unstable(middle);
        self.entries.retain(|_, e| e.effort > bound);
    }
}
