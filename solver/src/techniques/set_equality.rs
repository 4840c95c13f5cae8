//! Set equality: a number of lines and the same number of regions or columns hold the same values,
//! so what sticks out of either does, too. (The law of leftovers; SET.)

use super::sums::{Find, Sums, pruned};
use crate::rules::Same;
use crate::{Board, Deduction, Flow, House, HouseKind, Row, Say, Technique, TechniqueId, Tier, Var, VarSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Most houses on a side.
const MOST_HOUSES: usize = 3;

/// Leftovers that a person compares at a glance, and larger ones.
pub fn set_equalities() -> Vec<Arc<dyn Technique>> {
    let row = |id, name, tier, score, find: Find| {
        Arc::new(Sums::of(Row::new(id, name, tier, score), find)) as Arc<dyn Technique>
    };
    vec![
        row("set-equality", "Set Equality", Tier::Hard, 80, |id, at, found| equalities(id, at, (1, 3), found)),
        row("large-set-equality", "Large Set Equality", Tier::Expert, 180, |id, at, found| {
            equalities(id, at, (4, 6), found)
        }),
    ]
}

/// Lines side by side, each group with the houses of other kinds that they share most with.
fn equalities(
    id: &TechniqueId,
    at: &Board<'_>,
    cells: (usize, usize),
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let whole: Vec<&House> = at.houses().list().iter().filter(|h| h.covers.len() as usize == h.vars.len()).collect();
    let of = |kind: HouseKind| whole.iter().copied().filter(|h| h.kind == kind).collect::<Vec<_>>();
    let kinds = [HouseKind::Line(0), HouseKind::Line(1), HouseKind::Region];
    for (i, &kind) in kinds.iter().enumerate().take(2) {
        let lines = of(kind);
        for other in kinds.iter().skip(i + 1).map(|&kind| of(kind)) {
            for size in 1..=MOST_HOUSES {
                for group in lines.windows(size) {
                    compared(id, at, (group, &other), cells, found)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn union(houses: &[&House], len: usize) -> VarSet {
    let mut all = VarSet::with_capacity(len);
    houses.iter().for_each(|h| all.or_with(&h.set));
    all
}

fn compared(
    id: &TechniqueId,
    at: &Board<'_>,
    (lines, others): (&[&House], &[&House]),
    (least, most): (usize, usize),
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let len = at.network().len();
    let cells = union(lines, len);
    let share = |h: &House| h.set.iter().filter(|&v| cells.contains(v)).count();
    let mut order: Vec<&House> = others.to_vec();
    order.sort_by_key(|h| (std::cmp::Reverse(share(h)), h.rule));
    order.truncate(lines.len());
    let is_alike = |h: &&House| h.covers == lines[0].covers;
    if order.len() < lines.len() || !lines.iter().chain(&order).all(is_alike) {
        return ControlFlow::Continue(());
    }
    let covered = union(&order, len);
    // Regions that overlap hold some values twice.
    if covered.len() < order.iter().map(|h| h.vars.len()).sum() {
        return ControlFlow::Continue(());
    }
    let left: Vec<Var> = cells.minus(&covered).iter().collect();
    let right: Vec<Var> = covered.minus(&cells).iter().collect();
    if !(least..=most).contains(&left.len()) || left.len() != right.len() {
        return ControlFlow::Continue(());
    }
    let Ok(same) = Same::new(&left, &right) else { return ControlFlow::Continue(()) };
    let rules = |houses: &[&House]| houses.iter().map(|h| h.rule).collect::<Vec<_>>();
    let say = vec![
        Say::Rules(rules(lines)),
        Say::Text(if lines.len() == 1 { " holds the same values as " } else { " hold the same values as " }.into()),
        Say::Rules(rules(&order)),
        Say::Text(", so ".into()),
        Say::Vars(left),
        Say::Text(" hold those of ".into()),
        Say::Vars(right),
    ];
    pruned(id, at, &same, say, [rules(lines), rules(&order)].concat(), found)
}
