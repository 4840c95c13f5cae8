//! Cores of depth-1 proofs: all irreducible ones up to a size, those of the least size, and where
//! that search is too long the best of several random ones.

use super::Proof;
use super::core_search::Search;
use super::prove::Prover;
use crate::trial::TruthId;
use crate::{Literal, Part, Truth};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Bounds on the search for smallest cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreLimits {
    /// Most truths of a core for which all sets are searched.
    pub exact: usize,
    /// Most truths fired in that search for one goal.
    pub fires: u64,
    /// Random proofs per goal beyond it.
    pub tries: u32,
    /// Most cores to keep, small ones first.
    pub keep: usize,
    /// Seed of the random ones.
    pub seed: u64,
}

impl Default for CoreLimits {
    fn default() -> Self {
        CoreLimits { exact: 5, fires: 20_000, tries: 24, keep: 64, seed: 1 }
    }
}

/// Cores of one goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cores {
    /// The cores, each sorted, small ones first.
    pub cores: Vec<Vec<Truth>>,
    /// Are these all that were asked for (of those that refute by singles)?
    pub complete: bool,
    /// Truths fired in the search.
    pub fires: u64,
}

/// Is the first of two sorted lists in the second?
pub(super) fn is_subset<T: Ord>(part: &[T], whole: &[T]) -> bool {
    part.len() <= whole.len() && part.iter().all(|t| whole.binary_search(t).is_ok())
}

impl Cores {
    /// Truths of the smallest core; 0 when there is none.
    pub fn size(&self) -> usize {
        self.cores.first().map_or(0, Vec::len)
    }
}

impl Prover<'_, '_> {
    /// The smallest cores by which assuming `goal` and drawing singles leads to a contradiction;
    /// none when it does not.
    pub fn smallest_cores(&mut self, goal: Literal, limits: &CoreLimits) -> Cores {
        let none = Cores { cores: Vec::new(), complete: true, fires: 0 };
        let Some(first) = self.refute(goal, 1) else { return none };
        let Some(first) = self.minimise(&first) else { return none };
        let least = self.least_cores(goal, limits.exact.min(first.core.len()), limits);
        if least.size() > 0 { least } else { self.random_smallest(goal, first, limits) }
    }

    /// All cores of the least size, where that is at most `most`.
    pub fn least_cores(&self, goal: Literal, most: usize, limits: &CoreLimits) -> Cores {
        self.search(goal, 1..=most, None, limits, true)
    }

    /// Sets of `size` truths that refute the goal: its irreducible cores of that size, where it
    /// has no smaller ones.
    pub fn cores_of_size(&self, goal: Literal, size: usize, limits: &CoreLimits) -> Cores {
        self.search(goal, size..=size, None, limits, true)
    }

    /// All irreducible cores of at most `most` truths: without any one of its truths, singles no
    /// longer refute the goal. Only truths of `among` (by [`TruthId`]) take part; `None`: all
    /// truths, and rules as a whole.
    pub fn irreducible_cores(&self, goal: Literal, most: usize, among: Option<&[bool]>, limits: &CoreLimits) -> Cores {
        self.search(goal, 1..=most, among, limits, false)
    }

    /// Looks for cores of each size in turn.
    fn search(
        &self,
        goal: Literal,
        sizes: RangeInclusive<usize>,
        among: Option<&[bool]>,
        limits: &CoreLimits,
        only_least: bool,
    ) -> Cores {
        let Some(id) = self.net.id(goal).filter(|&id| self.base.is_live(id)) else {
            return Cores { cores: Vec::new(), complete: true, fires: 0 };
        };
        let mut search = Search::new(self, id, among, (limits.fires, limits.keep));
        for size in sizes {
            search.run(size);
            if !search.full || (only_least && search.kept() > 0) {
                break;
            }
        }
        Cores { cores: self.named(search.sets()), complete: search.full, fires: limits.fires - search.fires }
    }

    fn named<'f>(&self, found: impl Iterator<Item = &'f Vec<TruthId>>) -> Vec<Vec<Truth>> {
        let (truths, extra) = (self.net.truths(), self.net.extra());
        let name = |core: &Vec<TruthId>| {
            let truth = |&t: &TruthId| match truths.get(t as usize) {
                Some(&truth) => truth,
                None => Truth::Rule { rule: extra[t as usize - truths.len()], part: Part::Whole },
            };
            let mut named: Vec<Truth> = core.iter().map(truth).collect();
            named.sort_unstable();
            named
        };
        let mut cores: Vec<_> = found.map(name).collect();
        cores.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        cores
    }

    fn random_smallest(&mut self, goal: Literal, first: Proof, limits: &CoreLimits) -> Cores {
        let mut best: BTreeSet<Vec<Truth>> = BTreeSet::from([first.core]);
        let own = u64::from(goal.var.0) << 8 | u64::from(goal.value);
        let mut rng = ChaCha8Rng::seed_from_u64(limits.seed ^ own.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let all = self.all();
        for _ in 0..limits.tries {
            let mut shuffle = Some(rng.clone());
            let proof = self.refute_in(goal, 1, &all, &mut shuffle);
            if let Some(after) = shuffle {
                rng = after;
            }
            let Some(proof) = proof else { break };
            let mut order = proof.core.clone();
            for i in (1..order.len()).rev() {
                order.swap(i, rng.next_u32() as usize % (i + 1));
            }
            let Some(proof) = self.shrink(goal, 1, proof, &order) else { break };
            let size = best.first().map_or(usize::MAX, Vec::len);
            if proof.core.len() < size {
                best.clear();
            }
            if proof.core.len() <= size && best.len() < limits.keep {
                best.insert(proof.core);
            }
        }
        Cores { cores: best.into_iter().take(limits.keep).collect(), complete: false, fires: 0 }
    }

    /// A depth-1 proof of the goal from a core.
    pub fn from_core(&mut self, goal: Literal, core: &[Truth]) -> Option<Proof> {
        let theory = self.only(core);
        self.refute_in(goal, 1, &theory, &mut None)
    }
}
