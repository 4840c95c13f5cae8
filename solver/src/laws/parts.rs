//! Small rules about the parts of a graph.

use super::{each_domains, small_graphs};
use crate::rules::{Claim, JointGraph, Joints, Measure, RuleSpec};
use crate::{Domain, Var};

/// Claims about parts of a graph with `n` places.
fn claims(n: u32) -> Vec<Claim> {
    let held = || Measure::Held(if n > 2 { vec![0, n - 1] } else { vec![0] });
    vec![
        Claim::Among(Measure::Size, vec![2]),
        Claim::Among(Measure::Size, vec![1, 3]),
        Claim::Among(Measure::Size, (3..=n.max(3)).collect()),
        Claim::Among(held(), vec![1]),
        Claim::Among(Measure::Width, vec![2]),
        Claim::Among(Measure::Size, Vec::new()),
        Claim::Less(Measure::Height, Measure::Width),
        Claim::Equal(Measure::Height, Measure::Width),
        Claim::Equal(held(), Measure::Height),
        Claim::Rectangle(true),
        Claim::Rectangle(false),
        Claim::Holds(n - 1, true),
        Claim::Holds(n - 1, false),
        Claim::Whole,
        Claim::Any(vec![Claim::Among(Measure::Size, vec![1]), Claim::Rectangle(true)]),
        Claim::Any(vec![Claim::Among(Measure::Size, vec![1, 2]), Claim::Among(held(), vec![2])]),
        Claim::Any(vec![Claim::Whole, Claim::Among(Measure::Size, vec![2])]),
    ]
}

/// All cases.
pub(super) fn each_small_parts(visit: &mut dyn FnMut(&RuleSpec, &[Domain])) {
    for (n, edges) in small_graphs() {
        let grid: Vec<[u16; 2]> = (0..n as u16).map(|p| [p / 3, p % 3]).collect();
        let both = [Joints::Edges(Domain::single(1)), Joints::Places(vec![Domain::single(1)])];
        let classes = Joints::Places(vec![Domain::single(0), Domain::range(1, 2)]);
        let more = (n == 3).then_some((classes, 4));
        for (joints, width) in both.into_iter().map(|joints| (joints, 2)).chain(more) {
            let count = if matches!(joints, Joints::Edges(_)) { edges.len() } else { n };
            let graph = JointGraph { places: n as u32, edges: edges.clone(), joints, grid: grid.clone() };
            for claim in claims(n as u32) {
                for of in [None, Some(0)] {
                    let vars = (0..count as u32).map(Var).collect();
                    let spec = RuleSpec::Parts { vars, graph: graph.clone(), of, claim: claim.clone() };
                    each_domains(count, width, 0, &mut |d| visit(&spec, d));
                }
            }
        }
    }
}
