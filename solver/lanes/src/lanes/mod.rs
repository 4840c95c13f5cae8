//! Vectors with one lane per value: the only place that knows the CPU.
//!
//! All-different is symmetric in the values, so every inference on groups is the same bit operation
//! on every lane. The one horizontal step ("which positions occur in one, two, more lanes?") is
//! [`Lanes::counts`], done for all blocks at once.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::{Avx2Narrow, Avx2Wide};
pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::Sse2Narrow;

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The content of one lane: a set of positions.
pub(crate) trait Word: Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// The low bits of `bits`.
    fn of(bits: u32) -> Self;
    /// As `u32`.
    fn bits(self) -> u32;
}

impl Word for u16 {
    #[inline(always)]
    fn of(bits: u32) -> u16 {
        bits as u16
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }
}

impl Word for u32 {
    #[inline(always)]
    fn of(bits: u32) -> u32 {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u32 {
        self
    }
}

/// A fixed number of words with lane-wise operations.
///
/// The implementations for an instruction set may only be *used* below an entry of `dispatch` that
/// has checked the CPU for it; converting from and to words is allowed anywhere.
pub(crate) trait Lanes:
    Copy + Send + Sync + 'static + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// One lane.
    type Word: Word;
    /// All lanes as an array.
    type Words: Copy + AsRef<[Self::Word]> + AsMut<[Self::Word]>;
    /// Number of lanes, and of bits of a word.
    const LANES: usize;

    /// All lanes zero, as an array.
    fn no_words() -> Self::Words;
    /// From an array.
    fn from_words(words: Self::Words) -> Self;
    /// To an array.
    fn words(self) -> Self::Words;
    /// The same word in all lanes.
    fn splat(bits: u32) -> Self;
    /// Each lane shifted left.
    fn shl(self, n: u32) -> Self;
    /// Each lane shifted right.
    fn shr(self, n: u32) -> Self;
    /// Each lane without its lowest bit: zero where a lane has at most one.
    fn drop_low(self) -> Self;
    /// All ones in the lanes that are zero, else zero.
    fn is_zero(self) -> Self;
    /// Is a bit set in any lane?
    fn any(self) -> bool;
    /// The first lane that is not zero, with its word.
    fn first(self) -> Option<(usize, u32)>;
    /// For every position of every block: is it in at least one, two, three lanes? (The third only
    /// if `THIRD`.) The answer for block `b` is in lane `slot(b)`.
    fn counts<const NB: usize, const THIRD: bool>(x: &[Self; NB]) -> [Self; 3];
    /// For every block the union of its lanes, in lane `slot(b)`.
    fn union<const NB: usize>(x: &[Self; NB]) -> Self;
    /// Where [`counts`](Self::counts) and [`union`](Self::union) put a block.
    fn slot(block: usize) -> usize;
    /// The word of a block's slot in all lanes.
    fn broadcast(self, block: usize) -> Self;
    /// The set of lanes that have the position.
    fn lanes_with(self, position: u32) -> u32;

    /// No bit anywhere.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0)
    }

    /// The bits of `self` that are not in `other`.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }
}

#[cfg(test)]
mod tests;
