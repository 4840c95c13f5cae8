//! Canonical forms of small graphs with coloured nodes and labelled edges: equal exactly for
//! isomorphic graphs.

/// A graph: a colour for each node, a symmetric matrix of edge labels (0: no edge).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    colours: Vec<u32>,
    labels: Vec<u32>,
}

/// Leaves of the search tree that are looked at. Beyond, the form may differ between isomorphic
/// graphs (it is then marked, so that it never equals a complete one).
const LEAVES: usize = 4_096;

impl Graph {
    /// Nodes without edges.
    pub fn new(colours: Vec<u32>) -> Self {
        let n = colours.len();
        Graph { colours, labels: vec![0; n * n] }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Are there no nodes?
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// The label of an edge.
    pub fn label(&self, a: usize, b: usize) -> u32 {
        self.labels[a * self.len() + b]
    }

    /// Adds bits to the label of an edge.
    pub fn join(&mut self, a: usize, b: usize, bits: u32) {
        let n = self.len();
        self.labels[a * n + b] |= bits;
        if a != b {
            self.labels[b * n + a] |= bits;
        }
    }

    /// The canonical form: colours and labels in the canonical order of nodes.
    pub fn canonical(&self) -> Vec<u32> {
        let n = self.len();
        let mut rank: Vec<usize> = ranks(&self.colours);
        self.refine(&mut rank);
        let mut best: Option<Vec<u32>> = None;
        let mut leaves = 0;
        self.search(&rank, &mut best, &mut leaves);
        let mut form = vec![n as u32, u32::from(leaves >= LEAVES)];
        form.extend(best.unwrap_or_default());
        form
    }

    /// Splits classes until all nodes of a class see the same classes by the same labels.
    fn refine(&self, rank: &mut Vec<usize>) {
        loop {
            let signature: Vec<(usize, Vec<(u32, usize)>)> = (0..self.len())
                .map(|a| {
                    let mut seen: Vec<(u32, usize)> = (0..self.len())
                        .filter(|&b| b != a && self.label(a, b) != 0)
                        .map(|b| (self.label(a, b), rank[b]))
                        .collect();
                    seen.sort_unstable();
                    (rank[a], seen)
                })
                .collect();
            let new = ranks(&signature);
            let done = new == *rank;
            *rank = new;
            if done {
                return;
            }
        }
    }

    fn search(&self, rank: &[usize], best: &mut Option<Vec<u32>>, leaves: &mut usize) {
        if *leaves >= LEAVES {
            return;
        }
        let n = self.len();
        let mut sizes = vec![0; n];
        for &r in rank {
            sizes[r] += 1;
        }
        // The smallest class of several, the first of these.
        let target = (0..n).filter(|&r| sizes[r] > 1).min_by_key(|&r| (sizes[r], r));
        let Some(target) = target else {
            *leaves += 1;
            let form = self.read(rank);
            if best.as_ref().is_none_or(|b| form < *b) {
                *best = Some(form);
            }
            return;
        };
        let members: Vec<usize> = (0..n).filter(|&a| rank[a] == target).collect();
        for (i, &a) in members.iter().enumerate() {
            // A node that can be swapped with an earlier one leads to the same forms.
            if members[..i].iter().any(|&b| self.twins(a, b)) {
                continue;
            }
            let mut next = rank.to_vec();
            for &b in &members {
                if b != a {
                    next[b] = target + 1;
                }
            }
            self.refine(&mut next);
            self.search(&next, best, leaves);
        }
    }

    fn twins(&self, a: usize, b: usize) -> bool {
        self.colours[a] == self.colours[b]
            && self.label(a, a) == self.label(b, b)
            && (0..self.len()).all(|c| c == a || c == b || self.label(a, c) == self.label(b, c))
    }

    fn read(&self, rank: &[usize]) -> Vec<u32> {
        let n = self.len();
        let mut order = vec![0; n];
        for (a, &r) in rank.iter().enumerate() {
            order[r] = a;
        }
        let mut form: Vec<u32> = order.iter().map(|&a| self.colours[a]).collect();
        for i in 0..n {
            form.extend((0..=i).map(|j| self.label(order[i], order[j])));
        }
        form
    }
}

/// For each item, how many items are smaller: equal items get equal ranks.
fn ranks<T: Ord>(items: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = items.iter().collect();
    sorted.sort();
    items.iter().map(|x| sorted.partition_point(|y| *y < x)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn permuted(g: &Graph, order: &[usize]) -> Graph {
        let mut out = Graph::new(order.iter().map(|&a| g.colours[a]).collect());
        for i in 0..order.len() {
            for j in 0..=i {
                out.join(i, j, g.label(order[i], order[j]));
            }
        }
        out
    }

    /// Is there a permutation that maps one onto the other?
    fn isomorphic(a: &Graph, b: &Graph) -> bool {
        fn go(a: &Graph, b: &Graph, map: &mut Vec<usize>) -> bool {
            let i = map.len();
            if i == a.len() {
                return true;
            }
            (0..b.len()).any(|x| {
                let fits = !map.contains(&x)
                    && a.colours[i] == b.colours[x]
                    && a.label(i, i) == b.label(x, x)
                    && (0..i).all(|j| a.label(i, j) == b.label(x, map[j]));
                fits && {
                    map.push(x);
                    let found = go(a, b, map);
                    map.pop();
                    found
                }
            })
        }
        a.len() == b.len() && go(a, b, &mut Vec::new())
    }

    fn graph(n: usize) -> impl Strategy<Value = Graph> {
        (prop::collection::vec(0..2u32, n), prop::collection::vec(0..3u32, n * n)).prop_map(move |(colours, labels)| {
            let mut g = Graph::new(colours);
            for i in 0..n {
                for j in 0..=i {
                    g.join(i, j, labels[i * n + j]);
                }
            }
            g
        })
    }

    proptest! {
        #[test]
        fn any_order_of_nodes_gives_the_same_form(g in graph(7), order in Just((0..7).collect::<Vec<_>>()).prop_shuffle()) {
            prop_assert_eq!(g.canonical(), permuted(&g, &order).canonical());
        }

        #[test]
        fn equal_forms_are_isomorphic_graphs(a in graph(4), b in graph(4)) {
            prop_assert_eq!(a.canonical() == b.canonical(), isomorphic(&a, &b));
        }
    }

    #[test]
    fn regular_graphs_that_refinement_does_not_split() {
        // A hexagon and two triangles: all nodes look alike to refinement.
        let ring = |edges: &[(usize, usize)]| {
            let mut g = Graph::new(vec![0; 6]);
            edges.iter().for_each(|&(a, b)| g.join(a, b, 1));
            g
        };
        let hexagon = ring(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]);
        let other = ring(&[(0, 2), (2, 4), (4, 1), (1, 3), (3, 5), (5, 0)]);
        let triangles = ring(&[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
        assert_eq!(hexagon.canonical(), other.canonical());
        assert_ne!(hexagon.canonical(), triangles.canonical());
    }

    /// Copies of a graph of `n` nodes beside each other, without edges between them.
    fn copies(count: usize, n: usize, edges: &[(usize, usize)]) -> Graph {
        let mut g = Graph::new(vec![0; count * n]);
        for copy in 0..count {
            edges.iter().for_each(|&(a, b)| g.join(copy * n + a, copy * n + b, 1));
        }
        g
    }

    const PENTAGON: [(usize, usize); 5] = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)];

    fn is_marked(g: &Graph) -> bool {
        g.canonical()[1] == 1
    }

    /// Pentagons have 10 symmetries each, and change places: 3! · 10³ leaves are more than are
    /// looked at.
    #[test]
    fn a_form_that_is_not_complete_is_marked() {
        assert!(!is_marked(&copies(2, 5, &PENTAGON)));
        assert!(is_marked(&copies(3, 5, &PENTAGON)));
    }

    /// Nodes far from the ends of a long path are told apart by what they see of the ends alone,
    /// and nodes that can be swapped are looked at once: neither takes many leaves.
    #[test]
    fn refinement_and_twins_keep_the_search_small() {
        let path: Vec<(usize, usize)> = (0..39).map(|i| (i, i + 1)).collect();
        assert!(!is_marked(&copies(1, 40, &path)));
        let star: Vec<(usize, usize)> = (1..40).map(|i| (0, i)).collect();
        assert!(!is_marked(&copies(1, 40, &star)));
        assert!(!is_marked(&copies(40, 1, &[])));
        // Twins beside each other are twins too.
        let complete: Vec<(usize, usize)> = (0..40).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        assert!(!is_marked(&copies(1, 40, &complete)));
    }

    /// A hexagon beside two triangles: refinement can't tell their nodes apart, and no symmetry
    /// maps one onto the other. All of them are looked at, whichever comes first.
    #[test]
    fn nodes_that_only_look_alike_are_all_looked_at() {
        let edges =
            [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (6, 7), (7, 8), (8, 6), (9, 10), (10, 11), (11, 9)];
        let g = copies(1, 12, &edges);
        assert!(!is_marked(&g));
        let orders: [Vec<usize>; 2] = [(0..12).rev().collect(), (0..12).map(|i| i * 5 % 12).collect()];
        for order in orders {
            assert_eq!(permuted(&g, &order).canonical(), g.canonical());
        }
    }

    /// Nodes that differ in what they say of themselves alone are no twins.
    #[test]
    fn labels_of_nodes_count() {
        let with = |labels: [u32; 3]| {
            let mut g = Graph::new(vec![0; 3]);
            labels.iter().enumerate().for_each(|(a, &bits)| g.join(a, a, bits));
            g
        };
        assert_eq!(with([1, 2, 2]).canonical(), with([2, 2, 1]).canonical());
        assert_eq!(with([0, 1, 2]).canonical(), with([2, 0, 1]).canonical());
        assert_ne!(with([1, 2, 2]).canonical(), with([1, 1, 2]).canonical());
        assert_ne!(with([0, 0, 1]).canonical(), with([0, 0, 2]).canonical());
    }

    /// The form says all there is to say: the graph can be read from it.
    #[test]
    fn a_form_holds_the_whole_graph() {
        let mut g = Graph::new(vec![7, 5]);
        g.join(0, 1, 3);
        g.join(0, 0, 4);
        g.join(0, 1, 8);
        assert_eq!((g.label(0, 1), g.label(1, 0), g.label(0, 0), g.label(1, 1)), (11, 11, 4, 0));
        assert_eq!((g.len(), g.is_empty(), Graph::new(Vec::new()).is_empty()), (2, false, true));
        // Number of nodes, mark, colours, and by row the labels up to the diagonal.
        assert_eq!(g.canonical(), [2, 0, 5, 7, 0, 11, 4]);
        assert_eq!(Graph::default().canonical(), [0, 0]);
    }
}
