//! Counter trees: auxiliary literals "at least k of these hold", for counts that learning can't do
//! without.
//!
//! A plain count explains itself by listing literals; a proof about several counts then needs one
//! clause for each choice of them. With a literal for "at least k in this half" the same proof is
//! short.

use crate::engine::{Lit, Posting};

/// The outputs of a counter tree over the literals: the `i`-th one says that more than `i` of them
/// hold. Only `most` outputs are made; the last one then says "at least so many".
pub(crate) fn counter(literals: &[Lit], most: usize, to: &mut Posting<'_>) -> Vec<Lit> {
    if literals.len() <= 1 || most == 0 {
        return literals[..literals.len().min(most)].to_vec();
    }
    let (left, right) = literals.split_at(literals.len() / 2);
    let left = counter(left, most, to);
    let right = counter(right, most, to);
    let count = (left.len() + right.len()).min(most);
    let sum: Vec<Lit> = (0..count).map(|_| to.auxiliary()).collect();
    for i in 0..=left.len() {
        for k in 0..=right.len() {
            // At least i and at least k make at least i + k.
            if i + k > 0 {
                let parts = [i.checked_sub(1).map(|i| !left[i]), k.checked_sub(1).map(|k| !right[k])];
                let mut clause: Vec<Lit> = parts.into_iter().flatten().collect();
                clause.push(sum[(i + k).min(count) - 1]);
                to.clause(&clause);
            }
            // At most i and at most k make at most i + k.
            if i + k < count {
                let mut clause: Vec<Lit> = [left.get(i), right.get(k)].into_iter().flatten().copied().collect();
                clause.push(!sum[i + k]);
                to.clause(&clause);
            }
        }
    }
    sum
}
