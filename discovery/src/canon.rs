//! Canonical forms of small graphs with coloured nodes and labelled edges: equal exactly for isomorphic graphs.

/// A graph: a colour for each node, a symmetric matrix of edge labels (0: no edge).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    colours: Vec<u32>,
    labels: Vec<u32>,
}

/// Leaves of the search tree that are looked at. Beyond, the form may differ between isomorphic graphs (it is then
/// marked, so that it never equals a complete one).
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
                for j in 0..i {
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
}
