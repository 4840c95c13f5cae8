//! Sums of houses: what a house's own total says of the cells that its cages leave over. Tiers and
//! scores are ours: they rise with the number of cells and houses. (For cages by themselves see
//! [`super::cages`].)

use super::Ordered;
use crate::rules::{Cage, RuleSpec, Sum};
use crate::{
    Because, Board, Deduction, Flow, House, Literal, Phase, Row, Rule, RuleId, RuleKind, Say, Technique, TechniqueId,
    Tier, Var, VarSet,
};
use std::ops::ControlFlow;

/// Most cells of a derived sum: a person adds up no more.
const MOST_CELLS: usize = 5;
/// Most houses taken together.
const MOST_HOUSES: usize = 3;

/// From one cell of one house to several cells of several houses.
pub(super) fn all() -> Vec<Ordered> {
    let row = |order, id, name, tier, score, find: Find| Sums::of(Row::new(id, name, tier, score), find).at(order);
    vec![
        row(420, "innie-outie", "Innie or Outie", Tier::Easy, 30, |id, at, f| house_sums(id, at, Extent::Cells(1), f)),
        row(520, "house-sum-2", "House Sum (2 cells)", Tier::Medium, 50, |id, at, f| {
            house_sums(id, at, Extent::Cells(2), f)
        }),
        row(560, "house-sum-3", "House Sum (3 cells)", Tier::Hard, 90, |id, at, f| {
            house_sums(id, at, Extent::Cells(3), f)
        }),
        row(2160, "large-house-sum", "Large House Sum", Tier::Expert, 200, |id, at, f| {
            house_sums(id, at, Extent::Large, f)
        }),
    ]
}

/// How much is added up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// One house, and so many cells are left over, up to three.
    Cells(usize),
    /// Several houses, or more cells.
    Large,
}

impl Extent {
    fn of(houses: usize, cells: usize) -> Extent {
        if houses == 1 && cells <= 3 { Extent::Cells(cells) } else { Extent::Large }
    }
}

pub(super) type Find = fn(&TechniqueId, &Board<'_>, &mut dyn FnMut(Deduction) -> Flow) -> Flow;

/// A technique over sums.
pub(super) struct Sums {
    row: Row,
    find: Find,
}

impl Sums {
    pub(super) fn of(row: Row, find: Find) -> Sums {
        let kinds = &[RuleKind::AllDifferent, RuleKind::Sum, RuleKind::Cage];
        Sums { row: row.reading(kinds, Phase::Pattern), find }
    }

    pub(super) fn in_phase(self, phase: Phase) -> Sums {
        Sums { row: Row { phase, ..self.row }, ..self }
    }

    pub(super) fn at(self, order: u32) -> Ordered {
        (order, Box::new(self))
    }
}

impl Technique for Sums {
    fn row(&self) -> &Row {
        &self.row
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        (self.find)(&self.row.id, at, found)
    }
}

/// The total of a sum or a cage.
pub(super) fn total(at: &Board<'_>, rule: RuleId) -> Option<u32> {
    match at.network().spec(rule) {
        RuleSpec::Sum { total, .. } | RuleSpec::Cage { total, .. } => Some(*total),
        _ => None,
    }
}

/// Tells what a rule's pruning takes away.
pub(super) fn pruned(
    id: &TechniqueId,
    at: &Board<'_>,
    rule: &dyn Rule,
    say: Vec<Say>,
    houses: Vec<RuleId>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let mut after = at.store().clone();
    if rule.prune(&mut after).is_err() {
        return ControlFlow::Continue(());
    }
    let mut gone = Vec::new();
    let mut pattern = Vec::new();
    for &var in rule.scope() {
        let (before, left) = (at.domain(var), after.domain(var));
        gone.extend(before.minus(left).iter().map(|value| (var, value)));
        pattern.extend((before & left).iter().map(|value| Literal { var, value }));
    }
    let because = Because { say, pattern, extra: Vec::new(), houses, ..Because::default() };
    match Deduction::remove(id, gone, because) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

/// What all values of a covering house add up to.
fn house_total(house: &House) -> u32 {
    house.covers.iter().map(u32::from).sum()
}

fn house_sums(id: &TechniqueId, at: &Board<'_>, extent: Extent, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    let cages: Vec<(RuleId, u32, VarSet)> = at
        .network()
        .rule_ids()
        .filter_map(|rule| Some((rule, total(at, rule)?, at.network().rule(rule).scope().iter().copied().collect())))
        .collect();
    if cages.is_empty() {
        return ControlFlow::Continue(());
    }
    let houses: Vec<&House> = at.houses().list().iter().filter(|h| !h.covers.is_empty()).collect();
    let most = if extent == Extent::Large { MOST_HOUSES } else { 1 };
    for size in 1..=most {
        for group in houses.windows(size) {
            let mut area = VarSet::with_capacity(at.network().len());
            let mut disjoint = true;
            for house in group {
                disjoint &= house.kind == group[0].kind && !area.meets(&house.set);
                area.or_with(&house.set);
            }
            if disjoint {
                innies_and_outies((id, extent), at, group, &area, &cages, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn innies_and_outies(
    (id, extent): (&TechniqueId, Extent),
    at: &Board<'_>,
    group: &[&House],
    area: &VarSet,
    cages: &[(RuleId, u32, VarSet)],
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let whole: u32 = group.iter().map(|h| house_total(h)).sum();
    let rules: Vec<RuleId> = group.iter().map(|h| h.rule).collect();
    // Values written down are no longer part of the sum, whichever cage they are in.
    let mut inside = 0;
    let mut left = area.clone();
    let mut across = 0;
    let mut outside = VarSet::with_capacity(at.network().len());
    let mut covered = VarSet::with_capacity(at.network().len());
    for (_, total, set) in cages.iter().filter(|(_, _, set)| set.meets(area)) {
        // Of overlapping sums the first counts.
        if set.meets(&covered) {
            continue;
        }
        covered.or_with(set);
        if set.is_subset(area) {
            inside += total;
            left = left.minus(set);
        }
        across += total;
        outside.or_with(&set.minus(area));
    }
    let mut derived: Vec<(Vec<Var>, Option<u32>)> = vec![(left.iter().collect(), whole.checked_sub(inside))];
    if area.is_subset(&covered) {
        derived.push((outside.iter().collect(), across.checked_sub(whole)));
    }
    for (vars, sum) in derived {
        let Some(sum) = sum else { continue };
        let (placed, open): (Vec<Var>, Vec<Var>) = vars.iter().partition(|v| at.domain(**v).is_empty());
        let known: u32 = placed.iter().filter_map(|&v| at.store().domain(v).value()).map(u32::from).sum();
        let Some(rest) = sum.checked_sub(known) else { continue };
        if open.is_empty() || open.len() > MOST_CELLS || Extent::of(group.len(), open.len()) != extent {
            continue;
        }
        let say = vec![
            Say::Rules(rules.clone()),
            Say::Text(format!(" and the cages leave {rest} for ").into()),
            Say::Vars(open.clone()),
        ];
        // Cells that all see each other differ.
        let differ = open.iter().enumerate().all(|(i, &a)| open[..i].iter().all(|&b| at.houses().sees(a, b)));
        if differ {
            pruned(id, at, &Cage::new(open, rest), say, rules.clone(), found)?;
        } else {
            pruned(id, at, &Sum::new(open, rest), say, rules.clone(), found)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Domain, HouseKind, Network, SimpleSolver, Solver, grade};

    /// 4×4 with 2×2 boxes and cages; single steps are true in every solution.
    #[test]
    fn sums_solve_a_small_killer_and_take_no_true_value() {
        let mut net = Network::with_vars(16, Domain::range(1, 4));
        let mut house = |cells: [u32; 4], kind| {
            net.add_house(RuleSpec::AllDifferent { vars: cells.map(Var).to_vec() }, kind).unwrap();
        };
        for i in 0..4 {
            house([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3], HouseKind::Line(0));
            house([i, i + 4, i + 8, i + 12], HouseKind::Line(1));
            let b = i / 2 * 8 + i % 2 * 2;
            house([b, b + 1, b + 4, b + 5], HouseKind::Region);
        }
        // The solution is 1234 / 3412 / 2143 / 4321.
        let cages: [(&[u32], u32); 5] = [(&[0, 1], 3), (&[2, 6], 4), (&[4, 5, 8], 9), (&[3, 7, 11], 9), (&[9, 13], 4)];
        for (cells, total) in cages {
            let vars: Vec<Var> = cells.iter().map(|&c| Var(c)).collect();
            net.add(RuleSpec::Cage { vars, total }).unwrap();
        }
        let truth = SimpleSolver.solve(&net, None, &crate::Limits::solutions(usize::MAX)).solutions;
        assert!(!truth.is_empty());
        let mut at = grade::start(&net).unwrap();
        let catalog: Catalog =
            all().into_iter().chain(super::super::cages::all()).map(|(_, t)| std::sync::Arc::from(t)).collect();
        let done = grade::grade(&mut at, &catalog).unwrap();
        assert!(done.counts.len() >= 2, "of both kinds: {:?}", done.counts);
        for step in &done.steps {
            for r in &step.removes {
                assert!(truth.iter().all(|s| !r.values.contains(s[r.var.index()])), "{step:?}");
            }
        }
    }
}
