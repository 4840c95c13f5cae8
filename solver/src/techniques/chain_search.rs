//! Breadth-first search for loops and alternating inference chains in a link graph.
//!
//! From "this candidate is off" (or on), every link turns one statement into the next: *on* makes weakly linked nodes
//! *off*, *off* makes strongly linked nodes *on*. What a candidate reaches about itself, about a weakly linked
//! candidate, or about a second candidate decides what goes.

use super::chain_words::is_named_earlier;
use super::links::{Links, Reach, Strong, bits};
use super::walk::Tree;
use crate::{Board, Literal, VarSet};
use std::collections::{BTreeMap, BTreeSet};

/// Words of bit rows that one search may read: never reached on 9×9, bounds it on large boards.
const EFFORT: u64 = 60_000_000;

/// What a chain closes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Close {
    /// A continuous loop: every weak link of it holds both ways.
    Loop,
    /// A candidate that implies its own absence.
    Off,
    /// A candidate whose absence implies it.
    On,
    /// Two candidates of one value, at least one of which is on.
    SameValue,
    /// Two candidates of different values in cells that see each other, at least one of which is on.
    TwoValues,
}

/// A chain with its eliminations.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub close: Close,
    /// Is its form that of another technique?
    pub named: bool,
    /// The statements in order, as nodes; they alternate between off and on. `Close::Off` starts on, all others off.
    pub nodes: Vec<u32>,
    /// What goes, sorted.
    pub gone: Vec<Literal>,
}

/// All chains of the graph, shortest first: for each outcome one that another technique names, and one that none does.
pub(super) fn search(at: &Board<'_>, links: &Links, reach: Reach) -> Vec<Chain> {
    let both = [&links.strong, &links.weak];
    let mut tree = Tree::new(links.nodes.len());
    let mut best: BTreeMap<(Close, bool, Vec<Literal>), Vec<u32>> = BTreeMap::new();
    let mut keep = |close: Close, gone: Vec<Literal>, nodes: Vec<u32>| {
        if gone.is_empty() || !uses(at, links, reach, &nodes, close) {
            return;
        }
        let named = is_named_earlier(at, links, close, &nodes);
        let slot = best.entry((close, named, gone)).or_default();
        if slot.is_empty() || nodes.len() < slot.len() {
            *slot = nodes;
        }
    };
    for source in 0..links.singles as u32 {
        if tree.effort > EFFORT {
            break;
        }
        let Some(var) = links.nodes[source as usize].single else { continue };
        let value = links.nodes[source as usize].value;
        tree.grow(both, source, true);
        if tree.reached(source, false)
            && let Some(nodes) = tree.path(links, both, source, false)
        {
            keep(Close::Off, vec![Literal { var, value }], nodes);
        }
        tree.grow(both, source, false);
        for end in 0..links.singles as u32 {
            if !tree.reached(end, true) {
                continue;
            }
            let Some(last) = links.nodes[end as usize].single else { continue };
            let other = links.nodes[end as usize].value;
            let looped = links.weak.get(source as usize, end as usize);
            let closes = [
                (end == source, Close::On),
                (looped, Close::Loop),
                (end > source && other == value, Close::SameValue),
                (end > source && other != value && at.houses().sees(var, last), Close::TwoValues),
            ];
            for (_, close) in closes.into_iter().filter(|(holds, _)| *holds) {
                let gone: Vec<Literal> = match close {
                    Close::On => {
                        let others = at.domain(var).iter().filter(|&v| v != value);
                        others.map(|value| Literal { var, value }).collect()
                    }
                    Close::SameValue => {
                        at.common_peers(value, &[var, last]).iter().map(|var| Literal { var, value }).collect()
                    }
                    Close::TwoValues => {
                        let ends = [Literal { var, value: other }, Literal { var: last, value }];
                        ends.into_iter().filter(|&l| at.has(l)).collect()
                    }
                    Close::Off | Close::Loop => Vec::new(),
                };
                // One elimination alone is a discontinuous loop.
                let least = if matches!(close, Close::SameValue | Close::TwoValues) { 2 } else { 1 };
                if close != Close::Loop && gone.len() < least {
                    continue;
                }
                let Some(nodes) = tree.path(links, both, end, true) else { continue };
                let gone = if close == Close::Loop { loop_eliminations(at, links, &nodes) } else { gone };
                keep(close, gone, nodes);
            }
        }
    }
    let mut all: Vec<Chain> =
        best.into_iter().map(|((close, named, gone), nodes)| Chain { close, named, nodes, gone }).collect();
    all.sort_by(|a, b| (a.nodes.len(), a.close, &a.gone).cmp(&(b.nodes.len(), b.close, &b.gone)));
    all
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

/// In a continuous loop one end of each weak link is on, and an almost locked set lacks one of its two linked values.
/// What the links strike outside the loop's cells and within a linked cell goes; where that is nothing, what they
/// strike in other cells of the loop.
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
