//! The one source of chance: ChaCha8 from a 64-bit seed, threaded through everything, so that the
//! same seed gives the same game on every platform.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// A stream of chance.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Uniform below `n` (0 when `n` is 0): multiply and reject (Lemire 2019, "Fast random integer
    /// generation in an interval").
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut wide = u64::from(self.0.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            let reject = n.wrapping_neg() % n.max(1);
            while (wide as u32) < reject {
                wide = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// True `parts` times in a million.
    #[inline]
    pub fn chance(&mut self, parts: u32) -> bool {
        self.below(1_000_000) < parts
    }
}

/// The seed of the `n`-th attempt under a seed: SplitMix64's finaliser over both (Steele, Lea,
/// Flood 2014), so that neighbouring seeds share no attempts.
pub fn sub_seed(seed: u64, n: u64) -> u64 {
    mix(mix(seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(n.wrapping_mul(0xd1b5_4a32_d192_ed03)))
}

/// SplitMix64's finaliser.
pub(crate) const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A seed string: digits of a number of 64 bits.
///
/// # Errors
/// Words for anything else.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| format!("invalid seed {text:?}: digits of a 64-bit number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_and_pinned() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
        }
        // 10,000 expected, standard deviation 91.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 500), "{seen:?}");
        assert_eq!((rng.below(1), rng.below(0)), (0, 0));
    }

    #[test]
    fn sub_seeds_differ() {
        let mut all: Vec<u64> = (0..50).flat_map(|s| (0..50).map(move |n| sub_seed(s, n))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2500);
    }

    #[test]
    fn seed_strings() {
        assert_eq!(parse_seed("1737323155123"), Ok(1_737_323_155_123));
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["", "-1", "+1", "1.5", "18446744073709551616", "0x10", " 1"] {
            assert!(parse_seed(wrong).is_err(), "{wrong}");
        }
    }
}
