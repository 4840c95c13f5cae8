//! The three numbers that a pattern adds, packed, so that one addition adds all of them.

/// Numbers of a pattern.
pub(super) const LANES: usize = 3;
/// What is added to each number, so that none is negative.
const BIAS: u8 = 128;

/// What patterns add: 16 bits for each number, shifted by the bias of each pattern; the last 16
/// count what was added. A difference may borrow from one lane to the next, but as soon as all that
/// is taken away was added too, every lane is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum(u64);

impl Sum {
    pub(super) const ZERO: Sum = Sum(0);

    /// What one pattern adds.
    pub(super) fn of(lanes: [i8; LANES]) -> Sum {
        let shifted = lanes.iter().enumerate().map(|(i, &w)| u64::from((w as u8).wrapping_add(BIAS)) << (16 * i));
        Sum(shifted.sum::<u64>() | 1 << 48)
    }

    /// The numbers of up to 250 patterns.
    #[inline]
    pub(super) fn lanes(self) -> [i32; LANES] {
        let bias = i32::from(BIAS) * (self.0 >> 48) as i32;
        [0, 16, 32].map(|shift| (self.0 >> shift & 0xFFFF) as i32 - bias)
    }
}

impl std::ops::Add for Sum {
    type Output = Sum;
    #[inline(always)]
    fn add(self, other: Sum) -> Sum {
        Sum(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Sum {
    type Output = Sum;
    #[inline(always)]
    fn sub(self, other: Sum) -> Sum {
        Sum(self.0.wrapping_sub(other.0))
    }
}

impl std::ops::AddAssign for Sum {
    #[inline(always)]
    fn add_assign(&mut self, other: Sum) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sums_of_lanes() {
        let all = [[1, -2, 3], [-46, 46, 0], [127, -128, 5], [0, 0, -1]];
        let mut sum = Sum::ZERO;
        let mut lanes = [0; LANES];
        for i in 0..200 {
            // What is taken away may be taken first.
            sum = sum - Sum::of(all[i % 3]);
            sum += Sum::of(all[i % 4]);
            sum += Sum::of(all[i % 3]);
            for (lane, w) in lanes.iter_mut().zip(all[i % 4]) {
                *lane += i32::from(w);
            }
            assert_eq!(sum.lanes(), lanes);
        }
    }
}
