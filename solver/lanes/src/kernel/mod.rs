//! The group rule: if all places of a value in group X lie in group Y, the value leaves the rest of
//! Y.
//!
//! Hidden singles of every group and the clearing of peers are special cases of it. Kernels differ
//! only in what they know of the groups' shape.

mod banded;
mod both;
mod peers;
mod table;
mod transversal;

pub(crate) use banded::Banded;
pub(crate) use both::{Both, Extras};
use table::Table;

use crate::lanes::Lanes;
use crate::model::Model;

/// One way to run the group rule over `NB` blocks.
pub(crate) trait Kernel<L: Lanes, const NB: usize>: Sized + Send + Sync {
    /// Compiles the model's groups; the caller has made sure that the shape fits.
    fn new(model: &Model) -> Self;

    /// One round of the group rule. Bits in the result mean a contradiction.
    fn locked(&self, x: &mut [L; NB]) -> L;

    /// Of the candidates `e`, those with most candidates of the same value in their further groups.
    fn best(&self, x: &[L; NB], e: &[L; NB]) -> [L; NB];
}

/// Adds one bit-sliced number (`add`, from bit `from`) to counters.
#[inline(always)]
pub(super) fn count_into<L: Lanes>(counter: &mut [L], from: usize, add: L) {
    let mut carry = add;
    for c in counter[from..].iter_mut() {
        let t = *c & carry;
        *c = *c ^ carry;
        carry = t;
    }
}

/// Keeps of `e` the candidates whose bit-sliced score is greatest.
#[inline(always)]
pub(super) fn keep_best<L: Lanes, const NB: usize, const BITS: usize>(
    e: &[L; NB],
    scores: &[[L; BITS]; NB],
) -> [L; NB] {
    let mut e = *e;
    for k in (0..BITS).rev() {
        let mut kept = [L::zero(); NB];
        let mut all = L::zero();
        for b in 0..NB {
            kept[b] = e[b] & scores[b][k];
            all = all | kept[b];
        }
        if all.any() {
            e = kept;
        }
    }
    e
}
