//! Breadth-first walks over statements "on" and "off".

use super::links::{Links, Rows, bits};
use smallvec::SmallVec;

/// Chains have at most this many links.
pub(crate) const LINKS: u8 = 25;
/// Where the shortest way uses a candidate twice, ways of up to so many more links are tried.
pub(crate) const DETOUR: u8 = 4;
/// Steps back that one way may cost.
pub(crate) const STEPS: u32 = 400;
/// Not reached.
const FAR: u8 = u8::MAX;

/// What is on when a node is off, what is off when it is on.
pub(super) type Both<'r> = [&'r Rows; 2];

/// The statements that follow from one, with the least number of links.
pub(super) struct Tree {
    /// As off, as on.
    depth: [Vec<u8>; 2],
    left: [Vec<u64>; 2],
    front: Vec<u64>,
    next: Vec<u64>,
    source: (u32, bool),
    /// Words of bit rows read so far.
    pub effort: u64,
}

impl Tree {
    /// A tree for graphs of `n` nodes.
    pub fn new(n: usize) -> Tree {
        let bits = || vec![0; n.div_ceil(64)];
        let depth = || vec![FAR; n];
        Tree {
            depth: [depth(), depth()],
            left: [bits(), bits()],
            front: bits(),
            next: bits(),
            source: (0, false),
            effort: 0,
        }
    }

    /// Grows the tree from one statement.
    pub fn grow(&mut self, rows: Both<'_>, source: u32, on: bool) {
        self.depth.iter_mut().for_each(|d| d.fill(FAR));
        self.left.iter_mut().for_each(|l| l.fill(u64::MAX));
        self.front.fill(0);
        self.front[source as usize / 64] |= 1 << (source % 64);
        self.source = (source, on);
        self.depth[usize::from(on)][source as usize] = 0;
        self.left[usize::from(on)][source as usize / 64] &= !(1 << (source % 64));
        let mut on = on;
        for links in 1..=LINKS {
            let rows = rows[usize::from(on)];
            let (left, depth) = (&mut self.left[usize::from(!on)], &mut self.depth[usize::from(!on)]);
            self.next.fill(0);
            for from in bits(&self.front) {
                self.next.iter_mut().zip(rows.row(from)).for_each(|(next, row)| *next |= row);
                self.effort += rows.words as u64;
            }
            let mut any = 0;
            for (next, left) in self.next.iter_mut().zip(left.iter_mut()) {
                *next &= *left;
                *left &= !*next;
                any |= *next;
            }
            if any == 0 {
                break;
            }
            bits(&self.next).for_each(|to| depth[to] = links);
            std::mem::swap(&mut self.front, &mut self.next);
            on = !on;
        }
    }

    /// Does the statement follow?
    #[inline]
    pub fn reached(&self, node: u32, on: bool) -> bool {
        self.depth[usize::from(on)][node as usize] != FAR
    }

    /// A way from the source to a statement, as short as the bounds let it find, that uses no node
    /// twice (save a source that it ends in). Ways whose nodes share no candidate come first;
    /// between ways of one length the order of nodes decides.
    pub fn path(
        &mut self,
        links: &Links,
        rows: Both<'_>,
        (end, end_on): (u32, bool),
        descending: bool,
    ) -> Option<Vec<u32>> {
        let shortest = self.depth[usize::from(end_on)][end as usize];
        if shortest == FAR {
            return None;
        }
        for disjoint in [true, false] {
            for length in (shortest..=LINKS.min(shortest + DETOUR)).step_by(2) {
                let mut back = Back { tree: self, links, rows, disjoint, descending, way: vec![end], steps: STEPS };
                let found = back.step(end_on, length);
                let (way, steps) = (std::mem::take(&mut back.way), STEPS - back.steps);
                self.effort += u64::from(steps) * rows[0].words as u64;
                if found {
                    return Some(way.into_iter().rev().collect());
                }
            }
        }
        None
    }
}

/// The search for a way, from its end to the source.
struct Back<'t> {
    tree: &'t Tree,
    links: &'t Links,
    rows: Both<'t>,
    disjoint: bool,
    descending: bool,
    way: Vec<u32>,
    steps: u32,
}

impl Back<'_> {
    fn step(&mut self, on: bool, length: u8) -> bool {
        let Some(&node) = self.way.last() else { return false };
        if length == 0 {
            return (node, on) == self.tree.source;
        }
        let depth = &self.tree.depth[usize::from(!on)];
        let near = |&p: &usize| depth[p] < length && (length > 1 || (p as u32, !on) == self.tree.source);
        let mut before: SmallVec<[usize; 16]> =
            bits(self.rows[usize::from(!on)].row(node as usize)).filter(near).collect();
        if self.descending {
            before.reverse();
        }
        for p in before {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            if self.clashes(p as u32, length == 1) {
                continue;
            }
            self.way.push(p as u32);
            if self.step(!on, length - 1) {
                return true;
            }
            self.way.pop();
        }
        false
    }

    fn clashes(&self, p: u32, last: bool) -> bool {
        let round = last && p == self.way[0];
        let new = &self.links.nodes[p as usize];
        let meets = |&b: &u32| {
            let old = &self.links.nodes[b as usize];
            b == p || self.disjoint && old.value == new.value && old.set.meets(&new.set)
        };
        self.way[usize::from(round)..].iter().any(meets)
    }
}
