//! A table of conclusions by packed candidates, shared by techniques and by compiled plans.

/// Packed candidates to packed strikes, by open addressing; key 0 is an empty entry.
#[derive(Debug, Default)]
pub(crate) struct OpenTable<K> {
    entries: Vec<(K, K)>,
    filled: usize,
    asked: u32,
    missed: u32,
    is_closed: bool,
}

/// Entries of one table at most.
const MOST_OF_TABLE: usize = 1 << 16;
/// Entries of all tables of one owner at most.
pub(crate) const MOST_OF_ALL: usize = 1 << 19;
/// After this number of questions a table that answers less than half of them is closed.
const TRIAL: u32 = 4096;

/// A key of open addressing.
pub(crate) trait Key: Copy + Eq + Default {
    /// The key with its bits spread, for its place.
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

impl<K: Key> OpenTable<K> {
    /// Is it closed, since it answered too few questions?
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = (key.mixed() >> 32) as usize & mask;
        while self.entries[at].0 != key && self.entries[at].0 != K::default() {
            at = (at + 1) & mask;
        }
        at
    }

    /// The conclusion for a key.
    #[inline]
    pub(crate) fn get(&mut self, key: K) -> Option<K> {
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
    pub(crate) fn insert(&mut self, key: K, strikes: K) -> isize {
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
        let is_new = self.entries[at].0 == K::default();
        self.entries[at] = (key, strikes);
        self.filled += usize::from(is_new);
        isize::from(is_new)
    }
}
