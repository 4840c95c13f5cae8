//! Gathering and scattering bits: with the processor's instructions where it has them, else bit by
//! bit.

/// The two operations.
pub(super) trait Bits {
    /// The bits of `x` under `mask`, pushed together.
    fn gather(x: u32, mask: u32) -> u32;
    /// The low bits of `x`, spread to the places of `mask`.
    fn scatter(x: u32, mask: u32) -> u32;
}

/// Bit by bit.
pub(super) struct Plain;

impl Bits for Plain {
    #[inline(always)]
    fn gather(x: u32, mut mask: u32) -> u32 {
        let (mut out, mut place) = (0, 1);
        while mask != 0 {
            let low = mask & mask.wrapping_neg();
            if x & low != 0 {
                out |= place;
            }
            place <<= 1;
            mask ^= low;
        }
        out
    }

    #[inline(always)]
    fn scatter(mut x: u32, mut mask: u32) -> u32 {
        let mut out = 0;
        while mask != 0 && x != 0 {
            let low = mask & mask.wrapping_neg();
            if x & 1 != 0 {
                out |= low;
            }
            x >>= 1;
            mask ^= low;
        }
        out
    }
}

/// By the instructions `pext` and `pdep`. Only constructed through [`fast`].
#[cfg(target_arch = "x86_64")]
pub(super) struct Native;

#[cfg(target_arch = "x86_64")]
impl Bits for Native {
    #[inline(always)]
    fn gather(x: u32, mask: u32) -> u32 {
        // SAFETY: `Native` is only used below functions that are entered after `fast()` has said
        // that the processor has the instruction.
        unsafe { std::arch::x86_64::_pext_u32(x, mask) }
    }

    #[inline(always)]
    fn scatter(x: u32, mask: u32) -> u32 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u32(x, mask) }
    }
}

/// Has the processor the instructions?
pub(super) fn fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn native_and_plain_agree(x in any::<u32>(), mask in any::<u32>()) {
            prop_assert_eq!(Plain::scatter(Plain::gather(x, mask), mask), x & mask);
            #[cfg(target_arch = "x86_64")]
            if fast() {
                prop_assert_eq!(Native::gather(x, mask), Plain::gather(x, mask));
                prop_assert_eq!(Native::scatter(x, mask), Plain::scatter(x, mask));
            }
        }
    }
}
