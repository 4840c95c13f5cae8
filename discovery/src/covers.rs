//! Covers of a core: sets that hold its candidates as often as its truths do. With one cover more
//! than truths and the goal in two of them (rank 1) one cover has to go without; with as many (rank
//! 0) each cover is used up by the core.

use crate::sets::{CoreSets, Mask, Set, add};
use tesuji_solver::Literal;

/// Coverings that are compared at most, and steps of the search for them.
const MOST: usize = 2_000;
const STEPS: usize = 20_000;

/// All ways to cover the core at a rank: the covers that hold the goal (one more than the rank)
/// first, then the others, sorted. Truths and rank make the number of covers.
pub(crate) fn coverings(core: &CoreSets<'_>, goal: Literal, rank: usize) -> Vec<Vec<Set>> {
    let of_goal: Vec<(Set, Mask)> =
        core.covers_of(goal).into_iter().map(|s| (s, core.mask(s))).filter(|(_, m)| *m != 0).collect();
    let covers: Vec<Vec<(Set, Mask)>> =
        core.all.iter().map(|&l| core.covers_of(l).into_iter().map(|s| (s, core.mask(s))).collect()).collect();
    let mut search = Search { covers, need: core.needs(), found: Vec::new(), steps: 0 };
    for picked in 1u32..1 << of_goal.len().min(16) {
        if picked.count_ones() as usize != rank + 1 {
            continue;
        }
        let chosen = || of_goal.iter().enumerate().filter(|(i, _)| picked >> i & 1 == 1).map(|(_, s)| s);
        let mut sets: Vec<Set> = chosen().map(|(s, _)| *s).collect();
        let have = chosen().fold([0; 3], |sum, (_, m)| add(sum, *m));
        search.go(&mut sets, have, core.bases.len() - 1);
    }
    for sets in &mut search.found {
        sets[rank + 1..].sort_unstable();
    }
    search.found.sort_unstable();
    search.found.dedup();
    search.found
}

struct Search {
    covers: Vec<Vec<(Set, Mask)>>,
    need: [Mask; 3],
    found: Vec<Vec<Set>>,
    steps: usize,
}

impl Search {
    fn go(&mut self, sets: &mut Vec<Set>, have: [Mask; 3], left: usize) {
        self.steps += 1;
        if self.found.len() >= MOST || self.steps >= STEPS {
            return;
        }
        let open = (0..3).fold(0, |m, i| m | (self.need[i] & !have[i]));
        if open == 0 {
            if left == 0 {
                self.found.push(sets.clone());
            }
            return;
        }
        if left == 0 {
            return;
        }
        let first = open.trailing_zeros() as usize;
        for i in 0..self.covers[first].len() {
            let (set, mask) = self.covers[first][i];
            if !sets.contains(&set) {
                sets.push(set);
                self.go(sets, add(have, mask), left - 1);
                sets.pop();
            }
        }
    }
}

/// A chain: each truth lies in the covers before and after it, the goal in the first and the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// Covers, one more than truths.
    pub(crate) covers: Vec<Set>,
    /// The truths between them, by number.
    pub(crate) order: Vec<usize>,
}

/// All chains of the least description length; none where a candidate lies in two truths.
pub(crate) fn chains(core: &CoreSets<'_>, goal: Literal) -> Vec<Chain> {
    if core.bases.len() < 2 || core.needs()[1] != 0 {
        return Vec::new();
    }
    let mut found = (u32::MAX, Vec::new());
    for first in core.covers_of(goal) {
        let mut chain = Chain { covers: vec![first], order: Vec::new() };
        extend(core, goal, &mut chain, &mut found);
    }
    found.1
}

fn extend(core: &CoreSets<'_>, goal: Literal, chain: &mut Chain, found: &mut (u32, Vec<Chain>)) {
    let Some(&last) = chain.covers.last() else { return };
    if found.1.len() >= MOST {
        return;
    }
    let before = core.mask(last);
    for i in 0..core.bases.len() {
        let rest = core.members[i] & !before;
        if chain.order.contains(&i) || rest == core.members[i] || rest == 0 {
            continue;
        }
        for next in core.covers_of(core.all[rest.trailing_zeros() as usize]) {
            if chain.covers.contains(&next) || rest & !core.mask(next) != 0 {
                continue;
            }
            chain.order.push(i);
            chain.covers.push(next);
            if chain.order.len() < core.bases.len() {
                extend(core, goal, chain, found);
            } else if core.holds(next, goal) {
                let length = core.length(&chain.covers);
                if length < found.0 {
                    *found = (length, Vec::new());
                }
                if length == found.0 {
                    found.1.push(chain.clone());
                }
            }
            chain.order.pop();
            chain.covers.pop();
        }
    }
}
