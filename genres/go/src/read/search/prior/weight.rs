//! The three numbers that a pattern adds, packed, so that one addition adds all of them.

/// Numbers of a pattern.
pub(super) const LANES: usize = 3;
/// What is added to each number, so that none is negative.
const BIAS: u8 = 128;

/// What a pattern adds: a byte for each number, shifted by the bias; the last byte is 1, so that a sum counts what was
/// added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weight(u32);

impl Weight {
    pub(super) fn new(lanes: [i8; LANES]) -> Weight {
        let [a, b, c] = lanes.map(|w| (w as u8).wrapping_add(BIAS));
        Weight(u32::from_le_bytes([a, b, c, 1]))
    }
}

/// A sum of weights: 16 bits for each byte of a weight. A difference may borrow from one lane to the next, but as soon as all
/// that is taken away was added too, every lane is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum(u64);

impl Sum {
    pub(super) const ZERO: Sum = Sum(0);

    /// The numbers of up to 250 weights.
    #[inline]
    pub(super) fn lanes(self) -> [i32; LANES] {
        let bias = i32::from(BIAS) * (self.0 >> 48) as i32;
        [0, 16, 32].map(|shift| (self.0 >> shift & 0xFFFF) as i32 - bias)
    }
}

impl From<Weight> for Sum {
    #[inline(always)]
    fn from(weight: Weight) -> Sum {
        let w = u64::from(weight.0);
        let w = (w | w << 16) & 0x0000_FFFF_0000_FFFF;
        Sum((w | w << 8) & 0x00FF_00FF_00FF_00FF)
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
        let of = |w: [i8; LANES]| Sum::from(Weight::new(w));
        let mut sum = Sum::ZERO;
        let mut lanes = [0; LANES];
        for i in 0..200 {
            // What is taken away may be taken first.
            sum = sum - of(all[i % 3]);
            sum += of(all[i % 4]);
            sum += of(all[i % 3]);
            for (lane, w) in lanes.iter_mut().zip(all[i % 4]) {
                *lane += i32::from(w);
            }
            assert_eq!(sum.lanes(), lanes);
        }
    }
}
