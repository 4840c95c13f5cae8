//! Floods over a graph, without memory of their own for each.

use super::flood::NOWHERE;
use crate::rules::Graph;

/// How far a flood goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Steps.
    pub reach: usize,
    /// Places; it may end with one more.
    pub most: usize,
    /// A place that is left out.
    pub without: usize,
}

impl Bounds {
    /// As far as it goes.
    pub const NONE: Bounds = Bounds { reach: usize::MAX, most: usize::MAX, without: NOWHERE };

    /// So many places at most.
    pub fn most(most: usize) -> Bounds {
        Bounds { most, ..Bounds::NONE }
    }

    /// So many steps at most.
    pub fn reach(reach: usize) -> Bounds {
        Bounds { reach, ..Bounds::NONE }
    }

    /// The same without a place.
    pub fn without(self, without: usize) -> Bounds {
        Bounds { without, ..self }
    }
}

/// The last flood, and scratch memory.
#[derive(Clone, Debug)]
pub(super) struct Floods {
    /// Places reached, in order.
    pub inside: Vec<u32>,
    /// Places met that did not pass.
    pub border: Vec<u32>,
    /// By place: the number of the flood that reached it last, or that less one as its border.
    mark: Vec<u32>,
    stamp: u32,
    distance: Vec<u32>,
    /// By place: from where the last flood came that reached it.
    parent: Vec<u32>,
    below: Vec<u32>,
}

impl Floods {
    pub fn new(places: usize) -> Floods {
        let none = || vec![0; places];
        Floods {
            inside: Vec::new(),
            border: Vec::new(),
            mark: none(),
            stamp: 0,
            distance: none(),
            parent: none(),
            below: none(),
        }
    }

    /// Floods from some places through places that `passes`.
    #[inline]
    pub fn flood(&mut self, graph: &Graph, from: &[u32], bounds: Bounds, passes: impl Fn(usize) -> bool) {
        if self.stamp >= u32::MAX - 2 {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        self.inside.clear();
        self.border.clear();
        for &place in from {
            if self.mark[place as usize] != self.stamp {
                self.mark[place as usize] = self.stamp;
                self.distance[place as usize] = 0;
                self.parent[place as usize] = place;
                self.inside.push(place);
            }
        }
        let mut at = 0;
        while at < self.inside.len() {
            let place = self.inside[at] as usize;
            at += 1;
            let steps = self.distance[place] + 1;
            if steps as usize > bounds.reach {
                break;
            }
            for &next in graph.beside(place) {
                let i = next as usize;
                if self.mark[i] >= self.stamp - 1 || i == bounds.without {
                    continue;
                }
                self.distance[i] = steps;
                if passes(i) {
                    self.mark[i] = self.stamp;
                    self.parent[i] = place as u32;
                    self.inside.push(next);
                    if self.inside.len() > bounds.most {
                        return;
                    }
                } else {
                    self.mark[i] = self.stamp - 1;
                    self.border.push(next);
                }
            }
        }
    }

    /// Steps from where the last flood, which reached the place, began.
    pub fn distance(&self, place: usize) -> usize {
        self.distance[place] as usize
    }

    /// Finds the places on which, themselves counted, more than `most` places hang in the tree of
    /// the last flood; not those where it began.
    pub fn add_roots(&mut self, most: usize, found: &mut Vec<u32>) {
        found.clear();
        for &place in &self.inside {
            self.below[place as usize] = 1;
        }
        for &place in self.inside.iter().rev() {
            let (i, parent) = (place as usize, self.parent[place as usize]);
            if parent != place {
                if self.below[i] as usize > most {
                    found.push(place);
                }
                self.below[parent as usize] += self.below[i];
            }
        }
    }
}
