//! Lanes in pairs of 128-bit registers: SSE2 is part of every x86-64.

use super::Lanes;
use core::arch::x86_64::*;
use std::mem::transmute;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// 16 lanes of 16 bits in two registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Sse2Narrow([__m128i; 2]);

#[inline(always)]
fn or(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2; no memory is touched.
    unsafe { _mm_or_si128(a, b) }
}

#[inline(always)]
fn and(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2; no memory is touched.
    unsafe { _mm_and_si128(a, b) }
}

#[inline(always)]
fn xor(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2; no memory is touched.
    unsafe { _mm_xor_si128(a, b) }
}

#[inline(always)]
fn nothing() -> __m128i {
    // SAFETY: every x86-64 has SSE2; no memory is touched.
    unsafe { _mm_setzero_si128() }
}

/// Halves of two registers side by side, rows of `ROW` lanes each: all left halves or (`HIGH`) all
/// right halves.
#[inline(always)]
fn halves<const ROW: usize, const HIGH: bool>(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: every x86-64 has SSE2; no memory is touched.
    unsafe {
        match (ROW, HIGH) {
            (8, false) => _mm_unpacklo_epi64(a, b),
            (8, true) => _mm_unpackhi_epi64(a, b),
            (4, false) => _mm_castps_si128(_mm_shuffle_ps::<0x88>(_mm_castsi128_ps(a), _mm_castsi128_ps(b))),
            (4, true) => _mm_castps_si128(_mm_shuffle_ps::<0xDD>(_mm_castsi128_ps(a), _mm_castsi128_ps(b))),
            // Sign-extended halves survive the signed saturation unchanged.
            (_, false) => _mm_packs_epi32(
                _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(a)),
                _mm_srai_epi32::<16>(_mm_slli_epi32::<16>(b)),
            ),
            (_, true) => _mm_packs_epi32(_mm_srai_epi32::<16>(a), _mm_srai_epi32::<16>(b)),
        }
    }
}

/// In at least one, two, three of the lanes folded so far.
type Fold = [__m128i; 3];

#[inline(always)]
fn join<const THIRD: bool>(l: Fold, r: Fold) -> Fold {
    let thrice = if THIRD { or(or(l[2], r[2]), or(and(l[1], r[0]), and(r[1], l[0]))) } else { nothing() };
    [or(l[0], r[0]), or(or(l[1], r[1]), and(l[0], r[0])), thrice]
}

#[inline(always)]
fn level<const ROW: usize, const THIRD: bool>(a: Fold, b: Fold) -> Fold {
    let mut l = a;
    let mut r = b;
    for k in 0..3 {
        (l[k], r[k]) = (halves::<ROW, false>(a[k], b[k]), halves::<ROW, true>(a[k], b[k]));
    }
    join::<THIRD>(l, r)
}

macro_rules! binary {
    ($trait:ident, $method:ident, $op:ident) => {
        impl $trait for Sse2Narrow {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                Sse2Narrow([$op(self.0[0], o.0[0]), $op(self.0[1], o.0[1])])
            }
        }
    };
}
binary!(BitAnd, bitand, and);
binary!(BitOr, bitor, or);
binary!(BitXor, bitxor, xor);

impl Not for Sse2Narrow {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(u32::MAX)
    }
}

/// Applies an intrinsic to both registers.
macro_rules! each {
    ($x:expr, $r:ident, $body:expr) => {{
        let mut out = $x.0;
        for $r in &mut out {
            // SAFETY: every x86-64 has SSE2; no memory is touched.
            *$r = unsafe { $body };
        }
        Sse2Narrow(out)
    }};
}

impl Lanes for Sse2Narrow {
    type Word = u16;
    type Words = [u16; 16];
    const LANES: usize = 16;

    #[inline(always)]
    fn no_words() -> [u16; 16] {
        [0; 16]
    }
    #[inline(always)]
    fn from_words(words: [u16; 16]) -> Self {
        // SAFETY: both are 32 plain bytes.
        Sse2Narrow(unsafe { transmute::<[u16; 16], [__m128i; 2]>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 16] {
        // SAFETY: both are 32 plain bytes.
        unsafe { transmute::<[__m128i; 2], [u16; 16]>(self.0) }
    }
    #[inline(always)]
    fn splat(bits: u32) -> Self {
        // SAFETY: every x86-64 has SSE2; no memory is touched.
        Sse2Narrow([unsafe { _mm_set1_epi16(bits as u16 as i16) }; 2])
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        each!(self, r, _mm_sll_epi16(*r, _mm_cvtsi32_si128(n as i32)))
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        each!(self, r, _mm_srl_epi16(*r, _mm_cvtsi32_si128(n as i32)))
    }
    #[inline(always)]
    fn drop_low(self) -> Self {
        each!(self, r, _mm_and_si128(*r, _mm_add_epi16(*r, _mm_set1_epi16(-1))))
    }
    #[inline(always)]
    fn is_zero(self) -> Self {
        each!(self, r, _mm_cmpeq_epi16(*r, _mm_setzero_si128()))
    }
    #[inline(always)]
    fn any(self) -> bool {
        let all = or(self.0[0], self.0[1]);
        // SAFETY: every x86-64 has SSE2; no memory is touched.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) != 0xffff }
    }
    #[inline(always)]
    fn first(self) -> Option<(usize, u32)> {
        self.words().into_iter().map(u32::from).enumerate().find(|&(_, w)| w != 0)
    }
    #[inline(always)]
    fn counts<const NB: usize, const THIRD: bool>(x: &[Self; NB]) -> [Self; 3] {
        let mut f = [[nothing(); 3]; 16];
        for b in 0..NB {
            let [l, r] = x[b].0;
            f[b] = join::<THIRD>([l, nothing(), nothing()], [r, nothing(), nothing()]);
        }
        let mut out = [Self::zero(); 3];
        for i in 0..NB.div_ceil(8) {
            let pair = |i: usize| level::<8, THIRD>(f[2 * i], f[2 * i + 1]);
            let four = |i: usize| level::<4, THIRD>(pair(2 * i), pair(2 * i + 1));
            let eight = level::<2, THIRD>(four(2 * i), four(2 * i + 1));
            for k in 0..3 {
                out[k].0[i] = eight[k];
            }
        }
        out
    }
    #[inline(always)]
    fn union<const NB: usize>(x: &[Self; NB]) -> Self {
        Self::counts::<NB, false>(x)[0]
    }
    #[inline(always)]
    fn slot(block: usize) -> usize {
        block
    }
    #[inline(always)]
    fn broadcast(self, block: usize) -> Self {
        Self::splat(u32::from(self.words()[block & 15]))
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        let [l, r] = self.shl(15 - position).0;
        // SAFETY: every x86-64 has SSE2; no memory is touched.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(l, r)) as u32 }
    }
}
