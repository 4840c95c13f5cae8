//! Lanes in 256-bit registers. AVX-512VL code is the same source, compiled with more features
//! switched on.

use super::Lanes;
use core::arch::x86_64::*;
use std::mem::transmute;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// 16 lanes of 16 bits in one register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Avx2Narrow(__m256i);

/// 32 lanes of 32 bits in four registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Avx2Wide([__m256i; 4]);

/// Halves of two registers side by side, rows of `2^k` lanes each: all left halves (`HIGH` false)
/// or all right halves. `ROW` is the number of 16-bit lanes in a row.
#[inline(always)]
fn halves<const ROW: usize, const HIGH: bool>(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe {
        match (ROW, HIGH) {
            (16, false) => _mm256_permute2x128_si256::<0x20>(a, b),
            (16, true) => _mm256_permute2x128_si256::<0x31>(a, b),
            (8, false) => _mm256_unpacklo_epi64(a, b),
            (8, true) => _mm256_unpackhi_epi64(a, b),
            (4, false) => {
                _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)))
            }
            (4, true) => _mm256_castps_si256(_mm256_shuffle_ps::<0xDD>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b))),
            (_, false) => {
                let low = _mm256_set1_epi32(0xffff);
                _mm256_packus_epi32(_mm256_and_si256(a, low), _mm256_and_si256(b, low))
            }
            (_, true) => _mm256_packus_epi32(_mm256_srli_epi32::<16>(a), _mm256_srli_epi32::<16>(b)),
        }
    }
}

#[inline(always)]
fn or(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_or_si256(a, b) }
}

#[inline(always)]
fn and(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_and_si256(a, b) }
}

#[inline(always)]
fn xor(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_xor_si256(a, b) }
}

#[inline(always)]
fn not(a: __m256i) -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_xor_si256(a, _mm256_set1_epi8(-1)) }
}

#[inline(always)]
fn nothing() -> __m256i {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_setzero_si256() }
}

#[inline(always)]
fn any(a: __m256i) -> bool {
    // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
    unsafe { _mm256_testz_si256(a, a) == 0 }
}

/// What a register of partial folds knows: in at least one, two, three of the lanes folded so far.
#[derive(Clone, Copy)]
struct Fold {
    once: __m256i,
    twice: __m256i,
    thrice: __m256i,
}

impl Fold {
    /// Both sides together.
    #[inline(always)]
    fn join<const THIRD: bool>(l: Fold, r: Fold) -> Fold {
        let thrice =
            if THIRD { or(or(l.thrice, r.thrice), or(and(l.twice, r.once), and(r.twice, l.once))) } else { nothing() };
        Fold { once: or(l.once, r.once), twice: or(or(l.twice, r.twice), and(l.once, r.once)), thrice }
    }

    /// One level of the fold: rows of `ROW` 16-bit lanes of two registers become rows half as long
    /// in one.
    #[inline(always)]
    fn level<const ROW: usize, const THIRD: bool>(a: Fold, b: Fold) -> Fold {
        let l = Fold {
            once: halves::<ROW, false>(a.once, b.once),
            twice: halves::<ROW, false>(a.twice, b.twice),
            thrice: halves::<ROW, false>(a.thrice, b.thrice),
        };
        let r = Fold {
            once: halves::<ROW, true>(a.once, b.once),
            twice: halves::<ROW, true>(a.twice, b.twice),
            thrice: halves::<ROW, true>(a.thrice, b.thrice),
        };
        Fold::join::<THIRD>(l, r)
    }

    #[inline(always)]
    fn of(once: __m256i) -> Fold {
        Fold { once, twice: nothing(), thrice: nothing() }
    }
}

/// Runs one level over an array in place; `$n` registers become half as many.
macro_rules! levels {
    ($f:ident, $n:ident, $third:ident, $($row:literal)+) => {$(
        let m = $n.div_ceil(2);
        for i in 0..m {
            $f[i] = Fold::level::<$row, $third>($f[2 * i], $f[2 * i + 1]);
        }
        for i in m..$n {
            $f[i] = Fold::of(nothing());
        }
        $n = m;
    )+};
}

macro_rules! unions {
    ($f:ident, $n:ident, $($row:literal)+) => {$(
        let m = $n.div_ceil(2);
        for i in 0..m {
            let (a, b) = ($f[2 * i], $f[2 * i + 1]);
            $f[i] = or(halves::<$row, false>(a, b), halves::<$row, true>(a, b));
        }
        for i in m..$n {
            $f[i] = nothing();
        }
        $n = m;
    )+};
}

macro_rules! binary {
    ($type:ident, $trait:ident, $method:ident, $a:ident, $b:ident, $body:expr) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                let ($a, $b) = (self.0, o.0);
                $type($body)
            }
        }
    };
}
binary!(Avx2Narrow, BitAnd, bitand, a, b, and(a, b));
binary!(Avx2Narrow, BitOr, bitor, a, b, or(a, b));
binary!(Avx2Narrow, BitXor, bitxor, a, b, xor(a, b));
binary!(Avx2Wide, BitAnd, bitand, a, b, [and(a[0], b[0]), and(a[1], b[1]), and(a[2], b[2]), and(a[3], b[3])]);
binary!(Avx2Wide, BitOr, bitor, a, b, [or(a[0], b[0]), or(a[1], b[1]), or(a[2], b[2]), or(a[3], b[3])]);
binary!(Avx2Wide, BitXor, bitxor, a, b, [xor(a[0], b[0]), xor(a[1], b[1]), xor(a[2], b[2]), xor(a[3], b[3])]);

impl Not for Avx2Narrow {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Avx2Narrow(not(self.0))
    }
}

impl Not for Avx2Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let a = self.0;
        Avx2Wide([not(a[0]), not(a[1]), not(a[2]), not(a[3])])
    }
}

impl Lanes for Avx2Narrow {
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
        Avx2Narrow(unsafe { transmute::<[u16; 16], __m256i>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 16] {
        // SAFETY: both are 32 plain bytes.
        unsafe { transmute::<__m256i, [u16; 16]>(self.0) }
    }
    #[inline(always)]
    fn splat(bits: u32) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Narrow(unsafe { _mm256_set1_epi16(bits as u16 as i16) })
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Narrow(unsafe { _mm256_sll_epi16(self.0, _mm_cvtsi32_si128(n as i32)) })
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Narrow(unsafe { _mm256_srl_epi16(self.0, _mm_cvtsi32_si128(n as i32)) })
    }
    #[inline(always)]
    fn drop_low(self) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Narrow(unsafe { _mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))) })
    }
    #[inline(always)]
    fn is_zero(self) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Narrow(unsafe { _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn any(self) -> bool {
        any(self.0)
    }
    #[inline(always)]
    fn first(self) -> Option<(usize, u32)> {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        let zero = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) };
        let lane = (!zero).trailing_zeros() as usize / 2;
        (lane < 16).then(|| (lane, u32::from(self.words()[lane & 15])))
    }
    #[inline(always)]
    fn counts<const NB: usize, const THIRD: bool>(x: &[Self; NB]) -> [Self; 3] {
        let mut f = [Fold::of(nothing()); 16];
        for b in 0..NB {
            f[b] = Fold::of(x[b].0);
        }
        let mut n = NB;
        levels!(f, n, THIRD, 16 8 4 2);
        debug_assert!(n <= 1);
        [Avx2Narrow(f[0].once), Avx2Narrow(f[0].twice), Avx2Narrow(f[0].thrice)]
    }
    #[inline(always)]
    fn union<const NB: usize>(x: &[Self; NB]) -> Self {
        let mut f = [nothing(); 16];
        for b in 0..NB {
            f[b] = x[b].0;
        }
        let mut n = NB;
        unions!(f, n, 16 8 4 2);
        debug_assert!(n <= 1);
        Avx2Narrow(f[0])
    }
    #[inline(always)]
    fn slot(block: usize) -> usize {
        block % 2 * 8 + block / 2
    }
    #[inline(always)]
    fn broadcast(self, block: usize) -> Self {
        Self::splat(u32::from(self.words()[Self::slot(block) & 15]))
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        let top = self.shl(15 - position).0;
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        let signs = unsafe { _mm256_movemask_epi8(_mm256_packs_epi16(top, top)) } as u32;
        signs & 0xff | signs >> 8 & 0xff00
    }
}

impl Avx2Wide {
    /// Four registers of one block folded into one with eight lanes.
    #[inline(always)]
    fn fold<const THIRD: bool>(self) -> Fold {
        let [a, b, c, d] = self.0;
        let low = Fold::join::<THIRD>(Fold::of(a), Fold::of(b));
        let high = Fold::join::<THIRD>(Fold::of(c), Fold::of(d));
        Fold::join::<THIRD>(low, high)
    }
}

impl Lanes for Avx2Wide {
    type Word = u32;
    type Words = [u32; 32];
    const LANES: usize = 32;

    #[inline(always)]
    fn no_words() -> [u32; 32] {
        [0; 32]
    }
    #[inline(always)]
    fn from_words(words: [u32; 32]) -> Self {
        // SAFETY: both are 128 plain bytes.
        Avx2Wide(unsafe { transmute::<[u32; 32], [__m256i; 4]>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u32; 32] {
        // SAFETY: both are 128 plain bytes.
        unsafe { transmute::<[__m256i; 4], [u32; 32]>(self.0) }
    }
    #[inline(always)]
    fn splat(bits: u32) -> Self {
        // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
        Avx2Wide([unsafe { _mm256_set1_epi32(bits as i32) }; 4])
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        let mut a = self.0;
        for r in &mut a {
            // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
            *r = unsafe { _mm256_sll_epi32(*r, _mm_cvtsi32_si128(n as i32)) };
        }
        Avx2Wide(a)
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        let mut a = self.0;
        for r in &mut a {
            // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
            *r = unsafe { _mm256_srl_epi32(*r, _mm_cvtsi32_si128(n as i32)) };
        }
        Avx2Wide(a)
    }
    #[inline(always)]
    fn drop_low(self) -> Self {
        let mut a = self.0;
        for r in &mut a {
            // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
            *r = unsafe { _mm256_and_si256(*r, _mm256_add_epi32(*r, _mm256_set1_epi32(-1))) };
        }
        Avx2Wide(a)
    }
    #[inline(always)]
    fn is_zero(self) -> Self {
        let mut a = self.0;
        for r in &mut a {
            // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
            *r = unsafe { _mm256_cmpeq_epi32(*r, _mm256_setzero_si256()) };
        }
        Avx2Wide(a)
    }
    #[inline(always)]
    fn any(self) -> bool {
        let [a, b, c, d] = self.0;
        any(or(or(a, b), or(c, d)))
    }
    #[inline(always)]
    fn first(self) -> Option<(usize, u32)> {
        let words = self.words();
        let mut lane = 0;
        while lane < 32 {
            if words[lane] != 0 {
                return Some((lane, words[lane]));
            }
            lane += 1;
        }
        None
    }
    #[inline(always)]
    fn counts<const NB: usize, const THIRD: bool>(x: &[Self; NB]) -> [Self; 3] {
        let mut f = [Fold::of(nothing()); 32];
        for b in 0..NB {
            f[b] = x[b].fold::<THIRD>();
        }
        let mut n = NB;
        levels!(f, n, THIRD, 16 8 4);
        debug_assert!(n <= 4);
        let mut out = [Self::zero(); 3];
        for i in 0..4 {
            out[0].0[i] = f[i].once;
            out[1].0[i] = f[i].twice;
            out[2].0[i] = f[i].thrice;
        }
        out
    }
    #[inline(always)]
    fn union<const NB: usize>(x: &[Self; NB]) -> Self {
        let mut f = [nothing(); 32];
        for b in 0..NB {
            let [p, q, r, s] = x[b].0;
            f[b] = or(or(p, q), or(r, s));
        }
        let mut n = NB;
        unions!(f, n, 16 8 4);
        debug_assert!(n <= 4);
        Avx2Wide([f[0], f[1], f[2], f[3]])
    }
    #[inline(always)]
    fn slot(block: usize) -> usize {
        block / 8 * 8 + block % 2 * 4 + block % 8 / 2
    }
    #[inline(always)]
    fn broadcast(self, block: usize) -> Self {
        Self::splat(self.words()[Self::slot(block) & 31])
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        let top = self.shl(31 - position).0;
        let mut set = 0;
        for i in 0..4 {
            // SAFETY: used below an entry that has checked for AVX2; no memory is touched.
            set |= (unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(top[i])) } as u32) << (8 * i);
        }
        set
    }
}
