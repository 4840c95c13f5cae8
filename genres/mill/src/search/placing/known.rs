//! Values of positions read before, in bounded memory, up to symmetry.

use super::super::merit::Bounds;
use crate::puzzle::State;
use crate::tables::{Layout, Sector};

/// Most men that a side has in hand.
pub(crate) const MOST_MEN: u8 = 9;

/// Numbers positions up to symmetry: the same for all images.
#[derive(Debug)]
pub(crate) struct Keys {
    layouts: Vec<Option<Layout>>,
}

const SIDE: usize = MOST_MEN as usize + 1;

impl Keys {
    pub(crate) fn new() -> Keys {
        Keys { layouts: vec![None; SIDE * SIDE] }
    }

    /// The numbering of positions by the men on the board.
    pub(crate) fn layout(&mut self, own: u32, other: u32) -> &Layout {
        let (own, other) = (own.min(u32::from(MOST_MEN)) as u8, other.min(u32::from(MOST_MEN)) as u8);
        let slot = &mut self.layouts[usize::from(own) * SIDE + usize::from(other)];
        slot.get_or_insert_with(|| Layout::new(Sector { own, other }))
    }

    /// The number of a position with men in hand; never 0.
    #[inline]
    pub(crate) fn of(&mut self, at: &State) -> u64 {
        let (own, enemy) = (at.own.count_ones(), at.enemy.count_ones());
        let slot = self.layout(own, enemy).slot(at.own, at.enemy).unwrap_or_default();
        let counts = u64::from(own) | u64::from(enemy) << 4;
        let hands = u64::from(at.own_hand) | u64::from(at.enemy_hand) << 4;
        slot | counts << 32 | hands << 40
    }
}

/// Positions that share a place; the last of them is overwritten by whatever finds no room.
const WAYS: usize = 4;

/// A table of positions: a number and its bounds each.
#[derive(Debug)]
pub(super) struct Known {
    entries: Vec<[u64; 2]>,
    mask: usize,
}

impl Known {
    /// With at most `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Known {
        let sets = (bytes / (16 * WAYS)).max(16);
        let sets = if sets.is_power_of_two() { sets } else { sets.next_power_of_two() / 2 };
        Known { entries: vec![[0; 2]; sets * WAYS], mask: sets - 1 }
    }

    #[inline]
    fn first(&self, key: u64) -> usize {
        // Fibonacci hashing: the high bits are well mixed.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> 32) as usize & self.mask) * WAYS
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let first = self.first(key);
        let found = self.entries[first..first + WAYS].iter().find(|e| e[0] & KEY == key)?;
        Some(Bounds { low: found[1] as u16 as i16, high: (found[1] >> 16) as u16 as i16 })
    }

    /// Stores bounds; `work` says how much they are worth keeping.
    #[inline]
    pub(super) fn put(&mut self, key: u64, bounds: Bounds, work: u8) {
        let first = self.first(key);
        let set = &mut self.entries[first..first + WAYS];
        let word = u64::from(bounds.low as u16) | u64::from(bounds.high as u16) << 16;
        let entry = [key | u64::from(work) << 56, word];
        if let Some(same) = set.iter_mut().find(|e| e[0] & KEY == key || e[0] == 0) {
            *same = entry;
            return;
        }
        let worst = (0..WAYS - 1).min_by_key(|&i| set[i][0] >> 56).unwrap_or(0);
        let keep = if set[worst][0] >> 56 <= u64::from(work) { worst } else { WAYS - 1 };
        set[keep] = entry;
    }
}

const KEY: u64 = (1 << 56) - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Symmetry;
    use std::collections::BTreeMap;

    #[test]
    fn images_have_one_number_and_others_another() {
        let mut keys = Keys::new();
        let mut seen: BTreeMap<u64, State> = BTreeMap::new();
        let mut mixed = 7_u32;
        for _ in 0..3000 {
            let mut men = || {
                mixed = mixed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (mixed >> 8) & (mixed << 3) & 0xff_ffff
            };
            let own = men();
            let enemy = men() & !own;
            if own.count_ones() > 9 || enemy.count_ones() > 9 {
                continue;
            }
            let at = State { own, enemy, own_hand: 2, enemy_hand: 2 };
            let key = keys.of(&at);
            for s in Symmetry::all() {
                assert_eq!(keys.of(&State { own: s.set(own), enemy: s.set(enemy), ..at }), key);
            }
            let least = at.least();
            assert_eq!(*seen.entry(key).or_insert(least), least);
            assert_ne!(keys.of(&State { enemy_hand: 1, ..at }), key);
        }
        assert!(seen.len() > 500, "{}", seen.len());
    }

    /// In memory for few positions some are forgotten, none is mistaken for another.
    #[test]
    fn what_is_known_is_right_or_gone() {
        let mut known = Known::new(16 * 1024);
        let bounds = |key: u64| Bounds { low: -(key as i16 % 1000), high: key as i16 % 900 };
        for key in 1..5000 {
            known.put(key, bounds(key), (key % 19) as u8);
            assert_eq!(known.get(key), Some(bounds(key)));
        }
        let found = (1..5000).filter(|&k| known.get(k).is_some_and(|b| b == bounds(k))).count();
        assert!((500..=1024).contains(&found), "{found}");
        assert!((1..5000).all(|k| known.get(k).is_none_or(|b| b == bounds(k))));
        known.put(1, Bounds::UNKNOWN, 3);
        assert_eq!(known.get(1), Some(Bounds::UNKNOWN));
    }
}
