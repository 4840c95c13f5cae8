//! Lanes as plain arrays: for every CPU, and the safe twin that the tests compare the others with.

use super::{Lanes, Word};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// `N` words of type `W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Portable<W, const N: usize>([W; N]);

macro_rules! binary {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<W: Word, const N: usize> $trait for Portable<W, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, o: Self) -> Self {
                for i in 0..N {
                    self.0[i] = W::of(self.0[i].bits() $op o.0[i].bits());
                }
                self
            }
        }
    };
}
binary!(BitAnd, bitand, &);
binary!(BitOr, bitor, |);
binary!(BitXor, bitxor, ^);

impl<W: Word, const N: usize> Not for Portable<W, N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for w in &mut self.0 {
            *w = W::of(!w.bits());
        }
        self
    }
}

impl<W: Word, const N: usize> Lanes for Portable<W, N> {
    type Word = W;
    type Words = [W; N];
    const LANES: usize = N;

    #[inline(always)]
    fn no_words() -> [W; N] {
        [W::default(); N]
    }
    #[inline(always)]
    fn from_words(words: [W; N]) -> Self {
        Portable(words)
    }
    #[inline(always)]
    fn words(self) -> [W; N] {
        self.0
    }
    #[inline(always)]
    fn splat(bits: u32) -> Self {
        Portable([W::of(bits); N])
    }
    #[inline(always)]
    fn shl(mut self, n: u32) -> Self {
        for w in &mut self.0 {
            *w = W::of(w.bits() << n);
        }
        self
    }
    #[inline(always)]
    fn shr(mut self, n: u32) -> Self {
        for w in &mut self.0 {
            *w = W::of(w.bits() >> n);
        }
        self
    }
    #[inline(always)]
    fn drop_low(mut self) -> Self {
        for w in &mut self.0 {
            *w = W::of(w.bits() & w.bits().wrapping_sub(1));
        }
        self
    }
    #[inline(always)]
    fn is_zero(mut self) -> Self {
        for w in &mut self.0 {
            *w = W::of(if w.bits() == 0 { u32::MAX } else { 0 });
        }
        self
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(0, |all, w| all | w.bits()) != 0
    }
    #[inline(always)]
    fn first(self) -> Option<(usize, u32)> {
        self.0.iter().map(|w| w.bits()).enumerate().find(|&(_, w)| w != 0)
    }
    #[inline(always)]
    fn counts<const NB: usize, const THIRD: bool>(x: &[Self; NB]) -> [Self; 3] {
        let mut out = [Self::splat(0); 3];
        for (b, lanes) in x.iter().enumerate() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for w in lanes.0 {
                let w = w.bits();
                thrice |= twice & w;
                twice |= once & w;
                once |= w;
            }
            out[0].0[b] = W::of(once);
            out[1].0[b] = W::of(twice);
            if THIRD {
                out[2].0[b] = W::of(thrice);
            }
        }
        out
    }
    #[inline(always)]
    fn union<const NB: usize>(x: &[Self; NB]) -> Self {
        let mut out = Self::splat(0);
        for (b, lanes) in x.iter().enumerate() {
            out.0[b] = W::of(lanes.0.iter().fold(0, |all, w| all | w.bits()));
        }
        out
    }
    #[inline(always)]
    fn slot(block: usize) -> usize {
        block
    }
    #[inline(always)]
    fn broadcast(self, block: usize) -> Self {
        Portable([self.0[block]; N])
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        self.0.iter().enumerate().fold(0, |set, (lane, w)| set | (w.bits() >> position & 1) << lane)
    }
}
