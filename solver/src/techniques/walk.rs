//! Breadth-first walks over statements "on" and "off".

use super::links::{Links, Rows, bits};

/// Chains have at most this many links.
const LINKS: u8 = 25;
/// Where the shortest way uses a candidate twice, ways of up to so many more links are tried.
const DETOUR: u8 = 8;
/// Steps back that one way may cost.
const STEPS: u32 = 200_000;
/// Not reached.
const FAR: u8 = u8::MAX;

/// What is on when a node is off, what is off when it is on.
pub(super) type Both<'r> = [&'r Rows; 2];

/// The statements that follow from one, with the least number of links.
pub(super) struct Tree {
    /// As off, as on.
    depth: [Vec<u8>; 2],
    left: [Vec<u64>; 2],
    frontier: Vec<u32>,
    next: Vec<u32>,
    source: (u32, bool),
}

impl Tree {
    /// A tree for graphs of `n` nodes.
    pub fn new(n: usize) -> Tree {
        let bits = || vec![0; n.div_ceil(64)];
        let depth = || vec![FAR; n];
        Tree { depth: [depth(), depth()], left: [bits(), bits()], frontier: vec![], next: vec![], source: (0, false) }
    }

    /// Grows the tree from one statement. Returns the words read.
    pub fn grow(&mut self, rows: Both<'_>, source: u32, on: bool) -> u64 {
        self.depth.iter_mut().for_each(|d| d.fill(FAR));
        self.left.iter_mut().for_each(|l| l.fill(u64::MAX));
        self.frontier.clear();
        self.frontier.push(source);
        self.source = (source, on);
        self.depth[usize::from(on)][source as usize] = 0;
        self.left[usize::from(on)][source as usize / 64] &= !(1 << (source % 64));
        let mut effort = 0;
        let mut on = on;
        for links in 1..=LINKS {
            let rows = rows[usize::from(on)];
            let (left, depth) = (&mut self.left[usize::from(!on)], &mut self.depth[usize::from(!on)]);
            self.next.clear();
            for &from in &self.frontier {
                for (w, (&row, left)) in rows.row(from as usize).iter().zip(left.iter_mut()).enumerate() {
                    let mut new = row & *left;
                    *left &= !row;
                    while new != 0 {
                        let to = w as u32 * 64 + new.trailing_zeros();
                        new &= new - 1;
                        depth[to as usize] = links;
                        self.next.push(to);
                    }
                }
            }
            effort += (self.frontier.len() * rows.words) as u64;
            if self.next.is_empty() {
                break;
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
            on = !on;
        }
        effort
    }

    /// Does the statement follow?
    #[inline]
    pub fn reached(&self, node: u32, on: bool) -> bool {
        self.depth[usize::from(on)][node as usize] != FAR
    }

    /// A way from the source to a statement that uses no candidate twice (save a source that it ends in), as short as
    /// the bounds let it find.
    pub fn path(&self, links: &Links, rows: Both<'_>, end: u32, end_on: bool) -> Option<Vec<u32>> {
        let shortest = self.depth[usize::from(end_on)][end as usize];
        if shortest == FAR {
            return None;
        }
        for length in (shortest..=LINKS.min(shortest + DETOUR)).step_by(2) {
            let mut way = vec![end];
            if self.back(links, rows, &mut way, end_on, length, &mut { STEPS }) {
                way.reverse();
                return Some(way);
            }
        }
        None
    }

    fn back(&self, links: &Links, rows: Both<'_>, way: &mut Vec<u32>, on: bool, length: u8, steps: &mut u32) -> bool {
        let Some(&node) = way.last() else { return false };
        if length == 0 {
            return (node, on) == self.source;
        }
        let depth = &self.depth[usize::from(!on)];
        for p in bits(rows[usize::from(!on)].row(node as usize)) {
            if depth[p] >= length || (length == 1 && (p as u32, !on) != self.source) {
                continue;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            let before = &links.nodes[p];
            let round = length == 1 && p as u32 == way[0];
            let twice = |&b: &u32| b as usize == p;
            if way[usize::from(round)..].iter().any(twice) {
                continue;
            }
            way.push(p as u32);
            if self.back(links, rows, way, !on, length - 1, steps) {
                return true;
            }
            way.pop();
        }
        false
    }
}
