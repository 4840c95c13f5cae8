//! Sets of variables as bit masks.

use crate::Var;

/// A set of variables; up to 128 (a 9×9 grid) live in place, the rest on the heap. Sets compare
/// equal whatever their capacity.
#[derive(Clone, Default)]
pub struct VarSet {
    head: [u64; HEAD],
    rest: Vec<u64>,
}

/// Words that live in place.
const HEAD: usize = 2;

impl VarSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The empty set with room for variables below `n`.
    pub fn with_capacity(n: usize) -> Self {
        VarSet { head: [0; HEAD], rest: vec![0; n.div_ceil(64).saturating_sub(HEAD)] }
    }

    /// Adds `var`.
    #[inline]
    pub fn insert(&mut self, var: Var) {
        let w = var.index() / 64;
        if w >= HEAD + self.rest.len() {
            self.rest.resize(w + 1 - HEAD, 0);
        }
        if let Some(word) = self.word_mut(w) {
            *word |= 1 << (var.0 % 64);
        }
    }

    /// Takes `var` out.
    #[inline]
    pub fn remove(&mut self, var: Var) {
        if let Some(w) = self.word_mut(var.index() / 64) {
            *w &= !(1 << (var.0 % 64));
        }
    }

    /// Is `var` in the set?
    #[inline]
    pub fn contains(&self, var: Var) -> bool {
        self.word(var.index() / 64) >> (var.0 % 64) & 1 == 1
    }

    /// Number of variables.
    #[inline]
    pub fn len(&self) -> usize {
        self.words().map(|w| w.count_ones() as usize).sum()
    }

    /// Is the set empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.head == [0; HEAD] && self.rest.iter().all(|&w| w == 0)
    }

    /// Least variable.
    #[inline]
    pub fn first(&self) -> Option<Var> {
        self.iter().next()
    }

    /// Variables in rising order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { bits: self.head[0], index: 0, set: self }
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.head.iter().chain(&self.rest).copied()
    }

    #[inline]
    fn word(&self, i: usize) -> u64 {
        match self.head.get(i) {
            Some(&w) => w,
            None => self.rest.get(i - HEAD).copied().unwrap_or(0),
        }
    }

    #[inline]
    fn word_mut(&mut self, i: usize) -> Option<&mut u64> {
        if i < HEAD { self.head.get_mut(i) } else { self.rest.get_mut(i - HEAD) }
    }

    #[inline]
    fn zip(&self, other: &VarSet, f: impl Fn(u64, u64) -> u64) -> VarSet {
        let n = self.rest.len().max(other.rest.len());
        VarSet {
            head: std::array::from_fn(|i| f(self.head[i], other.head[i])),
            rest: (HEAD..HEAD + n).map(|i| f(self.word(i), other.word(i))).collect(),
        }
    }

    /// Intersection.
    #[must_use]
    #[inline]
    pub fn and(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a & b)
    }

    /// Union.
    #[must_use]
    #[inline]
    pub fn or(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a | b)
    }

    /// Difference.
    #[must_use]
    #[inline]
    pub fn minus(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Keeps what is in `other` as well.
    #[inline]
    pub fn and_with(&mut self, other: &VarSet) {
        for (w, o) in self.head.iter_mut().zip(&other.head) {
            *w &= o;
        }
        for (i, w) in self.rest.iter_mut().enumerate() {
            *w &= other.rest.get(i).copied().unwrap_or(0);
        }
    }

    /// Adds what is in `other`.
    #[inline]
    pub fn or_with(&mut self, other: &VarSet) {
        for (w, o) in self.head.iter_mut().zip(&other.head) {
            *w |= o;
        }
        if other.rest.len() > self.rest.len() {
            self.rest.resize(other.rest.len(), 0);
        }
        for (w, o) in self.rest.iter_mut().zip(&other.rest) {
            *w |= o;
        }
    }

    /// Takes out what is in `other`.
    #[inline]
    pub fn minus_with(&mut self, other: &VarSet) {
        for (w, o) in self.head.iter_mut().zip(&other.head) {
            *w &= !o;
        }
        for (w, o) in self.rest.iter_mut().zip(&other.rest) {
            *w &= !o;
        }
    }

    /// Number of variables in both sets.
    #[inline]
    pub fn common(&self, other: &VarSet) -> usize {
        self.words().zip(other.words()).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// Have the two sets a variable in common?
    #[inline]
    pub fn meets(&self, other: &VarSet) -> bool {
        self.words().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// Is every variable of `self` in `other`?
    #[inline]
    pub fn is_subset(&self, other: &VarSet) -> bool {
        self.words().enumerate().all(|(i, w)| w & !other.word(i) == 0)
    }
}

/// Variables of a set in rising order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    bits: u64,
    index: usize,
    set: &'a VarSet,
}

impl Iterator for Iter<'_> {
    type Item = Var;

    #[inline]
    fn next(&mut self) -> Option<Var> {
        while self.bits == 0 {
            self.index += 1;
            if self.index >= HEAD + self.set.rest.len() {
                return None;
            }
            self.bits = self.set.word(self.index);
        }
        let b = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Var(self.index as u32 * 64 + b))
    }
}

impl<'a> IntoIterator for &'a VarSet {
    type Item = Var;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl PartialEq for VarSet {
    fn eq(&self, other: &VarSet) -> bool {
        let n = HEAD + self.rest.len().max(other.rest.len());
        (0..n).all(|i| self.word(i) == other.word(i))
    }
}
impl Eq for VarSet {}

impl std::hash::Hash for VarSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let used = self.rest.iter().rposition(|&w| w != 0).map_or(0, |i| i + 1);
        (self.head, &self.rest[..used]).hash(state);
    }
}

impl FromIterator<Var> for VarSet {
    fn from_iter<I: IntoIterator<Item = Var>>(vars: I) -> Self {
        let mut s = VarSet::new();
        for v in vars {
            s.insert(v);
        }
        s
    }
}
impl std::fmt::Debug for VarSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|v| v.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every operation against ordered sets, within and beyond the words in place.
    #[test]
    fn operations_equal_those_of_ordered_sets() {
        let samples: Vec<BTreeSet<u32>> = (0..12u32)
            .map(|seed| (0..300u32).filter(|i| (i.wrapping_mul(2654435761) >> (seed + 8)) % 5 == 0).collect())
            .chain([BTreeSet::new(), (0..128).collect(), [63, 64, 127].into(), [128, 299].into()])
            .collect();
        let make = |s: &BTreeSet<u32>| s.iter().map(|&i| Var(i)).collect::<VarSet>();
        let back = |s: &VarSet| s.iter().map(|v| v.0).collect::<BTreeSet<u32>>();
        for a in &samples {
            let va = make(a);
            assert_eq!(back(&va), *a);
            assert_eq!((va.len(), va.is_empty(), va.first().map(|v| v.0)), (a.len(), a.is_empty(), a.first().copied()));
            for b in &samples {
                let vb = make(b);
                assert_eq!(back(&va.and(&vb)), a & b);
                assert_eq!(back(&va.or(&vb)), a | b);
                assert_eq!(back(&va.minus(&vb)), a - b);
                assert_eq!(va.common(&vb), (a & b).len());
                assert_eq!((va.meets(&vb), va.is_subset(&vb), va == vb), (!a.is_disjoint(b), a.is_subset(b), a == b));
                let (mut x, mut y, mut z) = (va.clone(), va.clone(), va.clone());
                x.and_with(&vb);
                y.or_with(&vb);
                z.minus_with(&vb);
                assert_eq!((x, y, z), (va.and(&vb), va.or(&vb), va.minus(&vb)));
            }
        }
    }

    #[test]
    fn capacity_is_no_difference() {
        let mut a = VarSet::with_capacity(1000);
        let mut b = VarSet::new();
        a.insert(Var(200));
        b.insert(Var(200));
        assert_eq!(a, b);
        b.remove(Var(200));
        b.remove(Var(5000));
        assert!(b.is_empty() && !b.contains(Var(9999)) && a != b);
    }
}
