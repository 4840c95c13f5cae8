//! The set from which a side can force play into a target, grown backwards with counters of open
//! successors.

use std::collections::VecDeque;

/// Lists of numbers, one after another in one array.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(super) fn new() -> Self {
        Lists { start: vec![0], items: Vec::new() }
    }

    /// Adds an item to the list that is still open.
    pub(super) fn push(&mut self, item: u32) {
        self.items.push(item);
    }

    /// Ends the open list.
    pub(super) fn close(&mut self) {
        self.start.push(self.items.len() as u32);
    }

    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    pub(super) fn span(&self, i: u32) -> std::ops::Range<usize> {
        let i = i as usize;
        match (self.start.get(i), self.start.get(i + 1)) {
            (Some(&a), Some(&b)) => a as usize..b as usize,
            _ => 0..0,
        }
    }

    pub(super) fn get(&self, i: u32) -> &[u32] {
        &self.items[self.span(i)]
    }

    /// The lists of sources by target, `n` of them.
    fn reversed(&self, n: usize) -> Lists {
        let mut start = vec![0_u32; n + 1];
        for &to in &self.items {
            start[to as usize + 1] += 1;
        }
        for i in 0..n {
            start[i + 1] += start[i];
        }
        let mut at = start.clone();
        let mut items = vec![0; self.items.len()];
        for from in 0..self.start.len() as u32 - 1 {
            for &to in self.get(from) {
                let slot = &mut at[to as usize];
                items[*slot as usize] = from;
                *slot += 1;
            }
        }
        Lists { start, items }
    }
}

/// The forcer's set, its growth and ranks (plies to the target under best play of both).
#[derive(Debug)]
pub(super) struct Attractor {
    before: Lists,
    forcer: Vec<bool>,
    open: Vec<u32>,
    rank: Vec<u32>,
}

const OUT: u32 = u32::MAX;

impl Attractor {
    /// An empty set over a graph; `forcer[i]`: the forcer is to move at `i`.
    pub(super) fn new(next: &Lists, forcer: Vec<bool>) -> Self {
        let n = forcer.len();
        let open = (0..n as u32).map(|i| next.get(i).len() as u32).collect();
        Attractor { before: next.reversed(n), forcer, open, rank: vec![OUT; n] }
    }

    /// Adds targets and all positions from which the forcer can now force play into the set;
    /// `caught` hears of each new member with its rank, in rising order of ranks.
    pub(super) fn grow(&mut self, targets: impl IntoIterator<Item = u32>, mut caught: impl FnMut(u32, u32)) {
        let mut queue = VecDeque::new();
        for t in targets {
            if std::mem::replace(&mut self.rank[t as usize], 0) == OUT {
                queue.push_back(t);
            }
        }
        while let Some(at) = queue.pop_front() {
            let rank = self.rank[at as usize];
            caught(at, rank);
            for &from in self.before.get(at) {
                let f = from as usize;
                if self.rank[f] != OUT {
                    continue;
                }
                self.open[f] -= 1;
                if self.forcer[f] || self.open[f] == 0 {
                    self.rank[f] = rank + 1;
                    queue.push_back(from);
                }
            }
        }
    }

    /// Plies to the target, `None` outside the set.
    pub(super) fn rank(&self, at: u32) -> Option<u32> {
        self.rank.get(at as usize).copied().filter(|&r| r != OUT)
    }
}
