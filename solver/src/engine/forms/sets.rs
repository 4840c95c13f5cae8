//! The set of values that variables take together, by auxiliary literals "some variable takes the
//! value": what is learnt can then speak of sets.

use super::Tuples;
use crate::engine::{Lit, Posting};
use crate::{Domain, Var};

/// Sets up to which it is worth it: their propagator is a short pass then.
const MOST_SETS: usize = 128;

/// The variables take different values of `values`, and these together are one of the sets. Nothing
/// is said where the sets are many.
pub(crate) fn post_sets(to: &mut Posting<'_>, vars: &[Var], values: Domain, sets: &[Domain]) {
    if sets.is_empty() || sets.len() > MOST_SETS {
        return;
    }
    let mut literals = Vec::new();
    for value in values.iter() {
        let places: Vec<Lit> = vars.iter().map(|&v| to.is(v, value)).filter(|&l| l != Lit::FALSE).collect();
        let used = to.auxiliary();
        to.clause(&[&places[..], &[!used]].concat());
        for &place in &places {
            to.clause(&[used, !place]);
        }
        let with = |has: bool| {
            let mut bits = vec![0_u64; sets.len().div_ceil(64)];
            let those = (0..sets.len()).filter(|&i| sets[i].contains(value) == has);
            those.for_each(|i| bits[i / 64] |= 1 << (i % 64));
            bits
        };
        literals.extend([(used, with(true)), (!used, with(false))]);
    }
    to.propagator(Box::new(Tuples::new(sets.len(), literals.iter().map(|(lit, bits)| (*lit, &bits[..])))));
}
