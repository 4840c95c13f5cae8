//! What a chain is called and how it reads.

use super::chain_search::{Chain, Close, strong_links};
use super::links::{Links, Strong};
use crate::{Because, Board, Domain, Literal, Say};

/// Is the form of the chain that of a technique with a name of its own, earlier in the order or
/// more specific?
pub(super) fn is_named_earlier(at: &Board<'_>, links: &Links, close: Close, nodes: &[u32]) -> bool {
    let strong = strong_links(nodes, close);
    let node = |n: u32| &links.nodes[n as usize];
    let one_value = nodes.iter().all(|&n| node(n).value == node(nodes[0]).value);
    let singles = nodes.iter().all(|&n| node(n).single.is_some());
    let reasons: Vec<Option<Strong>> = strong.iter().map(|&(a, b)| links.reason(at, a, b)).collect();
    let cells = reasons.iter().all(|r| *r == Some(Strong::Cell));
    let als = reasons.iter().all(|r| matches!(r, Some(Strong::Cell | Strong::Als(_))));
    match close {
        // Naked and hidden pairs, X-wings; locked sets that are linked twice; single-value and
        // all-bivalue loops.
        Close::Loop => strong.len() < 3 && (singles || one_value || als) || singles && one_value || cells,
        Close::On => false,
        Close::TwoValues => false,
        Close::Off | Close::SameValue => {
            let (Some(&(first, _)), Some(&(_, last))) = (strong.first(), strong.last()) else { return true };
            let target = node(nodes[0]);
            // A weak link within the target's cell is another form.
            let to_ends = close == Close::SameValue || [first, last].iter().all(|&n| node(n).value == target.value);
            let w_wing = strong.len() == 3
                && reasons[0] == Some(Strong::Cell)
                && reasons[2] == Some(Strong::Cell)
                && matches!(reasons[1], Some(Strong::House(_)))
                && singles;
            to_ends && (one_value && (singles || strong.len() < 3) || cells || w_wing || als && strong.len() < 4)
        }
    }
}

fn statement(links: &Links, n: u32, on: bool, out: &mut Vec<Say>) {
    let node = &links.nodes[n as usize];
    match node.single {
        Some(var) => {
            let l = Literal { var, value: node.value };
            out.push(if on { Say::Is(l) } else { Say::IsNot(l) });
        }
        None => {
            out.push(Say::Text(if on { "".into() } else { "no ".into() }));
            out.push(Say::Values(Domain::single(node.value)));
            out.push(Say::Text(" in ".into()));
            out.push(Say::Vars(node.set.iter().collect()));
        }
    }
}

/// Alternating statements over single candidates, from off to on, and what follows.
pub(super) fn off_to_on(links: &Links, nodes: &[u32], follows: &'static str) -> Because {
    let mut why = Because::default();
    for (i, &n) in nodes.iter().enumerate() {
        if i > 0 {
            why.say.push(Say::Text(" → ".into()));
        }
        statement(links, n, i % 2 == 1, &mut why.say);
    }
    why.say.push(Say::Text(follows.into()));
    let literal =
        |n: &u32| links.nodes[*n as usize].single.map(|var| Literal { var, value: links.nodes[*n as usize].value });
    why.pattern = nodes.iter().filter_map(literal).collect();
    why.extra = [nodes.first(), nodes.last()].into_iter().flatten().filter_map(literal).collect();
    why
}

/// The chain as a person reads it: statement by statement, then what its ends mean.
pub(super) fn because(at: &Board<'_>, links: &Links, chain: &Chain) -> Because {
    let mut why = Because::default();
    let first_on = chain.close == Close::Off;
    for (i, &n) in chain.nodes.iter().enumerate() {
        if i > 0 {
            why.say.push(Say::Text(" → ".into()));
        }
        statement(links, n, (i % 2 == 0) == first_on, &mut why.say);
    }
    let end = match chain.close {
        Close::Loop => " and round again: every weak link of the loop holds one of its ends",
        Close::Off => ": it denies itself",
        Close::On => ": it holds either way",
        Close::SameValue => ": one of the two ends holds, and what sees both goes",
        Close::TwoValues => ": one of the two ends holds, and each leaves the other's cell",
    };
    why.say.push(Say::Text(end.into()));
    let literals = |n: u32| {
        let node = &links.nodes[n as usize];
        node.set.iter().map(|var| Literal { var, value: node.value }).collect::<Vec<_>>()
    };
    let inner = if chain.nodes.first() == chain.nodes.last() { &chain.nodes[1..] } else { &chain.nodes[..] };
    why.pattern = inner.iter().flat_map(|&n| literals(n)).collect();
    let ends = [chain.nodes.first(), chain.nodes.last()];
    if chain.close != Close::Loop {
        why.extra = ends.into_iter().flatten().flat_map(|&n| literals(n)).collect();
        why.extra.dedup();
    }
    for (a, b) in strong_links(&chain.nodes, chain.close) {
        match links.reason(at, a, b) {
            Some(Strong::House(rule)) if !why.houses.contains(&rule) => why.houses.push(rule),
            Some(Strong::Als(i)) => {
                if let Some(als) = links.als(at, i) {
                    let (set, left) = links.parts(at, i).map_or((als, None), |(set, cell)| (set, Some(cell)));
                    why.say.push(Say::Text("; almost locked: ".into()));
                    why.say.push(Say::Vars(set.cells.iter().collect()));
                    if let Some(cell) = left {
                        why.say.push(Say::Text(", which leaves ".into()));
                        why.say.push(Say::Vars(vec![cell]));
                        why.say.push(Say::Text(" one value".into()));
                    }
                    let cells =
                        als.cells.iter().flat_map(|var| at.domain(var).iter().map(move |value| Literal { var, value }));
                    why.extra.extend(cells.filter(|l| !why.pattern.contains(l)));
                }
            }
            _ => {}
        }
    }
    why
}
