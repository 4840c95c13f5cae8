//! The choice of a branch: a value with two places or a cell with two values, of the greatest impact
//! (small networks) or with most same-value peers.

use crate::impact::Choices;
use crate::kernel::Kernel;
use crate::lanes::{Lanes, Word};
use crate::plan::{Candidate, Plan, State};

/// The choices of a state; `None` where there are none.
#[inline(always)]
pub(crate) fn choices<L: Lanes, const NB: usize>(s: &State<L, NB>) -> Option<Choices<L, NB>> {
    let x = &s.x;
    let [_, twice, thrice] = L::counts::<NB, true>(x);
    let bivalue = twice.minus(thrice);
    let mut candidates = [L::zero(); NB];
    let mut twofold = [L::zero(); NB];
    let mut some = L::zero();
    for b in 0..NB {
        let rest = x[b].drop_low();
        let open = !rest.is_zero();
        let two = rest.drop_low().is_zero();
        twofold[b] = open & two;
        candidates[b] = x[b] & open & (two | bivalue.broadcast(b));
        some = some | candidates[b];
    }
    let bivalue = bivalue & L::union(&candidates);
    some.any().then_some(Choices { candidates, twofold, bivalue })
}

/// The branch candidate of a stable state.
#[inline(always)]
pub(crate) fn pick<L: Lanes, K: Kernel<L, NB>, const NB: usize>(plan: &Plan<L, K, NB>, s: &State<L, NB>) -> Candidate {
    let Some(choices) = choices(s) else { return fewest_places(plan, s) };
    if let Some(impact) = &plan.impact {
        return impact.greatest(&s.x, &choices);
    }
    let e = plan.kernel.best(&s.x, &choices.candidates);
    for b in 0..NB {
        if let Some((lane, word)) = e[b].first() {
            return Candidate { block: b, lane, bit: word & word.wrapping_neg() };
        }
    }
    fewest_places(plan, s)
}

/// The first place of the value with the fewest places in a block.
fn fewest_places<L: Lanes, K: Kernel<L, NB>, const NB: usize>(plan: &Plan<L, K, NB>, s: &State<L, NB>) -> Candidate {
    let mut best = Candidate { block: 0, lane: 0, bit: 0 };
    let mut least = u32::MAX;
    for block in 0..plan.model.blocks {
        for (lane, word) in s.x[block].words().as_ref().iter().enumerate().take(plan.model.alphabet.len()) {
            let word = word.bits();
            if word.count_ones() > 1 && word.count_ones() < least {
                least = word.count_ones();
                best = Candidate { block, lane, bit: word & word.wrapping_neg() };
            }
        }
    }
    best
}

/// Leaves the value of the candidate's lane no other place in its block.
#[inline(always)]
pub(crate) fn assume<L: Lanes, K, const NB: usize>(plan: &Plan<L, K, NB>, s: &mut State<L, NB>, c: Candidate) {
    let lane = plan.lane[c.lane % 32];
    let x = &mut s.x[c.block % NB];
    *x = x.minus(lane) | (L::splat(c.bit) & lane);
}

/// Takes the candidate away.
#[inline(always)]
pub(crate) fn forbid<L: Lanes, K, const NB: usize>(plan: &Plan<L, K, NB>, s: &mut State<L, NB>, c: Candidate) {
    let x = &mut s.x[c.block % NB];
    *x = x.minus(L::splat(c.bit) & plan.lane[c.lane % 32]);
}
