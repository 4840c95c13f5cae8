//! XY-chains: bivalue cells, each sharing a value with the next, over four cells or more (three
//! make an XY-wing); and remote pairs, where all cells have the same two candidates.

use super::Ordered;
use super::chain_words::off_to_on;
use super::described::{Described, Found};
use super::links::Reach;
use super::walk::Tree;
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, Literal, Say, TechniqueId, Tier, Value, Var};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The techniques of this file with their places in the order.
pub(super) fn all() -> Vec<Ordered> {
    let exclusive = |id: &TechniqueId, at: &Board<'_>, found: Found<'_>| find_chain(id, at, false, found);
    vec![
        Described::new(2800, "0703", ("remote-pair", "Remote Pair"), (Tier::Hard, 110), find_remote)
            .packed(kernels::REMOTE_PAIR)
            .ordered(),
        Described::new(5500, "0702", ("xy-chain", "XY-Chain"), (Tier::Expert, 260), exclusive)
            .with_all(|id, at, found| find_chain(id, at, true, found))
            .packed(kernels::XY_CHAIN)
            .ordered(),
    ]
}

fn find_chain(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    let links = at.derived().links(at, Reach::Single);
    let node = |n: u32| &links.nodes[n as usize];
    let pair = |n: u32| node(n).single.map_or(Domain::EMPTY, |v| at.domain(v));
    let bivalue = |n: u32| pair(n).len() == 2;
    let weak = links.weak.filter(|a, b| node(a).value == node(b).value && bivalue(a) && bivalue(b));
    let strong = links.strong.filter(|a, b| node(a).value != node(b).value);
    let mut tree = Tree::new(links.nodes.len());
    let mut best: BTreeMap<(usize, Vec<(Var, Value)>), Vec<u32>> = BTreeMap::new();
    for source in (0..links.singles as u32).filter(|&n| bivalue(n)) {
        tree.grow([&strong, &weak], source, false);
        for end in source + 1..links.singles as u32 {
            let (Some(a), Some(b)) = (node(source).single, node(end).single) else { continue };
            let value = node(source).value;
            if node(end).value != value || !tree.reached(end, true) {
                continue;
            }
            let gone = at.common_peers(value, &[a, b]);
            if gone.is_empty() {
                continue;
            }
            let Some(nodes) = tree.path(links, [&strong, &weak], (end, true), false) else { continue };
            if all || nodes.len() >= 8 && nodes.iter().any(|&n| pair(n) != pair(source)) {
                best.entry((nodes.len(), gone.iter().map(|v| (v, value)).collect())).or_insert(nodes);
            }
        }
    }
    for ((_, gone), nodes) in best {
        let why = off_to_on(links, &nodes, ": one of the two ends holds, and what sees both goes");
        if let Some(d) = Deduction::remove(id, gone, why) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}

fn find_remote(id: &TechniqueId, at: &Board<'_>, found: Found<'_>) -> Flow {
    let mut pairs: BTreeMap<Domain, Vec<Var>> = BTreeMap::new();
    for var in at.bivalue() {
        pairs.entry(at.domain(var)).or_default().push(var);
    }
    let mut best: BTreeMap<(usize, Vec<(Var, Value)>), (Domain, Vec<Var>)> = BTreeMap::new();
    for (&pair, cells) in pairs.iter().filter(|(_, cells)| cells.len() >= 4) {
        for (i, &from) in cells.iter().enumerate() {
            let parents = spread(at, cells, i);
            for (j, &to) in cells.iter().enumerate().skip(i + 1) {
                let Some(path) = path(&parents, i, j) else { continue };
                if path.len() < 4 || path.len() % 2 == 1 {
                    continue;
                }
                let sees_both =
                    |value| at.common_peers(value, &[from, to]).iter().map(move |v| (v, value)).collect::<Vec<_>>();
                let gone: Vec<(Var, Value)> = pair.iter().flat_map(sees_both).collect();
                if !gone.is_empty() {
                    let path: Vec<Var> = path.into_iter().map(|k| cells[k]).collect();
                    best.entry((path.len(), gone)).or_insert((pair, path));
                }
            }
        }
    }
    for ((_, gone), (pair, cells)) in best {
        let why = Because {
            say: vec![
                Say::Vars(cells.clone()),
                Say::Text(" all hold ".into()),
                Say::Values(pair),
                Say::Text(", in turns, so the ends ".into()),
                Say::Vars(cells[..1].to_vec()),
                Say::Text(" and ".into()),
                Say::Vars(cells[cells.len() - 1..].to_vec()),
                Say::Text(" differ".into()),
            ],
            pattern: cells.iter().flat_map(|&var| pair.iter().map(move |value| Literal { var, value })).collect(),
            ..Because::default()
        };
        if let Some(d) = Deduction::remove(id, gone, why) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}

/// Breadth-first parents of the cells reached from `start` (its own parent is itself).
fn spread(at: &Board<'_>, cells: &[Var], start: usize) -> Vec<Option<usize>> {
    let mut parent = vec![None; cells.len()];
    parent[start] = Some(start);
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(i) = queue.pop_front() {
        for j in 0..cells.len() {
            if parent[j].is_none() && at.houses().sees(cells[i], cells[j]) {
                parent[j] = Some(i);
                queue.push_back(j);
            }
        }
    }
    parent
}

fn path(parent: &[Option<usize>], start: usize, end: usize) -> Option<Vec<usize>> {
    let mut path = vec![end];
    let mut at = end;
    while at != start {
        at = parent[at]?;
        path.push(at);
    }
    path.reverse();
    Some(path)
}
