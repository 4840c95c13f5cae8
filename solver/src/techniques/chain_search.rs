//! Breadth-first search for loops and alternating inference chains in a link graph.
//!
//! From "this candidate is off" (or on), every link turns one statement into the next: *on* makes
//! weakly linked nodes *off*, *off* makes strongly linked nodes *on*. What a candidate reaches
//! about itself, about a weakly linked candidate, or about a second candidate decides what goes.

use super::chain_words::is_named_earlier;
use super::links::{Links, Reach, Strong, bits};
use super::walk::{Both, Tree};
use crate::{Board, Literal, VarSet};
use std::collections::{BTreeMap, BTreeSet};

/// Words of bit rows that one search may read on boards of up to 128 cells (far from reached on
/// 9×9) and on larger ones.
const EFFORT: [u64; 2] = [1_000_000_000, 60_000_000];

/// What a chain closes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Close {
    /// A continuous loop: every weak link of it holds both ways.
    Loop,
    /// A candidate that implies its own absence.
    Off,
    /// A candidate whose absence implies it.
    On,
    /// Two candidates of one value, at least one of which is on.
    SameValue,
    /// Two candidates of different values in cells that see each other, at least one of which is
    /// on.
    TwoValues,
}

/// A chain with its eliminations.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub close: Close,
    /// Is its form that of another technique?
    pub named: bool,
    /// The statements in order, as nodes; they alternate between off and on. `Close::Off` starts
    /// on, all others off.
    pub nodes: Vec<u32>,
    /// What goes, sorted.
    pub gone: Vec<Literal>,
}

/// All chains of the graph, shortest first: for each outcome one that another technique names, and
/// one that none does.
pub(super) fn search(at: &Board<'_>, links: &Links, reach: Reach) -> Vec<Chain> {
    let tree = Tree::new(links.nodes.len());
    let mut search = Search { at, links, reach, rows: [&links.strong, &links.weak], tree, best: BTreeMap::new() };
    let most = EFFORT[usize::from(at.network().len() > 128)];
    for source in 0..links.singles as u32 {
        if search.tree.effort > most {
            break;
        }
        let Some(start) = links.literal(source) else { continue };
        search.after_on(source, start);
        search.after_off(source, start);
    }
    let chain = |((close, named, gone), nodes)| Chain { close, named, nodes, gone };
    let mut all: Vec<Chain> = search.best.into_iter().map(chain).collect();
    all.sort_by(|a, b| (a.nodes.len(), a.close, &a.gone).cmp(&(b.nodes.len(), b.close, &b.gone)));
    all
}

struct Search<'s, 'n> {
    at: &'s Board<'n>,
    links: &'s Links,
    reach: Reach,
    rows: Both<'s>,
    tree: Tree,
    /// By what it closes to, whether another technique names it, and what goes: the nodes.
    best: BTreeMap<(Close, bool, Vec<Literal>), Vec<u32>>,
}

impl Search<'_, '_> {
    /// What follows from a candidate: its own absence, or that of a node strongly linked to it.
    fn after_on(&mut self, source: u32, start: Literal) {
        self.tree.grow(self.rows, source, true);
        if self.tree.reached(source, false)
            && let Some(nodes) = self.tree.path(self.links, self.rows, (source, false), false)
        {
            self.keep(Close::Off, vec![start], nodes);
        }
        for end in bits(self.links.strong.row(source as usize)) {
            for descending in [false, true] {
                let Some(mut nodes) = self.tree.path(self.links, self.rows, (end as u32, false), descending) else {
                    break;
                };
                nodes.rotate_left(1);
                self.keep_loop(nodes);
            }
        }
    }

    /// What follows from a candidate's absence.
    fn after_off(&mut self, source: u32, start: Literal) {
        self.tree.grow(self.rows, source, false);
        for end in 0..self.links.singles as u32 {
            let Some(last) = self.links.literal(end).filter(|_| self.tree.reached(end, true)) else { continue };
            if self.links.weak.get(source as usize, end as usize) {
                for descending in [false, true] {
                    let Some(nodes) = self.tree.path(self.links, self.rows, (end, true), descending) else { break };
                    self.keep_loop(nodes);
                }
            }
            let (close, gone) = if end == source {
                let others = self.at.domain(start.var).iter().filter(|&v| v != start.value);
                (Close::On, others.map(|value| Literal { var: start.var, value }).collect::<Vec<_>>())
            } else if end < source {
                continue;
            } else if start.value == last.value {
                let peers = self.at.common_peers(start.value, &[start.var, last.var]);
                (Close::SameValue, peers.iter().map(|var| Literal { var, value: start.value }).collect())
            } else if self.at.houses().sees(start.var, last.var) {
                let ends = [Literal { value: last.value, ..start }, Literal { value: start.value, ..last }];
                (Close::TwoValues, ends.into_iter().filter(|&l| self.at.has(l)).collect())
            } else {
                continue;
            };
            // One elimination alone is a discontinuous loop.
            let least = if close == Close::On { 1 } else { 2 };
            if gone.len() >= least
                && let Some(nodes) = self.tree.path(self.links, self.rows, (end, true), false)
            {
                self.keep(close, gone, nodes);
            }
        }
    }

    fn keep_loop(&mut self, nodes: Vec<u32>) {
        let gone = loop_eliminations(self.at, self.links, &nodes);
        if !gone.is_empty() {
            self.keep(Close::Loop, gone, nodes);
        }
    }

    fn keep(&mut self, close: Close, mut gone: Vec<Literal>, nodes: Vec<u32>) {
        gone.sort_unstable();
        let named = !uses(self.at, self.links, self.reach, &nodes, close)
            || is_named_earlier(self.at, self.links, close, &nodes);
        let slot = self.best.entry((close, named, gone)).or_default();
        if slot.is_empty() || nodes.len() < slot.len() {
            *slot = nodes;
        }
    }
}

/// Does the chain need the kind of node that the graph adds over the smaller one?
fn uses(at: &Board<'_>, links: &Links, reach: Reach, nodes: &[u32], close: Close) -> bool {
    let strong = strong_links(nodes, close);
    let by_als = |&(a, b): &(u32, u32)| matches!(links.reason(at, a, b), Some(Strong::Als(_)));
    match reach {
        Reach::Single => true,
        Reach::Group => nodes.iter().any(|&n| links.nodes[n as usize].single.is_none()),
        Reach::Als => strong.iter().any(by_als),
    }
}

/// The strong links of a chain, in order.
pub(super) fn strong_links(nodes: &[u32], close: Close) -> Vec<(u32, u32)> {
    let from = usize::from(close == Close::Off);
    nodes[from..].chunks_exact(2).map(|p| (p[0], p[1])).collect()
}

/// In a continuous loop one end of each weak link is on, and an almost locked set lacks one of its
/// two linked values. What the links strike outside the loop's cells and within a linked cell goes;
/// where that is nothing, what they strike in other cells of the loop.
fn loop_eliminations(at: &Board<'_>, links: &Links, nodes: &[u32]) -> Vec<Literal> {
    let mut cells = VarSet::with_capacity(at.network().len());
    nodes.iter().for_each(|&n| cells.or_with(&links.nodes[n as usize].set));
    let (mut outside, mut inside) = (BTreeSet::new(), BTreeSet::new());
    let mut both = vec![0; links.weak.words];
    for (i, &a) in nodes.iter().enumerate().filter(|(i, _)| i % 2 == 1) {
        let b = nodes[(i + 1) % nodes.len()];
        let within = links.nodes[a as usize].value != links.nodes[b as usize].value;
        let rows = links.weak.row(a as usize).iter().zip(links.weak.row(b as usize));
        both.iter_mut().zip(rows).for_each(|(w, (a, b))| *w = a & b);
        for n in bits(&both) {
            let (Some(var), value) = (links.nodes[n].single, links.nodes[n].value) else { continue };
            let into = if within || !cells.contains(var) { &mut outside } else { &mut inside };
            into.insert(Literal { var, value });
        }
    }
    for (a, b) in strong_links(nodes, Close::Loop) {
        if let Some(Strong::Als(i)) = links.reason(at, a, b)
            && let Some(als) = links.als(at, i)
        {
            let linked = [links.nodes[a as usize].value, links.nodes[b as usize].value];
            for value in als.values.iter().filter(|v| !linked.contains(v)) {
                outside.extend(als.seen(value).iter().map(|var| Literal { var, value }));
            }
        }
    }
    if outside.is_empty() { inside } else { outside }.into_iter().collect()
}
