//! The all-different fixpoint: the group rule and the cell rule in turn until nothing changes.

use crate::kernel::Kernel;
use crate::lanes::Lanes;
use crate::plan::{Plan, State};

/// What a propagation came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// No solution in this state.
    Conflict,
    /// A fixpoint with open variables.
    Stable,
    /// Every variable has one value, and all all-different rules hold.
    Solved,
}

/// Runs to the fixpoint. (Nearly: the last cell step is skipped when the group rule changed
/// nothing.)
#[inline(always)]
pub(crate) fn fixpoint<L: Lanes, K: Kernel<L, NB>, const NB: usize>(
    plan: &Plan<L, K, NB>,
    state: &mut State<L, NB>,
) -> Outcome {
    let mut x = state.x;
    let mut first = true;
    loop {
        let old = x;
        let mut conflict = plan.kernel.locked(&mut x);
        if conflict.any() {
            state.x = x;
            return Outcome::Conflict;
        }
        if !first {
            let (mut changed, mut open) = (L::zero(), L::zero());
            for b in 0..NB {
                changed = changed | (x[b] ^ old[b]);
                open = open | x[b].drop_low();
            }
            if !changed.any() && open.any() {
                state.x = x;
                return Outcome::Stable;
            }
        }
        first = false;
        let [once, twice, _] = L::counts::<NB, false>(&x);
        let mut open = L::zero();
        let mut only = [L::zero(); NB];
        for b in 0..NB {
            let rest = x[b].drop_low();
            open = open | rest;
            // Without this direct test (a value without a place in its block) sparse grids thrash.
            conflict = conflict | (x[b].is_zero() & plan.used[b]);
            only[b] = x[b] & rest.is_zero();
        }
        let taken = L::union(&only);
        conflict = conflict | (once ^ plan.full_slots);
        let naked = once.minus(twice);
        for b in 0..NB {
            let single = x[b] & naked.broadcast(b);
            conflict = conflict | single.drop_low();
            x[b] = x[b] & (!taken.broadcast(b) | only[b]) & (single.is_zero() | single);
        }
        if conflict.any() {
            state.x = x;
            return Outcome::Conflict;
        }
        let mut changed = L::zero();
        for b in 0..NB {
            changed = changed | (x[b] ^ old[b]);
        }
        if !changed.any() {
            state.x = x;
            return if open.any() { Outcome::Stable } else { Outcome::Solved };
        }
    }
}
