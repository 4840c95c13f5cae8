//! Places of a graph that come in one after the other and make no cycle. Their parts are kept by
//! union by size and can be taken back.

use super::Graph;
use smallvec::SmallVec;

/// The places of a graph that are in, and their parts. An outer place, the last one, is always in;
/// edges join it to the places of the border.
#[derive(Clone, Debug)]
pub(crate) struct GrowingForest {
    /// By place: edges to the outer place.
    border: Vec<u8>,
    /// By place: one nearer to the root of its part.
    parent: Vec<u32>,
    /// By root: the size of its part.
    size: Vec<u32>,
    /// By place: the next member of its part, in a ring.
    next: Vec<u32>,
    is_in: Vec<bool>,
    /// The changes, oldest first.
    log: Vec<Undo>,
}

#[derive(Clone, Copy, Debug)]
enum Undo {
    In(u32),
    Joined { root: u32, to: u32 },
}

impl GrowingForest {
    /// No place but the outer one is in; `border[i]` edges join place `i` to it.
    pub(crate) fn new(border: Vec<u8>) -> GrowingForest {
        let n = border.len();
        let mut size = vec![1; n + 1];
        // The outer place stays the root of its part: nobody walks through its members when
        // another part joins it.
        size[n] = n as u32 + 1;
        let own = (0..=n as u32).collect::<Vec<u32>>();
        GrowingForest { border, parent: own.clone(), size, next: own, is_in: vec![false; n], log: Vec::new() }
    }

    pub(crate) fn outer(&self) -> u32 {
        self.is_in.len() as u32
    }

    pub(crate) fn border(&self, place: usize) -> u8 {
        self.border[place]
    }

    pub(crate) fn is_in(&self, place: usize) -> bool {
        self.is_in[place]
    }

    /// The root of the part that a place is in.
    pub(crate) fn root(&self, mut place: u32) -> u32 {
        while self.parent[place as usize] != place {
            place = self.parent[place as usize];
        }
        place
    }

    /// Calls `with` with the members of the part that a place is in.
    pub(crate) fn each_member(&self, of: u32, with: &mut dyn FnMut(u32)) {
        let mut member = of;
        loop {
            with(member);
            member = self.next[member as usize];
            if member == of {
                break;
            }
        }
    }

    /// Joins the parts of two places and adds the members of the smaller one to `moved`; `false` if
    /// they are one part.
    fn join(&mut self, a: u32, b: u32, moved: &mut Vec<u32>) -> bool {
        let (mut to, mut root) = (self.root(a), self.root(b));
        if to == root {
            return false;
        }
        if self.size[to as usize] < self.size[root as usize] {
            std::mem::swap(&mut to, &mut root);
        }
        self.each_member(root, &mut |member| moved.push(member));
        self.parent[root as usize] = to;
        self.size[to as usize] += self.size[root as usize];
        self.next.swap(to as usize, root as usize);
        self.log.push(Undo::Joined { root, to });
        true
    }

    /// A place comes in; `false` if it closes a cycle. `moved` takes places such that each place
    /// which has come to close a cycle is beside one of them or beside the place itself.
    pub(crate) fn bring_in(&mut self, graph: &Graph, place: usize, moved: &mut Vec<u32>) -> bool {
        self.is_in[place] = true;
        self.log.push(Undo::In(place as u32));
        for _ in 0..self.border[place] {
            if !self.join(place as u32, self.outer(), moved) {
                return false;
            }
        }
        let is_in = |other: u32, forest: &GrowingForest| forest.is_in[other as usize];
        graph.beside(place).iter().all(|&other| !is_in(other, self) || self.join(place as u32, other, moved))
    }

    /// Would the place close a cycle?
    pub(crate) fn closes(&self, graph: &Graph, place: usize) -> bool {
        let outer = (0..self.border[place]).map(|_| self.outer());
        let beside = graph.beside(place).iter().copied().filter(|&other| self.is_in[other as usize]);
        let mut roots: SmallVec<[u32; 8]> = SmallVec::new();
        for root in beside.chain(outer).map(|other| self.root(other)) {
            if roots.contains(&root) {
                return true;
            }
            roots.push(root);
        }
        false
    }

    /// The number of changes so far.
    pub(crate) fn changes(&self) -> usize {
        self.log.len()
    }

    /// Takes all changes back but for the oldest ones.
    pub(crate) fn take_back(&mut self, to: usize) {
        while self.log.len() > to {
            match self.log.pop() {
                Some(Undo::In(place)) => self.is_in[place as usize] = false,
                Some(Undo::Joined { root, to }) => {
                    self.next.swap(to as usize, root as usize);
                    self.size[to as usize] -= self.size[root as usize];
                    self.parent[root as usize] = root;
                }
                None => break,
            }
        }
    }
}
