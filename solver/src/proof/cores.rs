//! The smallest cores of depth-1 proofs: all of them where the search is short, else the best of several random ones.

use super::Proof;
use super::prove::Prover;
use crate::trial::{Clash, Listen, LitId, State, TruthId};
use crate::{Literal, RuleId, Truth};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::collections::BTreeSet;

/// Bounds on the search for smallest cores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreLimits {
    /// Most truths of a core for which all sets are searched.
    pub exact: usize,
    /// Most truths fired in that search for one goal.
    pub fires: u64,
    /// Random proofs per goal beyond it.
    pub tries: u32,
    /// Most cores to keep.
    pub keep: usize,
    /// Seed of the random ones.
    pub seed: u64,
}

impl Default for CoreLimits {
    fn default() -> Self {
        CoreLimits { exact: 5, fires: 20_000, tries: 24, keep: 64, seed: 1 }
    }
}

/// Cores of the smallest size found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cores {
    /// The cores, each sorted, in order.
    pub cores: Vec<Vec<Truth>>,
    /// Are these all cores of the smallest size (of those that refute by singles)?
    pub complete: bool,
}

impl Cores {
    /// Truths per core.
    pub fn size(&self) -> usize {
        self.cores.first().map_or(0, Vec::len)
    }
}

/// Collects the candidates that went.
#[derive(Default)]
struct Gone(Vec<LitId>);

impl Listen for Gone {
    fn excluded(&mut self, gone: LitId, _: LitId, _: Option<TruthId>) {
        self.0.push(gone);
    }
    fn pruned(&mut self, gone: LitId, _: RuleId) {
        self.0.push(gone);
    }
}

struct Search<'p, 'a, 'n> {
    prover: &'p Prover<'a, 'n>,
    fires: u64,
    most: u64,
    keep: usize,
    found: BTreeSet<Vec<TruthId>>,
    full: bool,
}

impl Search<'_, '_, '_> {
    /// Takes `id` as true in `at`; gives the truths that came down to one candidate or to none.
    fn fire(&self, at: &mut State, id: LitId, truth: Option<TruthId>) -> (Vec<TruthId>, Vec<TruthId>) {
        let net = self.prover.net;
        let (mut gone, mut queue) = (Gone::default(), Vec::new());
        // A clash shows in the counters below.
        let _: Result<(), Clash> = at.hold(net, id, truth, &mut queue, &mut gone);
        let mut empty: Vec<TruthId> =
            gone.0.iter().flat_map(|&l| net.truths_of(l)).copied().filter(|&t| at.left(t) == 0).collect();
        empty.sort_unstable();
        empty.dedup();
        queue.sort_unstable();
        queue.dedup();
        queue.retain(|&t| at.left(t) == 1 && at.last(net, t).is_some_and(|l| !at.is_known(l)));
        (queue, empty)
    }

    /// All sets of `depth` truths, besides `chosen`, of which the last has nothing left. `units` from `start` on may be
    /// fired; each set is met once, in the order in which its truths come up.
    fn go(&mut self, at: &State, units: &[TruthId], start: usize, chosen: &mut Vec<TruthId>, depth: usize) {
        for (i, &t) in units.iter().enumerate().skip(start) {
            if at.left(t) != 1 {
                continue;
            }
            let Some(unit) = at.last(self.prover.net, t).filter(|&l| !at.is_known(l)) else { continue };
            if self.fires >= self.most || self.found.len() >= self.keep {
                self.full = false;
                return;
            }
            self.fires += 1;
            let mut child = at.clone();
            let (new, empty) = self.fire(&mut child, unit, Some(t));
            chosen.push(t);
            if depth == 2 {
                for e in empty {
                    let mut core = chosen.clone();
                    core.push(e);
                    core.sort_unstable();
                    self.found.insert(core);
                }
            } else if empty.is_empty() {
                let mut all = units.to_vec();
                all.extend(new);
                self.go(&child, &all, i + 1, chosen, depth - 1);
            }
            chosen.pop();
        }
    }
}

impl Prover<'_, '_> {
    /// The smallest cores by which assuming `goal` and drawing singles leads to a contradiction; none when it does not.
    pub fn smallest_cores(&mut self, goal: Literal, limits: &CoreLimits) -> Cores {
        let none = Cores { cores: Vec::new(), complete: true };
        let Some(first) = self.refute(goal, 1) else { return none };
        let Some(first) = self.minimise(&first) else { return none };
        let exact = if self.net.extra().is_empty() { limits.exact } else { 0 };
        if let Some(cores) = self.all_smallest(goal, exact.min(first.core.len()), limits) {
            return cores;
        }
        self.random_smallest(goal, first, limits)
    }

    /// The cores of exactly `size` truths, where there are none smaller; `None` when the search got too long.
    pub fn cores_of_size(&self, goal: Literal, size: usize, limits: &CoreLimits) -> Option<Vec<Vec<Truth>>> {
        let id = self.net.id(goal).filter(|&id| self.base.is_live(id))?;
        let search = self.search(id, size..=size, limits);
        search.full.then(|| self.named(&search.found))
    }

    /// All cores of the least size up to `most`; `None` when there is none or the search got too long.
    fn all_smallest(&self, goal: Literal, most: usize, limits: &CoreLimits) -> Option<Cores> {
        let id = self.net.id(goal)?;
        let search = self.search(id, 1..=most, limits);
        let cores = self.named(&search.found);
        (!cores.is_empty()).then_some(Cores { cores, complete: search.full })
    }

    /// Looks for cores of each size in turn until there are some.
    fn search(&self, id: LitId, sizes: std::ops::RangeInclusive<usize>, limits: &CoreLimits) -> Search<'_, '_, '_> {
        let mut search = Search {
            prover: self,
            fires: 0,
            most: limits.fires,
            keep: limits.keep,
            found: BTreeSet::new(),
            full: true,
        };
        let mut at = self.base.clone();
        let (mut units, empty) = search.fire(&mut at, id, None);
        let waiting: Vec<TruthId> =
            self.pending.iter().copied().filter(|t| !units.contains(t) && at.left(*t) == 1).collect();
        units.extend(waiting);
        for size in sizes {
            if size == 1 {
                search.found.extend(empty.iter().map(|&t| vec![t]));
            } else if empty.is_empty() {
                search.go(&at, &units, 0, &mut Vec::new(), size);
            }
            if !search.found.is_empty() || !search.full {
                break;
            }
        }
        search
    }

    fn named(&self, found: &BTreeSet<Vec<TruthId>>) -> Vec<Vec<Truth>> {
        let truths = self.net.truths();
        let name = |core: &Vec<TruthId>| {
            let mut named: Vec<Truth> = core.iter().map(|&t| truths[t as usize]).collect();
            named.sort_unstable();
            named
        };
        let mut cores: Vec<_> = found.iter().map(name).collect();
        cores.sort_unstable();
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
        Cores { cores: best.into_iter().collect(), complete: false }
    }

    /// A depth-1 proof of the goal from a core.
    pub fn from_core(&mut self, goal: Literal, core: &[Truth]) -> Option<Proof> {
        let theory = self.only(core);
        self.refute_in(goal, 1, &theory, &mut None)
    }
}
