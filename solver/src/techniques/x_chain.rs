//! X-chains: alternating strong and weak links of one value, over six candidates or more (four make
//! a turbot fish).

use super::Ordered;
use super::chain_words::off_to_on;
use super::described::{Described, Found};
use super::links::{Reach, Strong};
use super::walk::Tree;
use crate::packed::kernels;
use crate::{Board, Deduction, Flow, TechniqueId, Tier};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The techniques of this file with their places in the order.
pub(super) fn all() -> Vec<Ordered> {
    let exclusive = |id: &TechniqueId, at: &Board<'_>, found: Found<'_>| find(id, at, 6, found);
    let x = Described::new(5400, "0701", ("x-chain", "X-Chain"), (Tier::Expert, 260), exclusive);
    vec![x.with_all(|id, at, found| find(id, at, 4, found)).packed(kernels::X_CHAIN).ordered()]
}

fn find(id: &TechniqueId, at: &Board<'_>, least: usize, found: Found<'_>) -> Flow {
    let links = at.derived().links(at, Reach::Single);
    let value = |n: u32| links.nodes[n as usize].value;
    let weak = links.weak.filter(|a, b| value(a) == value(b));
    let strong = links.strong.filter(|a, b| value(a) == value(b));
    let mut tree = Tree::new(links.nodes.len());
    let mut best: BTreeMap<(usize, Vec<(crate::Var, crate::Value)>), Vec<u32>> = BTreeMap::new();
    for source in 0..links.singles as u32 {
        tree.grow([&strong, &weak], source, false);
        for end in source + 1..links.singles as u32 {
            let (Some(a), Some(b)) = (links.nodes[source as usize].single, links.nodes[end as usize].single) else {
                continue;
            };
            if value(end) != value(source) || !tree.reached(end, true) {
                continue;
            }
            let gone = at.common_peers(value(source), &[a, b]);
            if gone.is_empty() {
                continue;
            }
            let Some(nodes) = tree.path(links, [&strong, &weak], (end, true), false) else { continue };
            if nodes.len() >= least {
                let gone = gone.iter().map(|v| (v, value(source))).collect();
                best.entry((nodes.len(), gone)).or_insert(nodes);
            }
        }
    }
    for ((_, gone), nodes) in best {
        let mut why = off_to_on(links, &nodes, ": one of the two ends holds, and what sees both goes");
        for pair in nodes.chunks_exact(2) {
            if let Some(Strong::House(rule)) = links.reason(at, pair[0], pair[1]) {
                why.houses.push(rule);
            }
        }
        if let Some(d) = Deduction::remove(id, gone, why) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}
