//! Ranks of sets among all sets of equal size (colexicographic order).

use std::sync::LazyLock;

/// n over k, for n up to 24.
pub(super) const fn choose(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    let (mut c, mut i) = (1_u64, 0);
    while i < k {
        c = c * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    c as u32
}

/// Tables for sets of up to 24 points in two halves of 12.
pub(super) struct Ranks {
    low: Vec<u32>,
    /// By the number of points in the low half.
    high: Vec<[u32; 4096]>,
}

static RANKS: LazyLock<Ranks> = LazyLock::new(|| {
    let sum = |half: u32, shift: u32, before: u32| {
        (0..12).filter(|&p| half >> p & 1 != 0).zip(before + 1..).map(|(p, i)| choose(p + shift, i)).sum()
    };
    Ranks {
        low: (0..4096).map(|half| sum(half, 0, 0)).collect(),
        high: (0..=12).map(|before| std::array::from_fn(|half| sum(half as u32, 12, before))).collect(),
    }
});

impl Ranks {
    pub(super) fn get() -> &'static Ranks {
        &RANKS
    }

    /// The rank of a set of points below 24.
    #[inline(always)]
    pub(super) fn of(&self, set: u32) -> u32 {
        let (low, high) = (set & 0xfff, set >> 12 & 0xfff);
        self.low[low as usize] + self.high[low.count_ones() as usize][high as usize]
    }
}

/// All sets of `k` of the first `n` points, by rank.
pub(super) fn sets(n: u32, k: u32) -> Vec<u32> {
    let mut all = Vec::with_capacity(choose(n, k) as usize);
    if k > n {
        return all;
    }
    let mut set: u32 = (1 << k) - 1;
    while set < 1 << n {
        all.push(set);
        if set == 0 {
            break;
        }
        // The next greater number with the same number of bits.
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        set = ripple | (set ^ ripple) >> 2 >> low.trailing_zeros();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets() {
        for (n, k) in [(24, 3), (24, 12), (21, 3), (18, 6), (12, 12), (5, 0)] {
            let all = sets(n, k);
            assert_eq!(all.len() as u32, choose(n, k));
            assert!(all.iter().zip(0..).all(|(&set, i)| Ranks::get().of(set) == i && set.count_ones() == k));
        }
    }
}
