//! Graphs over the places of a scope.

use super::cut_places::{CutSearch, Neighbours};
use crate::{NetworkError, RuleKind};
use std::collections::VecDeque;

/// Edges between places 0, 1, … of a scope.
#[derive(Clone, Debug)]
pub struct Graph {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Graph {
    /// The graph over `n` places.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge names a place that does not exist, or one place
    /// twice.
    pub fn new(kind: RuleKind, n: usize, edges: &[[u32; 2]]) -> Result<Graph, NetworkError> {
        let mut lists = vec![Vec::new(); n];
        for &[a, b] in edges {
            if a as usize >= n || b as usize >= n || a == b {
                let why = format!("an edge between {a} and {b} among {n} places");
                return Err(NetworkError::Malformed { kind, why });
            }
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        let mut graph = Graph { start: vec![0], to: Vec::new() };
        for list in lists {
            graph.to.extend(list);
            graph.start.push(graph.to.len() as u32);
        }
        Ok(graph)
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.start.len() - 1
    }

    /// The places beside a place; one twice if two edges lead there.
    #[inline]
    pub fn beside(&self, place: usize) -> &[u32] {
        &self.to[self.start[place] as usize..self.start[place + 1] as usize]
    }

    /// The parts in which the places that `holds` hang together.
    pub fn components(&self, holds: &dyn Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.places()];
        let mut components = Vec::new();
        for first in 0..self.places() {
            if holds(first) && !seen[first] {
                let part = self.nearest(first, usize::MAX, holds);
                part.iter().for_each(|&p| seen[p] = true);
                components.push(part);
            }
        }
        components
    }

    /// Up to `most` places that can be reached from `from` through places that `passes`, the
    /// nearest first; `from` itself is the first.
    pub fn nearest(&self, from: usize, most: usize, passes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.places()];
        seen[from] = true;
        let mut part = vec![from];
        let mut next = 0;
        while next < part.len() {
            for &beside in self.beside(part[next]) {
                let beside = beside as usize;
                if !seen[beside] && passes(beside) && part.len() < most {
                    seen[beside] = true;
                    part.push(beside);
                }
            }
            next += 1;
        }
        part
    }

    /// By place: the number of steps from `from` through places that `passes`; `usize::MAX` where
    /// none lead.
    pub fn distances(&self, from: usize, passes: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.places()];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            for &next in self.beside(place) {
                let next = next as usize;
                if distances[next] == usize::MAX && passes(next) {
                    distances[next] = distances[place] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// The places beside a part that are not in it, each once.
    pub fn wall(&self, part: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.places()];
        part.iter().for_each(|&p| seen[p] = true);
        let mut wall = Vec::new();
        for &place in part {
            for &beside in self.beside(place) {
                if !std::mem::replace(&mut seen[beside as usize], true) {
                    wall.push(beside as usize);
                }
            }
        }
        wall
    }

    /// The places that can be reached from `from` through places that `passes`; `from` itself
    /// counts whatever it is.
    pub fn reach(&self, from: usize, passes: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.places()];
        seen[from] = true;
        let mut stack = vec![from];
        while let Some(place) = stack.pop() {
            for &next in self.beside(place) {
                let next = next as usize;
                if !seen[next] && passes(next) {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        seen
    }

    /// The neighbours of all places, as the search for cut places reads them.
    pub(crate) fn neighbours(&self) -> Neighbours<'_, u32> {
        Neighbours { start: &self.start, to: &self.to }
    }

    /// What [`reach`](Self::reach) says, and the places on all ways from `from` to some place that
    /// `counts`: without one of them, that place is out of reach.
    pub fn cuts(
        &self,
        from: usize,
        passes: &dyn Fn(usize) -> bool,
        counts: &dyn Fn(usize) -> bool,
    ) -> (Vec<bool>, Vec<bool>) {
        let (mut reached, mut cuts) = (vec![false; self.places()], vec![false; self.places()]);
        let enter = |place: usize| {
            reached[place] = true;
            counts(place)
        };
        CutSearch::default().walk(self.neighbours(), from, passes, enter, |place, counts| cuts[place] |= counts);
        (reached, cuts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On drawn graphs the walk finds what leaving out each place by itself shows.
    #[test]
    fn cuts_are_the_places_without_which_something_is_out_of_reach() {
        let mut seed = 7_u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let mut found = 0;
        for _ in 0..3_000 {
            let n = 2 + below(9) as usize;
            let edges: Vec<[u32; 2]> = (0..below(14))
                .map(|_| [below(n as u64) as u32, below(n as u64) as u32])
                .filter(|[a, b]| a != b)
                .collect();
            let graph = Graph::new(RuleKind::Connected, n, &edges).expect("well formed");
            let (open, counted) = (below(1 << n), below(1 << n));
            let from = below(n as u64) as usize;
            let passes = |p: usize| open >> p & 1 == 1;
            let counts = |p: usize| counted >> p & 1 == 1;
            let (reached, cuts) = graph.cuts(from, &passes, &counts);
            assert_eq!(reached, graph.reach(from, &passes));
            for place in (0..n).filter(|&p| p != from && reached[p]) {
                let without = graph.reach(from, &|p| p != place && passes(p));
                let lost = (0..n).any(|p| p != place && counts(p) && reached[p] && !without[p]);
                assert_eq!(cuts[place], lost, "{edges:?} from {from} without {place}");
                found += usize::from(lost);
            }
        }
        assert!(found > 100);
    }
}
