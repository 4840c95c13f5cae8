//! Naked and hidden subsets; locked pairs and triples.

use super::described::{Described, Find};
use crate::packed::kernels;
use crate::{Because, Board, Deduction, Domain, Flow, House, HouseKind, Literal, Say, TechniqueId, Tier, Value, Var};
use std::ops::ControlFlow;

/// Locked, naked and hidden subsets.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, code, names, tier, score, find: Find, kernel| {
        Described::new(order, code, names, (tier, score), find).packed(kernel).ordered()
    };
    let (medium, hard) = (Tier::Medium, Tier::Hard);
    vec![
        row(1000, "0110", ("locked-pair", "Locked Pair"), medium, 40, naked::<2, true>, kernels::LOCKED_PAIR),
        row(1100, "0111", ("locked-triple", "Locked Triple"), medium, 60, naked::<3, true>, kernels::LOCKED_TRIPLE),
        row(1300, "0200", ("naked-pair", "Naked Pair"), medium, 60, naked::<2, false>, kernels::NAKED_PAIR),
        row(1400, "0201", ("naked-triple", "Naked Triple"), medium, 80, naked::<3, false>, kernels::NAKED_TRIPLE),
        row(
            2000,
            "0202",
            ("naked-quadruple", "Naked Quadruple"),
            hard,
            120,
            naked::<4, false>,
            kernels::NAKED_QUADRUPLE,
        ),
        row(1500, "0210", ("hidden-pair", "Hidden Pair"), medium, 70, hidden::<2>, kernels::HIDDEN_PAIR),
        row(1600, "0211", ("hidden-triple", "Hidden Triple"), medium, 100, hidden::<3>, kernels::HIDDEN_TRIPLE),
        row(2100, "0212", ("hidden-quadruple", "Hidden Quadruple"), hard, 150, hidden::<4>, kernels::HIDDEN_QUADRUPLE),
    ]
}

/// Calls `found` with each choice of `K` masks whose union has exactly `K` bits.
fn tight_unions<const K: usize>(masks: &[u64], found: &mut dyn FnMut([usize; K], u64) -> Flow) -> Flow {
    fn go<const K: usize>(
        masks: &[u64],
        from: usize,
        depth: usize,
        chosen: &mut [usize; K],
        union: u64,
        found: &mut dyn FnMut([usize; K], u64) -> Flow,
    ) -> Flow {
        if depth == K {
            return if union.count_ones() as usize == K { found(*chosen, union) } else { ControlFlow::Continue(()) };
        }
        for i in from..masks.len() {
            let union = union | masks[i];
            if union.count_ones() as usize > K {
                continue;
            }
            chosen[depth] = i;
            go(masks, i + 1, depth + 1, chosen, union, found)?;
        }
        ControlFlow::Continue(())
    }
    if masks.len() < K { ControlFlow::Continue(()) } else { go(masks, 0, 0, &mut [0; K], 0, found) }
}

/// Is there a smaller subset within (a part of the masks with a union as small as itself) for which
/// `explains` holds?
fn smaller<const K: usize>(masks: &[u64], chosen: [usize; K], explains: impl Fn(&[usize], u64) -> bool) -> bool {
    (1u32..(1 << K) - 1).filter(|part| part.count_ones() >= 2).any(|part| {
        let within: Vec<usize> = (0..K).filter(|i| part >> i & 1 == 1).map(|i| chosen[i]).collect();
        let union = within.iter().fold(0, |u, &c| u | masks[c]);
        union.count_ones() as usize <= within.len() && explains(&within, union)
    })
}

/// `K` cells of a house with `K` candidates together. *Locked*: in a region and another house, with
/// removals in both.
fn naked<const K: usize, const LOCKED: bool>(
    id: &TechniqueId,
    at: &Board<'_>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let houses = at.houses();
    let mut cells: Vec<Var> = Vec::new();
    let mut masks: Vec<u64> = Vec::new();
    for (index, house) in houses.list().iter().enumerate() {
        if LOCKED && house.kind != HouseKind::Region {
            continue;
        }
        cells.clear();
        cells.extend(house.vars.iter().copied().filter(|&v| (2..=K as u32).contains(&at.domain(v).len())));
        masks.clear();
        masks.extend(cells.iter().map(|&v| at.domain(v).0));
        tight_unions::<K>(&masks, &mut |chosen, union| {
            let subset = chosen.map(|i| cells[i]);
            let holds_all = |h: &House| subset.iter().all(|&v| h.set.contains(v));
            // Found in several houses: told once, at the first.
            let first =
                houses.of(subset[0]).iter().map(|&h| h as usize).filter(|&h| holds_all(&houses.list()[h])).min();
            if !LOCKED && first != Some(index) {
                return ControlFlow::Continue(());
            }
            let mut gone: Vec<(Var, Value)> = Vec::new();
            for value in Domain(union).iter() {
                gone.extend(at.common_peers(value, &subset).iter().map(|v| (v, value)));
            }
            if gone.is_empty() {
                return ControlFlow::Continue(());
            }
            let shared: Vec<&House> =
                houses.of(subset[0]).iter().map(|&h| &houses.list()[h as usize]).filter(|h| holds_all(h)).collect();
            if is_locked::<K>(&shared, &gone) != LOCKED {
                return ControlFlow::Continue(());
            }
            // A smaller subset with the same outcome is the name for it.
            let explains = |part: &[usize], union: u64| {
                gone.iter()
                    .all(|&(v, value)| Domain(union).contains(value) && part.iter().all(|&i| houses.sees(v, cells[i])))
            };
            if smaller(&masks, chosen, explains) {
                return ControlFlow::Continue(());
            }
            let mut say = vec![
                Say::Vars(subset.to_vec()),
                Say::Text(" in ".into()),
                Say::Rules(shared.iter().map(|h| h.rule).collect()),
                Say::Text(" hold only ".into()),
                Say::Values(Domain(union)),
            ];
            // Not by these houses alone: by others, or other rules (a knight's move).
            if !gone.iter().all(|&(v, _)| shared.iter().any(|h| h.set.contains(v))) {
                say.push(Say::Text(", all seen from each cell that loses them".into()));
            }
            let because = Because {
                say,
                pattern: literals(at, &subset, Domain(union)),
                extra: Vec::new(),
                houses: shared.iter().map(|h| h.rule).collect(),
                ..Because::default()
            };
            match Deduction::remove(id, gone, because) {
                Some(d) => found(d),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// In a region and another house, with removals in both? (A quadruple never is.)
fn is_locked<const K: usize>(shared: &[&House], gone: &[(Var, Value)]) -> bool {
    let goes_only =
        |this: &House, other: &House| gone.iter().any(|&(v, _)| this.set.contains(v) && !other.set.contains(v));
    K <= 3
        && shared.iter().any(|region| {
            region.kind == HouseKind::Region
                && shared
                    .iter()
                    .any(|line| line.kind != HouseKind::Region && goes_only(region, line) && goes_only(line, region))
        })
}

/// `K` values of a house with `K` places together.
fn hidden<const K: usize>(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let mut values: Vec<Value> = Vec::new();
    let mut masks: Vec<u64> = Vec::new();
    for house in at.houses().list().iter().filter(|h| !h.covers.is_empty() && h.vars.len() <= 64) {
        let mut by_value = [0u64; 64];
        for (i, &var) in house.vars.iter().enumerate() {
            for value in at.domain(var).iter() {
                by_value[value as usize] |= 1 << i;
            }
        }
        values.clear();
        values.extend(house.covers.iter().filter(|&v| (2..=K as u32).contains(&by_value[v as usize].count_ones())));
        masks.clear();
        masks.extend(values.iter().map(|&v| by_value[v as usize]));
        tight_unions::<K>(&masks, &mut |chosen, union| {
            let these: Domain = chosen.iter().map(|&i| values[i]).collect();
            let cells: Vec<Var> = Domain(union).iter().map(|i| house.vars[i as usize]).collect();
            let lost = |v: Var| at.domain(v).minus(these);
            let explains = |part: &[usize], union: u64| {
                let part: Domain = part.iter().map(|&i| values[i]).collect();
                let in_part = |v: Var| Domain(union).iter().any(|i| house.vars[i as usize] == v);
                cells.iter().all(|&v| lost(v).is_empty() || in_part(v) && (lost(v) & part).is_empty())
            };
            if smaller(&masks, chosen, explains) {
                return ControlFlow::Continue(());
            }
            let gone = cells.iter().flat_map(|&v| lost(v).iter().map(move |value| (v, value)));
            let because = Because {
                say: vec![
                    Say::Values(these),
                    Say::Text(" in ".into()),
                    Say::Rule(house.rule),
                    Say::Text(" stand only in ".into()),
                    Say::Vars(cells.clone()),
                ],
                pattern: literals(at, &cells, these),
                extra: Vec::new(),
                houses: vec![house.rule],
                ..Because::default()
            };
            match Deduction::remove(id, gone, because) {
                Some(d) => found(d),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// The candidates of `cells` among `values`.
pub(super) fn literals(at: &Board<'_>, cells: &[Var], values: Domain) -> Vec<Literal> {
    let of = |var: Var| (at.domain(var) & values).iter().map(move |value| Literal { var, value });
    cells.iter().flat_map(|&var| of(var)).collect()
}
