//! Continuous and discontinuous nice loops and alternating inference chains, plain and grouped.
//!
//! Grouped forms use at least one group (places of a value in the intersection of a region and a
//! line) or almost locked set.

use super::Ordered;
use super::chain_search::{Chain, Close};
use super::chain_words::because;
use super::described::{Described, Find, Found};
use super::links::Reach;
use crate::packed::kernels;
use crate::{Board, Deduction, Flow, TechniqueId, Tier};
use std::ops::ControlFlow;

/// The chains: HoDoKu has the plain forms as one step of order 5600, the grouped ones as 5650.
/// Among themselves, what removes more comes first: loops, open chains (two candidates or more),
/// discontinuous loops.
pub(super) fn all() -> Vec<Ordered> {
    let plain = |order, code, name, find: Find, all: Find, kernel| {
        Described::new(order, code, name, (Tier::Expert, 280), find).with_all(all).packed(kernel).ordered()
    };
    let grouped = |order, code, name, find: Find, all: Find| {
        Described::new(order, code, name, (Tier::Expert, 300), find).with_all(all).ordered()
    };
    vec![
        plain(
            5600,
            "0706",
            ("continuous-nice-loop", "Continuous Nice Loop"),
            |id, at, found| find(id, at, continuous, PLAIN, found),
            |id, at, found| find_all(id, at, continuous, PLAIN, found),
            kernels::CONTINUOUS_LOOP,
        ),
        plain(
            5602,
            "0707",
            ("discontinuous-nice-loop", "Discontinuous Nice Loop"),
            |id, at, found| find(id, at, discontinuous, PLAIN, found),
            |id, at, found| find_all(id, at, discontinuous, PLAIN, found),
            kernels::DISCONTINUOUS_LOOP,
        ),
        plain(
            5601,
            "0708",
            ("aic", "Alternating Inference Chain"),
            |id, at, found| find(id, at, open, PLAIN, found),
            |id, at, found| find_all(id, at, open, PLAIN, found),
            kernels::OPEN_CHAIN,
        ),
        grouped(
            5650,
            "0709",
            ("grouped-continuous-nice-loop", "Grouped Continuous Nice Loop"),
            |id, at, found| find(id, at, continuous, GROUPED, found),
            |id, at, found| find_all(id, at, continuous, GROUPED, found),
        ),
        grouped(
            5652,
            "0710",
            ("grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop"),
            |id, at, found| find(id, at, discontinuous, GROUPED, found),
            |id, at, found| find_all(id, at, discontinuous, GROUPED, found),
        ),
        grouped(
            5651,
            "0711",
            ("grouped-aic", "Grouped AIC"),
            |id, at, found| find(id, at, open, GROUPED, found),
            |id, at, found| find_all(id, at, open, GROUPED, found),
        ),
    ]
}

/// The graphs searched, in order.
type Graphs = &'static [Reach];
const PLAIN: Graphs = &[Reach::Single];
const GROUPED: Graphs = &[Reach::Group, Reach::Als];

fn continuous(c: Close) -> bool {
    c == Close::Loop
}

fn discontinuous(c: Close) -> bool {
    matches!(c, Close::Off | Close::On)
}

fn open(c: Close) -> bool {
    matches!(c, Close::SameValue | Close::TwoValues)
}

fn find(id: &TechniqueId, at: &Board<'_>, wanted: fn(Close) -> bool, graphs: Graphs, found: Found<'_>) -> Flow {
    each(id, at, |c| wanted(c.close) && !c.named, graphs, found)
}

fn find_all(id: &TechniqueId, at: &Board<'_>, wanted: fn(Close) -> bool, graphs: Graphs, found: Found<'_>) -> Flow {
    each(id, at, |c| wanted(c.close), graphs, found)
}

fn each(id: &TechniqueId, at: &Board<'_>, wanted: impl Fn(&Chain) -> bool, graphs: Graphs, found: Found<'_>) -> Flow {
    for &reach in graphs {
        for chain in at.derived().chains(at, reach).iter().filter(|c| wanted(c)) {
            let why = because(at, at.derived().links(at, reach), chain);
            if let Some(d) = Deduction::remove(id, chain.gone.iter().map(|l| (l.var, l.value)), why) {
                found(d)?;
            }
        }
    }
    ControlFlow::Continue(())
}
