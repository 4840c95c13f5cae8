//! Partial groups (cages, pairs a knight's move apart): a value that a block can only place inside
//! the group leaves the group's other pieces.
//!
//! One-variable pieces are batched by (from block, to block, shift): all pairs of an anti-knight
//! grid are 60 such steps.

use crate::lanes::Lanes;
use crate::model::{Model, Piece};
use std::collections::BTreeMap;

/// If `from` has a value placed in `mask`, the position moved by the shift goes from `to`.
struct Shift {
    from: usize,
    to: usize,
    left: u32,
    right: u32,
    mask: u32,
}

pub(crate) struct Peers {
    shifts: Vec<Shift>,
    /// If all places in the first piece's block lie in the piece, the second piece loses the value.
    pairs: Vec<(Piece, Piece)>,
}

impl Peers {
    pub fn new(model: &Model) -> Self {
        let mut shifts: BTreeMap<(usize, usize, i32), u32> = BTreeMap::new();
        let mut pairs = Vec::new();
        for group in &model.partial {
            for from in &group.pieces {
                for to in group.pieces.iter().filter(|to| to.block != from.block) {
                    if from.mask.count_ones() > 1 {
                        pairs.push((*from, *to));
                        continue;
                    }
                    let at = from.mask.trailing_zeros();
                    for target in (0..32).filter(|t| to.mask >> t & 1 == 1) {
                        *shifts.entry((from.block, to.block, target - at as i32)).or_default() |= from.mask;
                    }
                }
            }
        }
        let shift = |((from, to, by), mask): ((usize, usize, i32), u32)| Shift {
            from,
            to,
            left: by.max(0) as u32,
            right: (-by).max(0) as u32,
            mask,
        };
        Peers { shifts: shifts.into_iter().map(shift).collect(), pairs }
    }

    #[inline(always)]
    pub fn locked<L: Lanes, const NB: usize>(&self, x: &mut [L; NB]) {
        for s in &self.shifts {
            if s.from >= NB || s.to >= NB {
                continue;
            }
            let from = x[s.from];
            let placed = from & from.drop_low().is_zero() & L::splat(s.mask);
            x[s.to] = x[s.to].minus(placed.shl(s.left).shr(s.right));
        }
        for (from, to) in &self.pairs {
            if from.block >= NB || to.block >= NB {
                continue;
            }
            let inside = x[from.block].minus(L::splat(from.mask)).is_zero();
            x[to.block] = x[to.block].minus(inside & L::splat(to.mask));
        }
    }
}
