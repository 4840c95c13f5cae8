//! Boxes of `H` blocks by `W` positions, known at compile time: the whole state stays in registers.

use super::{Kernel, count_into, keep_best};
use crate::lanes::{Lanes, Word};
use crate::model::Model;

/// `NB` blocks with columns, tiled by boxes of `H` blocks × `W` positions (`H * W == NB`).
pub(crate) struct Banded<L, const NB: usize, const H: usize, const W: usize> {
    /// In the lanes in use: all positions.
    full: L,
    /// In the lanes in use: the first position of every box.
    lows: L,
}

impl<L: Lanes, const NB: usize, const H: usize, const W: usize> Banded<L, NB, H, W> {
    /// The first position of every box.
    const LOWS: u32 = {
        let (mut lows, mut i) = (0u32, 0);
        while i < NB {
            lows |= 1 << i;
            i += W;
        }
        lows
    };

    /// A box's positions folded onto its first one.
    #[inline(always)]
    fn fold(a: L) -> L {
        let mut r = a;
        for i in 1..W {
            r = r | a.shr(i as u32);
        }
        r & L::splat(Self::LOWS)
    }

    /// The inverse: a box's first position spread over all.
    #[inline(always)]
    fn spread(a: L) -> L {
        let mut r = a;
        for i in 1..W {
            r = r | a.shl(i as u32);
        }
        r
    }
}

impl<L: Lanes, const NB: usize, const H: usize, const W: usize> Kernel<L, NB> for Banded<L, NB, H, W> {
    fn new(model: &Model) -> Self {
        let (mut full, mut lows) = (L::no_words(), L::no_words());
        for lane in 0..model.alphabet.len() {
            full.as_mut()[lane] = L::Word::of(model.full());
            lows.as_mut()[lane] = L::Word::of(Self::LOWS);
        }
        Banded { full: L::from_words(full), lows: L::from_words(lows) }
    }

    #[inline(always)]
    fn locked(&self, x: &mut [L; NB]) -> L {
        let lows = L::splat(Self::LOWS);
        let mut conflict = L::zero();
        // Block against box: segment sets of each block, on the boxes' first positions.
        for band in 0..NB / H {
            let mut seg = [L::zero(); H];
            let (mut once, mut twice) = (L::zero(), L::zero());
            for i in 0..H {
                let a = Self::fold(x[band * H + i]);
                seg[i] = a;
                twice = twice | (once & a);
                once = once | a;
            }
            let (mut claimed, mut contested) = (L::zero(), L::zero());
            for i in 0..H {
                let a = seg[i];
                let claim = a.minus(twice) | (a & a.drop_low().is_zero());
                seg[i] = claim;
                contested = contested | (claimed & claim);
                claimed = claimed | claim;
            }
            for i in 0..H {
                let claim = seg[i];
                conflict = conflict | claim.drop_low();
                let keep = (claim | (claim.is_zero() & lows)).minus(claimed.minus(claim) | contested);
                x[band * H + i] = x[band * H + i] & Self::spread(keep);
            }
        }
        // Column against box: the union of each band, all columns at once.
        let mut bands = [L::zero(); NB];
        let (mut once, mut twice) = (L::zero(), L::zero());
        for band in 0..NB / H {
            let mut a = x[band * H];
            for i in 1..H {
                a = a | x[band * H + i];
            }
            bands[band] = a;
            twice = twice | (once & a);
            once = once | a;
        }
        conflict = conflict | (once ^ self.full);
        let (mut claimed, mut contested) = (L::zero(), L::zero());
        for band in 0..NB / H {
            let a = bands[band];
            let (mut some, mut more) = (a & lows, L::zero());
            for i in 1..W {
                let c = a.shr(i as u32) & lows;
                more = more | (some & c);
                some = some | c;
            }
            conflict = conflict | (some ^ self.lows);
            let claim = a & (!twice | Self::spread(some.minus(more)));
            contested = contested | (claimed & claim);
            claimed = claimed | claim;
            bands[band] = claim;
        }
        for band in 0..NB / H {
            let claim = bands[band];
            let touched = Self::spread(Self::fold(claim));
            let keep = (claim | !touched).minus(claimed.minus(claim) | contested);
            for i in 0..H {
                x[band * H + i] = x[band * H + i] & keep;
            }
        }
        conflict
    }

    #[inline(always)]
    fn best(&self, x: &[L; NB], e: &[L; NB]) -> [L; NB] {
        let lows = L::splat(Self::LOWS);
        let column_bits = if NB < 16 { 4 } else { 5 };
        let mut columns = [L::zero(); 5];
        for b in 0..NB {
            count_into(&mut columns[..column_bits], 0, x[b]);
        }
        let mut scores = [[L::zero(); 6]; NB];
        for band in 0..NB / H {
            let mut up = [L::zero(); 3];
            for i in 0..H {
                count_into(&mut up, 0, x[band * H + i]);
            }
            let mut boxes = [L::zero(); 5];
            for j in 0..W {
                for k in 0..3 {
                    count_into(&mut boxes[..column_bits], k, up[k].shr(j as u32) & lows);
                }
            }
            let mut sum = [L::zero(); 6];
            let mut carry = L::zero();
            for k in 0..column_bits {
                let g = Self::spread(boxes[k]);
                let h = columns[k] ^ g;
                sum[k] = h ^ carry;
                carry = (columns[k] & g) | (h & carry);
            }
            sum[column_bits] = carry;
            for i in 0..H {
                scores[band * H + i] = sum;
            }
        }
        keep_best(e, &scores)
    }
}
