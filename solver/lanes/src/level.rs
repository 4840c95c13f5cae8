//! Instruction sets, found at run time: one `#[target_feature]` entry a call into the kernels,
//! everything below inlined.

use crate::fixpoint::{Outcome, fixpoint};
use crate::kernel::Kernel;
use crate::lanes::Lanes;
use crate::pick;
use crate::plan::{Plan, State};

/// How wide the CPU's vectors are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Plain words, for every CPU.
    Portable,
    /// 128 bits (every x86-64).
    Sse2,
    /// 256 bits.
    Avx2,
    /// 256 bits with mask registers and three-operand logic.
    Avx512,
}

impl Width {
    /// The best that this CPU has.
    pub fn best() -> Width {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("popcnt") && has!("lzcnt") {
                let avx512 = has!("avx512f") && has!("avx512vl") && has!("avx512bw");
                return if avx512 { Width::Avx512 } else { Width::Avx2 };
            }
            Width::Sse2
        }
        #[cfg(not(target_arch = "x86_64"))]
        Width::Portable
    }

    /// Can this CPU run it?
    pub fn is_available(self) -> bool {
        self <= Width::best() && (cfg!(target_arch = "x86_64") || self == Width::Portable)
    }
}

/// The calls that run on vectors, entered once a call.
pub(crate) trait Level: Send + Sync + 'static {
    /// The all-different fixpoint.
    fn fixpoint<L: Lanes, K: Kernel<L, NB>, const NB: usize>(p: &Plan<L, K, NB>, s: &mut State<L, NB>) -> Outcome;

    /// Splits a stable state: `s` assumes a candidate, `other` forbids it.
    fn branch<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
        p: &Plan<L, K, NB>,
        s: &mut State<L, NB>,
        other: &mut State<L, NB>,
    );

    /// For every block and position the set of lanes, into `out[block][position]`.
    fn by_cell<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
        p: &Plan<L, K, NB>,
        s: &State<L, NB>,
        out: &mut [[u32; 32]; NB],
    );
}

#[inline(always)]
fn branch<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
    p: &Plan<L, K, NB>,
    s: &mut State<L, NB>,
    other: &mut State<L, NB>,
) {
    let candidate = pick::pick(p, s);
    *other = *s;
    pick::forbid(p, other, candidate);
    pick::assume(p, s, candidate);
}

#[inline(always)]
fn by_cell<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
    p: &Plan<L, K, NB>,
    s: &State<L, NB>,
    out: &mut [[u32; 32]; NB],
) {
    let size = p.model.alphabet.len();
    for b in 0..p.model.blocks {
        let (cells, x) = (&mut out[b % NB], s.x[b % NB]);
        for i in 0..size {
            cells[i & 31] = x.lanes_with(i as u32);
        }
    }
}

macro_rules! level {
    ($(#[$doc:meta])* $name:ident, $($features:literal)?) => {
        $(#[$doc])*
        pub(crate) struct $name;

        impl Level for $name {
            fn fixpoint<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                p: &Plan<L, K, NB>,
                s: &mut State<L, NB>,
            ) -> Outcome {
                $(#[target_feature(enable = $features)])?
                #[inline(never)]
                fn go<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                    p: &Plan<L, K, NB>,
                    s: &mut State<L, NB>,
                ) -> Outcome {
                    fixpoint(p, s)
                }
                level!(@call $($features)?, go(p, s))
            }

            fn branch<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                p: &Plan<L, K, NB>,
                s: &mut State<L, NB>,
                other: &mut State<L, NB>,
            ) {
                $(#[target_feature(enable = $features)])?
                #[inline(never)]
                fn go<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                    p: &Plan<L, K, NB>,
                    s: &mut State<L, NB>,
                    other: &mut State<L, NB>,
                ) {
                    branch(p, s, other);
                }
                level!(@call $($features)?, go(p, s, other));
            }

            fn by_cell<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                p: &Plan<L, K, NB>,
                s: &State<L, NB>,
                out: &mut [[u32; 32]; NB],
            ) {
                $(#[target_feature(enable = $features)])?
                #[inline(never)]
                fn go<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
                    p: &Plan<L, K, NB>,
                    s: &State<L, NB>,
                    out: &mut [[u32; 32]; NB],
                ) {
                    by_cell(p, s, out);
                }
                level!(@call $($features)?, go(p, s, out));
            }
        }
    };
    (@call , $call:expr) => { $call };
    (@call $features:literal, $call:expr) => {
        // SAFETY: `dispatch` makes a machine of this level only where `Width::best` has found the
        // features.
        unsafe { $call }
    };
}

level!(
    /// No features beyond the target's own: SSE2 and portable lanes.
    Base,
);
#[cfg(target_arch = "x86_64")]
level!(
    /// AVX2.
    Avx2Level, "avx2,bmi1,popcnt,lzcnt"
);
#[cfg(target_arch = "x86_64")]
level!(
    /// AVX2 lanes with AVX-512VL instructions.
    Avx512Level, "avx512f,avx512bw,avx512vl,avx2,bmi1,popcnt,lzcnt"
);
