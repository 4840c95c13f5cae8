//! Making room in a full table.

use super::{Table, Tag};

/// In place of a place: the position was forgotten.
pub(in crate::read::search) const GONE: u32 = u32::MAX;

/// What came of making room.
pub(in crate::read::search) struct Evicted {
    /// The new place of each old one, or [`GONE`].
    pub(in crate::read::search) places: Vec<u32>,
    /// Are at least half of the positions gone?
    pub(in crate::read::search) is_worth_it: bool,
}

impl Table {
    /// Forgets what is cheap to find again: positions that were never looked into or that a lemma
    /// decides, those with the least searches behind them, until at most a third is left, and which
    /// successors a position has. The numbers and best moves of the others stay.
    ///
    /// (Small trees are forgotten first: Nagai, *Df-pn algorithm for searching AND/OR trees and its
    /// applications*, 2002.)
    pub(in crate::read::search) fn evict(&mut self) -> Evicted {
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
        self.slots.fill(0);
        for place in 0..self.entries.len() {
            self.put(Tag::of(&self.entries[place].state()).0 | (place as u64 + 1));
        }
        Evicted { places, is_worth_it: self.entries.len() * 2 <= before }
    }
}
