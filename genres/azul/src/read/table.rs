//! The transposition table: open to all positions of one search, keyed by 64 bits.

/// The meaning of an entry's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// An entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub value: i32,
    pub bound: Bound,
    pub depth: u8,
    pub mv: u8,
    /// How much it took: the binary logarithm of its positions.
    pub work: u8,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    value: i16,
    bound: Bound,
    depth: u8,
    mv: u8,
    work: u8,
    generation: u16,
}

const EMPTY: Slot = Slot { key: 0, value: 0, bound: Bound::Upper, depth: 0, mv: u8::MAX, work: 0, generation: 0 };

/// Two slots a bucket: the first keeps what took more, the second the newest. Entries of an earlier
/// search count as empty (keys are salted by the generation, places are not), so a search does not
/// depend on those before it.
pub(super) struct Table {
    slots: Vec<Slot>,
    mask: usize,
    salt: u64,
    generation: u16,
}

impl Table {
    pub(super) fn new() -> Self {
        Table { slots: Vec::new(), mask: 0, salt: 0, generation: 0 }
    }

    /// Makes room for a search with `tiles` tiles on the table.
    pub(super) fn begin(&mut self, tiles: u32, generation: u64) {
        let bits = match tiles {
            0..=6 => 11,
            7..=8 => 14,
            9..=10 => 17,
            11..=12 => 19,
            13..=14 => 20,
            _ => 22,
        };
        if self.slots.len() < 1 << bits {
            self.slots = vec![EMPTY; 1 << bits];
        }
        self.mask = (1 << bits) - 2;
        self.salt = crate::rng::mix(generation);
        self.generation = generation as u16;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & self.mask
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let at = self.place(key);
        let key = key ^ self.salt;
        let slot = self.slots[at..at + 2].iter().find(|s| s.key == key)?;
        Some(Entry { value: slot.value.into(), bound: slot.bound, depth: slot.depth, mv: slot.mv, work: slot.work })
    }

    pub(super) fn best_move(&self, key: u64) -> u8 {
        self.probe(key).map_or(u8::MAX, |e| e.mv)
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let at = self.place(key);
        let key = key ^ self.salt;
        let bucket = &mut self.slots[at..at + 2];
        let slot = Slot {
            key,
            value: entry.value as i16,
            bound: entry.bound,
            depth: entry.depth,
            mv: entry.mv,
            work: entry.work,
            generation: self.generation,
        };
        let old = &bucket[0];
        let keep = old.generation == self.generation && old.key != key && old.work > entry.work;
        bucket[usize::from(keep)] = slot;
    }
}
