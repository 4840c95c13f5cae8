//! A hasher without a random seed: fast on short keys, the same on every run and platform.

use std::hash::{BuildHasherDefault, Hasher};

/// Multiply-and-rotate over 64-bit words, with a final mix. Not for keys that an enemy chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainHasher {
    state: u64,
}

/// Builds [`PlainHasher`]s.
pub type PlainState = BuildHasherDefault<PlainHasher>;

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

impl PlainHasher {
    #[inline]
    fn word(&mut self, word: u64) {
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(ODD);
    }
}

impl Hasher for PlainHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.word(i.into());
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.word(i.into());
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.word(i.into());
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        let x = self.state;
        let x = (x ^ x >> 32).wrapping_mul(ODD);
        x ^ x >> 29
    }
}
