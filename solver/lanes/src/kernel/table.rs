//! Any groups, from tables: jigsaw regions, latin squares, overlapping boxes.

use super::{Kernel, count_into, keep_best};
use crate::lanes::{Lanes, Word};
use crate::model::{Class, Group, Model, Piece};

/// Classes of disjoint full groups over at most `NB` blocks.
pub(crate) struct Table<L, const NB: usize> {
    /// In the lanes in use: all positions.
    full: L,
    columns: bool,
    classes: Vec<Class>,
}

#[inline(always)]
fn piece<L: Lanes, const NB: usize>(x: &[L; NB], p: &Piece) -> L {
    x[p.block % NB] & L::splat(p.mask)
}

impl<L: Lanes, const NB: usize> Table<L, NB> {
    /// Block against group: a group's value in one block only leaves the rest of that block, and
    /// the other way round.
    #[inline(always)]
    fn blocks(&self, group: &Group, x: &mut [L; NB]) -> L {
        let (mut once, mut twice) = (L::zero(), L::zero());
        let (mut inside, mut contested) = (L::zero(), L::zero());
        for p in &group.pieces {
            let a = x[p.block % NB];
            let mask = L::splat(p.mask);
            let here = !(a & mask).is_zero();
            let only = a.minus(mask).is_zero();
            twice = twice | (once & here);
            once = once | here;
            contested = contested | (inside & only);
            inside = inside | only;
        }
        for p in &group.pieces {
            let mask = L::splat(p.mask);
            let a = x[p.block % NB];
            let only = a.minus(mask).is_zero();
            x[p.block % NB] = a.minus((mask & inside).minus(only)) & (mask | twice | (a & mask).is_zero());
        }
        (contested | !once) & self.full
    }

    /// Column against group, for a whole class of disjoint groups.
    #[inline(always)]
    fn across(&self, class: &Class, x: &mut [L; NB]) -> L {
        let mut unions = [L::zero(); NB];
        let (mut once, mut twice) = (L::zero(), L::zero());
        for (k, group) in class.groups.iter().enumerate() {
            let mut a = L::zero();
            for p in &group.pieces {
                a = a | piece(x, p);
            }
            unions[k % NB] = a;
            twice = twice | (once & a);
            once = once | a;
        }
        let mut outside = L::zero();
        for p in &class.outside {
            outside = outside | piece(x, p);
        }
        twice = twice | (once & outside);
        once = once | outside;
        let mut conflict = once ^ self.full;
        let (mut claimed, mut contested) = (L::zero(), L::zero());
        for k in 0..class.groups.len() {
            let a = unions[k % NB];
            let claim = a & (!twice | a.drop_low().is_zero());
            contested = contested | (claimed & claim);
            claimed = claimed | claim;
            unions[k % NB] = claim;
        }
        for (k, group) in class.groups.iter().enumerate() {
            let claim = unions[k % NB];
            conflict = conflict | claim.drop_low();
            let keep = (claim | claim.is_zero()).minus(claimed.minus(claim) | contested);
            for p in &group.pieces {
                x[p.block % NB] = x[p.block % NB] & (keep | !L::splat(p.mask));
            }
        }
        for p in &class.outside {
            x[p.block % NB] = x[p.block % NB].minus(claimed & L::splat(p.mask));
        }
        conflict
    }
}

impl<L: Lanes, const NB: usize> Kernel<L, NB> for Table<L, NB> {
    fn new(model: &Model) -> Self {
        let mut full = L::no_words();
        full.as_mut()[..model.alphabet.len()].fill(L::Word::of(model.full()));
        Table { full: L::from_words(full), columns: model.columns, classes: model.classes.clone() }
    }

    #[inline(always)]
    fn locked(&self, x: &mut [L; NB]) -> L {
        let mut conflict = L::zero();
        for class in &self.classes {
            for group in &class.groups {
                if group.pieces.len() > 1 {
                    conflict = conflict | self.blocks(group, x);
                }
            }
            if self.columns {
                conflict = conflict | self.across(class, x);
            }
        }
        conflict
    }

    #[inline(always)]
    fn best(&self, x: &[L; NB], e: &[L; NB]) -> [L; NB] {
        let mut columns = [L::zero(); 6];
        for b in 0..NB {
            count_into(&mut columns, 0, x[b]);
        }
        let mut scores = [[L::zero(); 7]; NB];
        for s in &mut scores {
            s[..6].copy_from_slice(&columns);
        }
        let Some(class) = self.classes.first() else { return keep_best(e, &scores) };
        for group in class.groups.iter().filter(|g| g.pieces.len() > 1) {
            // Bit-sliced number of places of each value in the group: first by column, then over
            // the columns.
            let mut up = [L::zero(); 5];
            for p in &group.pieces {
                count_into(&mut up, 0, piece(x, p));
            }
            let mut total = [L::zero(); 6];
            let mut columns = group.pieces.iter().fold(0, |m, p| m | p.mask);
            while columns != 0 {
                let j = columns.trailing_zeros();
                columns &= columns - 1;
                for k in 0..3 {
                    count_into(&mut total, k, up[k].shr(j) & L::splat(1));
                }
            }
            for p in &group.pieces {
                let mask = L::splat(p.mask);
                let score = &mut scores[p.block % NB];
                let mut carry = L::zero();
                for k in 0..6 {
                    let g = !(total[k] & L::splat(1)).is_zero() & mask;
                    let h = score[k] ^ g;
                    let next = (score[k] & g) | (h & carry);
                    score[k] = h ^ carry;
                    carry = next;
                }
                score[6] = score[6] | carry;
            }
        }
        keep_best(e, &scores)
    }
}
