//! Full groups with exactly one variable in each block: diagonals, positions of boxes.
//!
//! The group's variables are gathered into one lane-wise set of blocks; "one place" and "placed
//! twice" are then two operations for all values.

use crate::lanes::{Lanes, Word};
use crate::model::Model;

pub(crate) struct Transversals<L, const NB: usize> {
    /// The position in each block, group by group.
    groups: Vec<[u32; NB]>,
    /// All ones in the lanes in use.
    used: L,
}

impl<L: Lanes, const NB: usize> Transversals<L, NB> {
    pub fn new(model: &Model) -> Self {
        let mut used = L::no_words();
        used.as_mut()[..model.alphabet.len()].fill(L::Word::of(u32::MAX));
        let group = |places: &Vec<u32>| {
            let mut g = [0; NB];
            g[..places.len()].copy_from_slice(places);
            g
        };
        Transversals { groups: model.transversals.iter().map(group).collect(), used: L::from_words(used) }
    }

    #[inline(always)]
    pub fn locked(&self, x: &mut [L; NB]) -> L {
        let mut conflict = L::zero();
        let one = L::splat(1);
        for group in &self.groups {
            // `open`: blocks where the value may stand on the group; `placed`: where its block has
            // no other place.
            let (mut open, mut placed) = (L::zero(), L::zero());
            for b in 0..NB {
                let here = x[b].shr(group[b]) & one;
                let alone = here & x[b].drop_low().is_zero();
                open = open | here.shl(b as u32);
                placed = placed | alone.shl(b as u32);
            }
            conflict = conflict | (open.is_zero() & self.used) | placed.drop_low();
            let hidden = open & open.drop_low().is_zero();
            let claimed = placed | hidden;
            // Off the group in the block that must hold it, off the group's other blocks
            // everywhere.
            let gone = open.minus(claimed) & !claimed.is_zero();
            for b in 0..NB {
                let cell = L::splat(1 << group[b]);
                let lose = (gone.shr(b as u32) & one).shl(group[b]);
                let fix = (hidden.shr(b as u32) & one).is_zero();
                x[b] = x[b].minus(lose) & (fix | cell);
            }
        }
        conflict
    }
}
