//! Strong and weak links between single candidates as rows of bits, and ways along them.
//!
//! The ways are those that `techniques/walk.rs` finds on a board: the bounds and the order of nodes
//! are the same.

use super::shape::{CELLS, Cells, VALUES, bits, each};
use super::state::Packed;
use crate::techniques::walk::{DETOUR, LINKS, STEPS};

/// The depth of a statement that is not reached.
const FAR: u8 = u8::MAX;

/// A graph of candidates, in order of cells, then of values.
pub(super) struct Graph {
    /// By node: its cell and its value.
    pub nodes: Vec<(u8, u8)>,
    /// Words of a row.
    pub words: usize,
    /// By node: those that are on when it is off; those that are off when it is on.
    rows: [Vec<u64>; 2],
    /// By cell: its first node.
    first: [u16; CELLS],
}

/// Sets bit `b` of row `a`.
pub(super) fn set(rows: &mut [u64], words: usize, a: usize, b: usize) {
    rows[a * words + b / 64] |= 1 << (b % 64);
}

impl Graph {
    fn new(nodes: Vec<(u8, u8)>) -> Graph {
        let words = nodes.len().div_ceil(64);
        let mut first = [0; CELLS];
        for (number, &(cell, _)) in nodes.iter().enumerate().rev() {
            first[usize::from(cell)] = number as u16;
        }
        let rows = || vec![0; nodes.len() * words];
        Graph { rows: [rows(), rows()], words, first, nodes }
    }

    fn link(&mut self, kind: usize, a: usize, b: usize) {
        set(&mut self.rows[kind], self.words, a, b);
        set(&mut self.rows[kind], self.words, b, a);
    }

    /// The graph of all candidates.
    pub(super) fn plain(at: &Packed<'_>) -> Graph {
        let of = |cell: usize| bits(at.cand[cell].into()).map(move |value| (cell as u8, value as u8));
        let mut graph = Graph::new(each(at.open).flat_map(of).collect());
        for cell in each(at.open) {
            let count = at.cand[cell].count_ones() as usize;
            let first = usize::from(graph.first[cell]);
            for i in 0..count {
                (0..i).for_each(|j| graph.link(1, first + i, first + j));
            }
            if count == 2 {
                graph.link(0, first, first + 1);
            }
        }
        for value in 0..at.shape.n {
            let node = |graph: &Graph, cell: usize| graph.node(at, cell, value);
            graph.link_value(at, at.places[value], &node);
            graph.link_houses(at, value, &node);
        }
        graph
    }

    /// The graph of one value.
    pub(super) fn of_value(at: &Packed<'_>, value: usize) -> Graph {
        let mut graph = Graph::new(each(at.places[value]).map(|cell| (cell as u8, value as u8)).collect());
        let node = |graph: &Graph, cell: usize| usize::from(graph.first[cell]);
        graph.link_value(at, at.places[value], &node);
        graph.link_houses(at, value, &node);
        graph
    }

    /// The graph of the cells with two candidates, without the strong links of houses.
    pub(super) fn of_pairs(at: &Packed<'_>) -> Graph {
        let of = |cell: usize| bits(at.cand[cell].into()).map(move |value| (cell as u8, value as u8));
        let mut graph = Graph::new(each(at.bivalue).flat_map(of).collect());
        for cell in each(at.bivalue) {
            let first = usize::from(graph.first[cell]);
            graph.link(0, first, first + 1);
        }
        for value in 0..at.shape.n {
            let node = |graph: &Graph, cell: usize| graph.node(at, cell, value);
            graph.link_value(at, at.places[value] & at.bivalue, &node);
        }
        graph
    }

    fn link_value(&mut self, at: &Packed<'_>, places: Cells, node: &dyn Fn(&Graph, usize) -> usize) {
        for cell in each(places) {
            let own = node(self, cell);
            for peer in each(places & at.shape.peers[cell] & (Cells::MAX << cell)) {
                let other = node(self, peer);
                self.link(1, own, other);
            }
        }
    }

    fn link_houses(&mut self, at: &Packed<'_>, value: usize, node: &dyn Fn(&Graph, usize) -> usize) {
        for (number, house) in at.shape.houses.iter().enumerate() {
            let places = at.within[number][value];
            if places.count_ones() == 2 {
                let end = |place: u32| usize::from(house.cells[place as usize]);
                let ends = [end(places.trailing_zeros()), end(15 - places.leading_zeros())];
                let [a, b] = ends.map(|cell| node(self, cell));
                self.link(0, a, b);
            }
        }
    }

    /// The node of a candidate in a graph that has all candidates of its cell.
    pub(super) fn node(&self, at: &Packed<'_>, cell: usize, value: usize) -> usize {
        usize::from(self.first[cell]) + (at.cand[cell] & ((1 << value) - 1)).count_ones() as usize
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn cell(&self, node: usize) -> usize {
        usize::from(self.nodes[node].0)
    }

    pub(super) fn value(&self, node: usize) -> usize {
        usize::from(self.nodes[node].1)
    }

    /// The nodes that are on when this one is off, as bits.
    pub(super) fn strong(&self, node: usize) -> &[u64] {
        &self.rows[0][node * self.words..][..self.words]
    }

    /// The nodes that are off when this one is on.
    pub(super) fn weak(&self, node: usize) -> &[u64] {
        &self.rows[1][node * self.words..][..self.words]
    }

    #[inline]
    fn follows(&self, node: usize, on: bool) -> &[u64] {
        &self.rows[usize::from(on)][node * self.words..][..self.words]
    }
}

/// Is the bit set?
#[inline]
pub(super) fn has(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

/// The set bits of a row, in order.
#[inline]
pub(super) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(word, &own)| {
        let mut left = own;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(word * 64 + bit)
        })
    })
}

/// The statements that follow from each of many sources, link by link.
pub(super) struct Fronts<'g> {
    graph: &'g Graph,
    /// By source: the statements "off" that were reached, then the statements "on".
    seen: Vec<u64>,
    /// By source: the statements that were reached last.
    front: Vec<u64>,
    on: bool,
}

impl<'g> Fronts<'g> {
    /// The sources are all nodes, as off or as on.
    pub(super) fn new(graph: &'g Graph, on: bool) -> Self {
        let (n, words) = (graph.len(), graph.words);
        let mut fronts = Fronts { graph, seen: vec![0; n * words * 2], front: vec![0; n * words], on };
        for node in 0..n {
            set(&mut fronts.front, words, node, node);
            set(&mut fronts.seen, words, 2 * node + usize::from(on), node);
        }
        fronts
    }

    /// Goes one link on from a source. Returns the statements that are new, or `None` if none is.
    #[inline]
    pub(super) fn grow(&mut self, source: usize) -> Option<&[u64]> {
        let words = self.graph.words;
        let front = &mut self.front[source * words..][..words];
        let seen = &mut self.seen[(2 * source + usize::from(!self.on)) * words..][..words];
        let mut next = [0u64; MOST_WORDS];
        let next = &mut next[..words];
        for node in ones(front) {
            next.iter_mut().zip(self.graph.follows(node, self.on)).for_each(|(next, row)| *next |= row);
        }
        let mut any = 0;
        for ((next, seen), front) in next.iter().zip(seen).zip(front.iter_mut()) {
            *front = next & !*seen;
            *seen |= next;
            any |= *front;
        }
        (any != 0).then_some(&*front)
    }

    /// Turns to the next link, which leads to statements of the other kind.
    pub(super) fn turn(&mut self) {
        self.on = !self.on;
    }
}

/// The most words of a row.
const MOST_WORDS: usize = (CELLS * VALUES).div_ceil(64);

/// The statements that follow from one, each with the least number of links.
pub(super) struct Tree<'g> {
    graph: &'g Graph,
    /// By node: the number of links to it as off, and as on.
    depth: [Vec<u8>; 2],
    source: (usize, bool),
}

impl<'g> Tree<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        let depth = || vec![FAR; graph.len()];
        Tree { graph, depth: [depth(), depth()], source: (usize::MAX, false) }
    }

    /// Grows the tree from one statement.
    pub(super) fn grow(&mut self, source: usize, on: bool) {
        if self.source == (source, on) {
            return;
        }
        let words = self.graph.words;
        self.source = (source, on);
        self.depth.iter_mut().for_each(|depth| depth.fill(FAR));
        self.depth[usize::from(on)][source] = 0;
        let mut seen = [[0u64; MOST_WORDS]; 2];
        let mut front = [0u64; MOST_WORDS];
        set(&mut front, words, 0, source);
        set(&mut seen[usize::from(on)], words, 0, source);
        let mut on = on;
        for links in 1..=LINKS {
            let mut next = [0u64; MOST_WORDS];
            for node in ones(&front[..words]) {
                next.iter_mut().zip(self.graph.follows(node, on)).for_each(|(next, row)| *next |= row);
            }
            let seen = &mut seen[usize::from(!on)];
            next.iter_mut().zip(seen.iter_mut()).for_each(|(next, seen)| {
                *next &= !*seen;
                *seen |= *next;
            });
            let mut is_new = false;
            for node in ones(&next[..words]) {
                self.depth[usize::from(!on)][node] = links;
                is_new = true;
            }
            if !is_new {
                break;
            }
            (front, on) = (next, !on);
        }
    }

    /// Does the statement follow?
    pub(super) fn is_reached(&self, node: usize, on: bool) -> bool {
        self.depth[usize::from(on)][node] != FAR
    }

    /// A way from the source to a statement that uses no node twice. It may end in the source's
    /// node.
    pub(super) fn path(&self, end: (usize, bool), descending: bool) -> Option<Vec<usize>> {
        let shortest = self.depth[usize::from(end.1)][end.0];
        if shortest == FAR {
            return None;
        }
        (shortest..=LINKS.min(shortest + DETOUR)).step_by(2).find_map(|length| {
            let mut back = Back { tree: self, descending, way: vec![end.0], steps: STEPS };
            back.step(end.1, length).then(|| {
                back.way.reverse();
                back.way
            })
        })
    }
}

/// The search for a way, from its end to the source.
struct Back<'t, 'g> {
    tree: &'t Tree<'g>,
    descending: bool,
    way: Vec<usize>,
    steps: u32,
}

impl Back<'_, '_> {
    fn step(&mut self, on: bool, length: u8) -> bool {
        let Some(&node) = self.way.last() else { return false };
        let tree = self.tree;
        if length == 0 {
            return (node, on) == tree.source;
        }
        let depth = &tree.depth[usize::from(!on)];
        let is_near = |&p: &usize| depth[p] < length && (length > 1 || (p, !on) == tree.source);
        let row = tree.graph.follows(node, !on);
        if self.descending {
            let all: Vec<usize> = ones(row).filter(is_near).collect();
            return self.try_each(all.into_iter().rev(), on, length) == Some(true);
        }
        self.try_each(ones(row).filter(is_near), on, length) == Some(true)
    }

    /// Is there a way through one of the nodes? Returns `None` if no steps are left.
    fn try_each(&mut self, before: impl Iterator<Item = usize>, on: bool, length: u8) -> Option<bool> {
        for p in before {
            self.steps = self.steps.checked_sub(1)?;
            let is_round = length == 1 && p == self.way[0];
            if self.way[usize::from(is_round)..].contains(&p) {
                continue;
            }
            self.way.push(p);
            if self.step(!on, length - 1) {
                return Some(true);
            }
            self.way.pop();
        }
        Some(false)
    }
}
