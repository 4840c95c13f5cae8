//! Sets of variables as bit masks.

use crate::Var;
use smallvec::SmallVec;

/// A set of variables; up to 128 (a 9×9 grid) live in place, larger sets on the heap. Sets compare equal whatever
/// their capacity.
#[derive(Clone, Default)]
pub struct VarSet {
    words: SmallVec<[u64; 2]>,
}

impl VarSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The empty set with room for variables below `n`.
    pub fn with_capacity(n: usize) -> Self {
        VarSet { words: smallvec::smallvec![0; n.div_ceil(64)] }
    }

    /// Adds `var`.
    #[inline]
    pub fn insert(&mut self, var: Var) {
        let w = var.index() / 64;
        if w >= self.words.len() {
            self.words.resize(w + 1, 0);
        }
        self.words[w] |= 1 << (var.0 % 64);
    }

    /// Takes `var` out.
    #[inline]
    pub fn remove(&mut self, var: Var) {
        if let Some(w) = self.words.get_mut(var.index() / 64) {
            *w &= !(1 << (var.0 % 64));
        }
    }

    /// Is `var` in the set?
    #[inline]
    pub fn contains(&self, var: Var) -> bool {
        self.words.get(var.index() / 64).is_some_and(|w| w >> (var.0 % 64) & 1 == 1)
    }

    /// Number of variables.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Is the set empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Least variable.
    #[inline]
    pub fn first(&self) -> Option<Var> {
        self.iter().next()
    }

    /// Variables in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Var> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &w)| {
            let mut bits = w;
            std::iter::from_fn(move || {
                if bits == 0 {
                    return None;
                }
                let b = bits.trailing_zeros();
                bits &= bits - 1;
                Some(Var(i as u32 * 64 + b))
            })
        })
    }

    fn word(&self, i: usize) -> u64 {
        self.words.get(i).copied().unwrap_or(0)
    }

    fn zip(&self, other: &VarSet, f: impl Fn(u64, u64) -> u64) -> VarSet {
        let n = self.words.len().max(other.words.len());
        VarSet { words: (0..n).map(|i| f(self.word(i), other.word(i))).collect() }
    }

    /// Intersection.
    #[must_use]
    pub fn and(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a & b)
    }

    /// Union.
    #[must_use]
    pub fn or(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a | b)
    }

    /// Difference.
    #[must_use]
    pub fn minus(&self, other: &VarSet) -> VarSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Keeps what is in `other` as well.
    #[inline]
    pub fn and_with(&mut self, other: &VarSet) {
        for (i, w) in self.words.iter_mut().enumerate() {
            *w &= other.words.get(i).copied().unwrap_or(0);
        }
    }

    /// Adds what is in `other`.
    pub fn or_with(&mut self, other: &VarSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (w, o) in self.words.iter_mut().zip(&other.words) {
            *w |= o;
        }
    }

    /// Have the two sets a variable in common?
    #[inline]
    pub fn meets(&self, other: &VarSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Is every variable of `self` in `other`?
    #[inline]
    pub fn is_subset(&self, other: &VarSet) -> bool {
        self.words.iter().enumerate().all(|(i, w)| w & !other.word(i) == 0)
    }
}

impl PartialEq for VarSet {
    fn eq(&self, other: &VarSet) -> bool {
        let n = self.words.len().max(other.words.len());
        (0..n).all(|i| self.word(i) == other.word(i))
    }
}
impl Eq for VarSet {}

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
