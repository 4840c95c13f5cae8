//! Deductions from two and three almost locked sets.

use super::Ordered;
use super::als_sets::{Als, AlsSets, Restricted};
use super::described::{Described, Found};
use crate::{Because, Board, Deduction, Domain, Flow, Literal, Say, TechniqueId, Tier, Value, Var};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The techniques of this file with their places in the order.
pub(super) fn all() -> Vec<Ordered> {
    let xz_name = ("als-xz", "Almost Locked Set XZ-Rule");
    let xy_name = ("als-xy-wing", "Almost Locked Set XY-Wing");
    vec![
        Described::new(5700, "0901", xz_name, (Tier::Expert, 300), |id, at, found| xz(id, at, false, found))
            .with_all(|id, at, found| xz(id, at, true, found))
            .ordered(),
        Described::new(5800, "0902", xy_name, (Tier::Expert, 320), |id, at, found| xy_wing(id, at, 4, found))
            .with_all(|id, at, found| xy_wing(id, at, 3, found))
            .ordered(),
    ]
}

/// Pairs of outer sets that one search for XY-wings looks at: never reached on 9×9, bounds it on
/// large boards.
const PAIRS: u32 = 4_000_000;

type Gone = Vec<(Var, Value)>;

/// Instances by size and outcome.
type Best<T> = BTreeMap<(usize, Gone), T>;

/// The places of the values in `among` that see all holders in both sets.
fn seen_by_both(a: &Als, b: &Als, among: Domain) -> Gone {
    let mut gone = Gone::new();
    for value in (a.values & b.values & among).iter().filter(|&v| a.seen(v).meets(b.seen(v))) {
        gone.extend(a.seen(value).and(b.seen(value)).iter().map(|var| (var, value)));
    }
    gone
}

fn xz(id: &TechniqueId, at: &Board<'_>, all: bool, found: Found<'_>) -> Flow {
    let sets = at.derived().als(at);
    let mut best: Best<(usize, usize, Domain)> = Best::new();
    for (i, commons) in sets.restricted().iter().enumerate() {
        for r in commons {
            let (a, b) = (&sets.list[i], &sets.list[r.other as usize]);
            // Three cells make an XY-wing, an XYZ-wing or a naked triple; fewer a naked pair.
            if !all && (a.len + b.len < 4 || is_locked(at, a, b)) {
                continue;
            }
            let mut keep = |gone: Gone, x: Domain| {
                if !gone.is_empty() {
                    best.entry((a.len + b.len, gone)).or_insert((i, r.other as usize, x));
                }
            };
            for x in r.values.iter() {
                keep(seen_by_both(a, b, Domain(!(1 << x))), Domain::single(x));
            }
            if r.values.len() >= 2 {
                keep(linked_twice(a, b, r.values), r.values);
            }
        }
    }
    for ((_, gone), (i, j, x)) in best {
        let why = words(at, sets, &[i, j], x);
        if let Some(d) = Deduction::remove(id, gone, why) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}

/// Are the two together a naked subset of one house?
fn is_locked(at: &Board<'_>, a: &Als, b: &Als) -> bool {
    let cells = a.cells.or(&b.cells);
    (a.values | b.values).len() as usize == cells.len() && at.houses().list().iter().any(|h| cells.is_subset(&h.set))
}

/// Two restricted commons: each set holds one of them, and all of its other values.
fn linked_twice(a: &Als, b: &Als, x: Domain) -> Gone {
    let mut gone = seen_by_both(a, b, x);
    for set in [a, b] {
        for value in set.values.minus(x).iter() {
            gone.extend(set.seen(value).iter().map(|var| (var, value)));
        }
    }
    gone.sort_unstable();
    gone.dedup();
    gone
}

fn xy_wing(id: &TechniqueId, at: &Board<'_>, least: usize, found: Found<'_>) -> Flow {
    let sets = at.derived().als(at);
    let mut near: Vec<Vec<Restricted>> = sets.restricted().to_vec();
    for (i, commons) in sets.restricted().iter().enumerate() {
        for r in commons {
            near[r.other as usize].push(Restricted { other: i as u32, values: r.values });
        }
    }
    let mut best: Best<(usize, usize, usize, Domain)> = Best::new();
    let mut pairs = 0;
    for (c, commons) in near.iter().enumerate() {
        for (n, ra) in commons.iter().enumerate() {
            for rb in &commons[n + 1..] {
                pairs += 1;
                if pairs > PAIRS {
                    break;
                }
                // Different restricted commons are needed: one value each way.
                if (ra.values | rb.values).len() < 2 {
                    continue;
                }
                let (a, b) = (&sets.list[ra.other as usize], &sets.list[rb.other as usize]);
                let size = a.len + b.len + sets.list[c].len;
                if size < least {
                    continue;
                }
                for x in ra.values.iter() {
                    for y in rb.values.iter().filter(|&y| y != x) {
                        let gone = seen_by_both(a, b, Domain(!(1 << x | 1 << y)));
                        if !gone.is_empty() {
                            let who = (ra.other as usize, c, rb.other as usize, Domain::single(x).with(y));
                            best.entry((size, gone)).or_insert(who);
                        }
                    }
                }
            }
        }
    }
    for ((_, gone), (a, c, b, xy)) in best {
        let why = words(at, sets, &[a, c, b], xy);
        if let Some(d) = Deduction::remove(id, gone, why) {
            found(d)?;
        }
    }
    ControlFlow::Continue(())
}

fn words(at: &Board<'_>, sets: &AlsSets, who: &[usize], commons: Domain) -> Because {
    let mut why = Because { say: vec![Say::Text("almost locked sets ".into())], ..Because::default() };
    for (n, &i) in who.iter().enumerate() {
        let als = &sets.list[i];
        let cells: Vec<Var> = als.cells.iter().collect();
        if n > 0 {
            why.say.push(Say::Text("; ".into()));
        }
        why.say.extend([
            Say::Vars(cells.clone()),
            Say::Text(" (".into()),
            Say::Values(als.values),
            Say::Text(")".into()),
        ]);
        for var in cells {
            for value in at.domain(var).iter() {
                let l = Literal { var, value };
                if commons.contains(value) { why.extra.push(l) } else { why.pattern.push(l) }
            }
        }
    }
    why.say.extend([
        Say::Text(", linked by ".into()),
        Say::Values(commons),
        Say::Text(", which neighbours can't both hold".into()),
    ]);
    why
}
