//! Chains over single candidates. The first step is the shortest chain, as in the techniques' own
//! order.

use super::graph::{Fronts, Graph, Tree, has, ones, set};
use super::shape::{Cells, VALUES, bits, each};
use super::state::{Packed, Step};
use crate::techniques::chain_search::Close;
use crate::techniques::walk::LINKS;

/// The candidates that a chain strikes, sorted by cell and value.
type Gone = Vec<(usize, usize)>;

/// The first of the chains found so far, by length, then by what it closes to, then by what it
/// strikes.
#[derive(Default)]
struct FirstChain(Option<(usize, Close, Gone)>);

impl FirstChain {
    fn offer(&mut self, length: usize, close: Close, gone: impl FnOnce() -> Gone) {
        let is_longer = |best: &(usize, Close, Gone)| (best.0, best.1) < (length, close);
        if self.0.as_ref().is_some_and(is_longer) {
            return;
        }
        let new = (length, close, gone());
        if self.0.as_ref().is_none_or(|best| new < *best) {
            self.0 = Some(new);
        }
    }

    fn length(&self) -> usize {
        self.0.as_ref().map_or(usize::MAX, |best| best.0)
    }

    fn into_step(self, step: &mut Step) -> bool {
        let Some((_, _, gone)) = self.0 else { return false };
        gone.iter().for_each(|&(cell, value)| step.gone[value] |= 1 << cell);
        !gone.is_empty()
    }
}

/// Follows links from each node as off, or as on. Calls `found` with the node and each node of its
/// row in `wanted` that is reached as the opposite statement, shorter ways first. `found` returns
/// the length of the longest chain that is still of interest.
fn each_end(graph: &Graph, on: bool, wanted: &[u64], found: &mut dyn FnMut(usize, usize) -> usize) {
    let words = graph.words;
    let mut fronts = Fronts::new(graph, on);
    let wants = |source: &usize| wanted[source * words..][..words].iter().any(|word| *word != 0);
    let mut sources: Vec<usize> = (0..graph.len()).filter(wants).collect();
    let mut most = usize::MAX;
    for level in 1..=usize::from(LINKS) {
        // A way has one candidate more than it has links.
        if sources.is_empty() || level + 1 > most {
            return;
        }
        sources.retain(|&source| {
            let Some(new) = fronts.grow(source) else { return false };
            if level % 2 == 1 {
                let wanted = &wanted[source * words..][..words];
                for word in 0..words {
                    let mut hits = new[word] & wanted[word];
                    while hits != 0 {
                        most = found(source, word * 64 + hits.trailing_zeros() as usize);
                        hits &= hits - 1;
                    }
                }
            }
            true
        });
        fronts.turn();
    }
}

/// The places of a value that see both ends, as a list.
fn seen_by_both(at: &Packed<'_>, graph: &Graph, a: usize, b: usize) -> Gone {
    let value = graph.value(a);
    each(at.common(value, &[graph.cell(a), graph.cell(b)])).map(|cell| (cell, value)).collect()
}

/// By node: the later nodes of its value that strike at least `least` candidates together with it.
fn striking(at: &Packed<'_>, graph: &Graph, least: u32) -> Vec<u64> {
    let mut wanted = vec![0; graph.len() * graph.words];
    let mut of_value: [Vec<usize>; VALUES] = Default::default();
    (0..graph.len()).for_each(|node| of_value[graph.value(node)].push(node));
    for list in &of_value {
        for (i, &a) in list.iter().enumerate() {
            let seen = at.common(graph.value(a), &[graph.cell(a)]);
            for &b in &list[i + 1..] {
                if (seen & at.shape.peers[graph.cell(b)]).count_ones() >= least {
                    set(&mut wanted, graph.words, a, b);
                }
            }
        }
    }
    wanted
}

/// X-chains of six candidates or more.
pub(super) fn x_chain(at: &Packed<'_>, step: &mut Step) -> bool {
    let mut first = FirstChain::default();
    for value in (0..at.shape.n).filter(|&value| at.places[value].count_ones() >= 6) {
        let graph = Graph::of_value(at, value);
        let mut tree = Tree::new(&graph);
        each_end(&graph, false, &striking(at, &graph, 1), &mut |source, end| {
            tree.grow(source, false);
            if let Some(nodes) = tree.path((end, true), false)
                && nodes.len() >= 6
            {
                first.offer(nodes.len(), Close::SameValue, || seen_by_both(at, &graph, source, end));
            }
            first.length()
        });
    }
    first.into_step(step)
}

/// XY-chains of four cells or more, not all with the same pair.
pub(super) fn xy_chain(at: &Packed<'_>, step: &mut Step) -> bool {
    if at.bivalue.count_ones() < 4 {
        return false;
    }
    let graph = Graph::of_pairs(at);
    let mut tree = Tree::new(&graph);
    let mut first = FirstChain::default();
    each_end(&graph, false, &striking(at, &graph, 1), &mut |source, end| {
        tree.grow(source, false);
        let pair = |node: usize| at.cand[graph.cell(node)];
        if let Some(nodes) = tree.path((end, true), false)
            && nodes.len() >= 8
            && nodes.iter().any(|&node| pair(node) != pair(source))
        {
            first.offer(nodes.len(), Close::SameValue, || seen_by_both(at, &graph, source, end));
        }
        first.length()
    });
    first.into_step(step)
}

/// The strong links of a chain, in order. See `techniques/chain_search.rs`.
fn strong_links(nodes: &[usize], close: Close) -> impl Iterator<Item = (usize, usize)> + '_ {
    nodes[usize::from(close == Close::Off)..].chunks_exact(2).map(|pair| (pair[0], pair[1]))
}

/// Has another technique a name for this form of chain? See `techniques/chain_words.rs`.
fn is_named(graph: &Graph, close: Close, nodes: &[usize]) -> bool {
    let value = |node: usize| graph.value(node);
    let is_one_value = nodes.iter().all(|&node| value(node) == value(nodes[0]));
    let is_cell = |(a, b): (usize, usize)| value(a) != value(b);
    let is_cells = || strong_links(nodes, close).all(is_cell);
    let count = strong_links(nodes, close).count();
    match close {
        Close::Loop => count < 3 || is_one_value || is_cells(),
        Close::On | Close::TwoValues => false,
        Close::Off | Close::SameValue => {
            let (Some((first, _)), Some((_, last))) =
                (strong_links(nodes, close).next(), strong_links(nodes, close).last())
            else {
                return true;
            };
            let target = value(nodes[0]);
            let is_to_ends = close == Close::SameValue || value(first) == target && value(last) == target;
            let is_w_wing = || count == 3 && strong_links(nodes, close).map(is_cell).eq([true, false, true]);
            is_to_ends && (is_one_value || is_cells() || is_w_wing())
        }
    }
}

/// Alternating inference chains: one of two candidates is on, and two or more go.
pub(super) fn open_chain(at: &Packed<'_>, step: &mut Step) -> bool {
    let graph = Graph::plain(at);
    // One elimination alone is a discontinuous loop.
    let mut wanted = striking(at, &graph, 2);
    // Two values in cells that see each other, each a candidate of the other's cell.
    for a in 0..graph.len() {
        let (cell, value) = (graph.cell(a), graph.value(a));
        for other in each(at.common(value, &[cell]) & (Cells::MAX << cell)) {
            for last in bits((at.cand[cell] & at.cand[other] & !(1 << value)).into()) {
                set(&mut wanted, graph.words, a, graph.node(at, other, last));
            }
        }
    }
    let mut tree = Tree::new(&graph);
    let mut first = FirstChain::default();
    each_end(&graph, false, &wanted, &mut |source, end| {
        tree.grow(source, false);
        let (value, last) = (graph.value(source), graph.value(end));
        let close = if value == last { Close::SameValue } else { Close::TwoValues };
        if let Some(nodes) = tree.path((end, true), false)
            && !is_named(&graph, close, &nodes)
        {
            first.offer(nodes.len(), close, || match close {
                Close::SameValue => seen_by_both(at, &graph, source, end),
                _ => {
                    let mut gone = vec![(graph.cell(source), last), (graph.cell(end), value)];
                    gone.sort_unstable();
                    gone
                }
            });
        }
        first.length()
    });
    first.into_step(step)
}

/// Discontinuous nice loops: a candidate denies itself, or holds either way.
pub(super) fn self_chain(at: &Packed<'_>, step: &mut Step) -> bool {
    let graph = Graph::plain(at);
    let words = graph.words;
    let mut wanted = vec![0; graph.len() * words];
    (0..graph.len()).for_each(|node| set(&mut wanted, words, node, node));
    let mut tree = Tree::new(&graph);
    let mut first = FirstChain::default();
    for (on, close) in [(true, Close::Off), (false, Close::On)] {
        each_end(&graph, on, &wanted, &mut |source, end| {
            tree.grow(source, on);
            let (cell, value) = (graph.cell(source), graph.value(source));
            // A cell's only candidate strikes nothing there.
            let strikes = close == Close::Off || at.cand[cell].count_ones() > 1;
            if strikes
                && let Some(nodes) = tree.path((end, !on), false)
                && !is_named(&graph, close, &nodes)
            {
                first.offer(nodes.len(), close, || match close {
                    Close::Off => vec![(cell, value)],
                    _ => bits((at.cand[cell] & !(1 << value)).into()).map(|other| (cell, other)).collect(),
                });
            }
            first.length()
        });
    }
    first.into_step(step)
}

/// Continuous nice loops.
pub(super) fn closed_chain(at: &Packed<'_>, step: &mut Step) -> bool {
    let graph = Graph::plain(at);
    let components = Components::of(&graph);
    let mut first = FirstChain::default();
    let mut tree = Tree::new(&graph);
    let mut keep = |nodes: &[usize]| {
        if !is_named(&graph, Close::Loop, nodes) {
            let gone = loop_eliminations(&graph, nodes);
            if !gone.is_empty() {
                first.offer(nodes.len(), Close::Loop, || gone);
            }
        }
    };
    for source in 0..graph.len() {
        if components.is_productive(source, true) {
            tree.grow(source, true);
            for end in ones(graph.strong(source)).filter(|&end| tree.is_reached(end, false)) {
                for descending in [false, true] {
                    let Some(mut nodes) = tree.path((end, false), descending) else { break };
                    nodes.rotate_left(1);
                    keep(&nodes);
                }
            }
        }
        if components.is_productive(source, false) {
            tree.grow(source, false);
            for end in ones(graph.weak(source)).filter(|&end| tree.is_reached(end, true)) {
                for descending in [false, true] {
                    let Some(nodes) = tree.path((end, true), descending) else { break };
                    keep(&nodes);
                }
            }
        }
    }
    first.into_step(step)
}

/// The candidates that the weak links of a loop strike outside its cells and within a linked cell.
/// Where these are none, those that they strike in other cells of the loop.
fn loop_eliminations(graph: &Graph, nodes: &[usize]) -> Gone {
    let cells = nodes.iter().fold(0, |cells: Cells, &node| cells | 1 << graph.cell(node));
    let (mut outside, mut inside) = (Gone::new(), Gone::new());
    for (i, &a) in nodes.iter().enumerate().filter(|(i, _)| i % 2 == 1) {
        let b = nodes[(i + 1) % nodes.len()];
        let is_within = graph.value(a) != graph.value(b);
        for node in ones(graph.weak(a)).filter(|&node| has(graph.weak(b), node)) {
            let cell = graph.cell(node);
            let into = if is_within || cells >> cell & 1 == 0 { &mut outside } else { &mut inside };
            into.push((cell, graph.value(node)));
        }
    }
    let mut gone = if outside.is_empty() { inside } else { outside };
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// The strongly connected components of the statements. A loop lies within one. It strikes nothing
/// unless a weak link within its component has a candidate that both its ends strike.
struct Components {
    /// By node: the component of its statement "off", and of "on".
    of: [Vec<u16>; 2],
    /// By component: may a loop in it strike something?
    productive: Vec<bool>,
}

impl Components {
    fn of(graph: &Graph) -> Components {
        let order = finished(graph);
        let (n, words) = (graph.len(), graph.words);
        let mut all = Components { of: [vec![0; n], vec![0; n]], productive: Vec::new() };
        let mut left = [vec![u64::MAX; words], vec![u64::MAX; words]];
        let mut stack = Vec::new();
        for &(start, start_on) in order.iter().rev() {
            if !has(&left[usize::from(start_on)], start) {
                continue;
            }
            let number = all.productive.len() as u16;
            all.productive.push(false);
            left[usize::from(start_on)][start / 64] &= !(1 << (start % 64));
            stack.push((start, start_on));
            // The links are followed backwards.
            while let Some((node, on)) = stack.pop() {
                all.of[usize::from(on)][node] = number;
                let before = if on { graph.strong(node) } else { graph.weak(node) };
                let left = &mut left[usize::from(!on)];
                for (word, (row, left)) in before.iter().zip(left.iter_mut()).enumerate() {
                    let mut new = row & *left;
                    *left &= !row;
                    while new != 0 {
                        stack.push((word * 64 + new.trailing_zeros() as usize, !on));
                        new &= new - 1;
                    }
                }
            }
        }
        for a in 0..n {
            let number = all.of[1][a];
            let strikes = |b: usize| graph.weak(a).iter().zip(graph.weak(b)).any(|(a, b)| a & b != 0);
            let mut beside = ones(graph.weak(a)).filter(|&b| all.of[0][b] == number);
            if !all.productive[usize::from(number)] && beside.any(strikes) {
                all.productive[usize::from(number)] = true;
            }
        }
        all
    }

    fn is_productive(&self, node: usize, on: bool) -> bool {
        self.productive[usize::from(self.of[usize::from(on)][node])]
    }
}

/// All statements in the order in which a depth-first walk is done with them.
fn finished(graph: &Graph) -> Vec<(usize, bool)> {
    let words = graph.words;
    let mut left = [vec![u64::MAX; words], vec![u64::MAX; words]];
    let (mut order, mut stack) = (Vec::new(), Vec::new());
    for start in (0..graph.len()).flat_map(|node| [(node, false), (node, true)]) {
        if !has(&left[usize::from(start.1)], start.0) {
            continue;
        }
        left[usize::from(start.1)][start.0 / 64] &= !(1 << (start.0 % 64));
        stack.push(start);
        while let Some(&(node, on)) = stack.last() {
            let after = if on { graph.weak(node) } else { graph.strong(node) };
            let left = &mut left[usize::from(!on)];
            let next = after.iter().zip(left.iter()).position(|(row, left)| row & left != 0);
            match next {
                Some(word) => {
                    let bit = (after[word] & left[word]).trailing_zeros() as usize;
                    left[word] &= !(1 << bit);
                    stack.push((word * 64 + bit, !on));
                }
                None => {
                    order.push((node, on));
                    stack.pop();
                }
            }
        }
    }
    order
}
