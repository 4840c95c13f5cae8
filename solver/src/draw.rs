//! Random choices, the same on every platform.

use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// A number below `n`; 0 when `n` is 0.
pub fn pick(rng: &mut ChaCha8Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// Puts the items in a drawn order.
pub fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, pick(rng, i + 1));
    }
}
