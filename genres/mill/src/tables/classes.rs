//! Sets of k men under the 16 symmetries: which class, and which symmetry leads to its
//! representative.

use super::rank::{Ranks, sets};
use crate::board::Set;
use crate::symmetry::Symmetry;
use std::sync::{Arc, LazyLock, Mutex};

/// The classes of the sets of k men.
#[derive(Debug)]
pub(super) struct Classes {
    /// By the set's rank: class × 16 + number of the symmetry that takes the set to the
    /// representative.
    by_rank: Vec<u32>,
    /// The representatives.
    pub(super) least: Vec<Set>,
    /// For each class, the symmetries that keep the representative, as bits; bit 0 is always set.
    pub(super) keeps: Vec<u16>,
}

static CACHE: LazyLock<Mutex<Vec<Option<Arc<Classes>>>>> = LazyLock::new(|| Mutex::new(vec![None; 25]));

impl Classes {
    /// The classes of the sets of `k` men; computed once.
    pub(super) fn of(k: u32) -> Arc<Classes> {
        let mut cache = CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let slot = &mut cache[k.min(24) as usize];
        slot.get_or_insert_with(|| Arc::new(Classes::compute(k.min(24)))).clone()
    }

    fn compute(k: u32) -> Classes {
        const NONE: u32 = u32::MAX;
        let all = sets(24, k);
        let ranks = Ranks::get();
        let mut classes = Classes { by_rank: vec![NONE; all.len()], least: Vec::new(), keeps: Vec::new() };
        for &set in &all {
            if classes.by_rank[ranks.of(set) as usize] != NONE {
                continue;
            }
            let class = classes.least.len() as u32;
            let mut keeps = 0;
            for s in Symmetry::all() {
                let image = s.set(set);
                keeps |= u16::from(image == set) << s.number();
                let entry = &mut classes.by_rank[ranks.of(image) as usize];
                if *entry == NONE {
                    *entry = class << 4 | u32::from(s.inverse().number());
                }
            }
            classes.least.push(set);
            classes.keeps.push(keeps);
        }
        classes
    }

    /// The class of a set, and the symmetry that takes it to the representative.
    #[inline(always)]
    pub(super) fn find(&self, ranks: &Ranks, set: Set) -> (usize, Symmetry) {
        let entry = self.by_rank[ranks.of(set) as usize];
        ((entry >> 4) as usize, Symmetry::of(entry))
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.least.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of classes of 3 to 9 men, from an independent program.
    #[test]
    fn numbers_of_classes() {
        let want = [158, 757, 2830, 8774, 22188, 46879, 82880];
        for (k, want) in (3..).zip(want) {
            assert_eq!(Classes::of(k).len(), want, "{k} men");
        }
    }

    #[test]
    fn the_symmetry_leads_to_the_representative() {
        let (classes, ranks) = (Classes::of(4), Ranks::get());
        for set in sets(24, 4) {
            let (class, s) = classes.find(ranks, set);
            assert_eq!(s.set(set), classes.least[class]);
        }
    }
}
