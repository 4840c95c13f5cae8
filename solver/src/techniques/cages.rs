//! Cages by themselves: what a sum leaves their cells. Tiers and scores are ours: they rise with
//! the number of cells that one has to think of at once.

use super::sums::{Find, Sums, pruned, total};
use crate::rules::{COMBINATION_LIMIT, Cage, RuleSpec, combinations};
use crate::{Because, Board, Deduction, Domain, Flow, Literal, Phase, Row, RuleId, Say, TechniqueId, Tier, Value, Var};
use std::ops::{ControlFlow, RangeInclusive};

/// The techniques of single cages.
pub(super) fn all() -> Vec<super::Ordered> {
    let row = |order, id, name, tier, score, find: Find| Sums::of(Row::new(id, name, tier, score), find).at(order);
    vec![
        Sums::of(Row::new("cage-last-cell", "Last Cell of a Cage", Tier::Beginner, 14), last_cell)
            .in_phase(Phase::Propagation)
            .at(120),
        row(400, "cage-one-combination", "One Combination", Tier::Easy, 25, one_combination),
        row(450, "cage-combinations-2", "Cage Combinations (2 cells)", Tier::Easy, 30, |id, at, f| {
            cells(id, at, 2..=2, f)
        }),
        row(500, "cage-combinations-3", "Cage Combinations (3 cells)", Tier::Medium, 45, |id, at, f| {
            cells(id, at, 3..=3, f)
        }),
        row(540, "cage-combinations-4", "Cage Combinations (4 cells or more)", Tier::Hard, 80, |id, at, f| {
            cells(id, at, 4..=usize::MAX, f)
        }),
        row(2150, "cage-permutations", "Cage Permutations", Tier::Hard, 120, permutations),
    ]
}

/// A sum with open cells.
struct OpenCage {
    rule: RuleId,
    total: u32,
    /// What is left of the total for the open cells.
    rest: u32,
    open: Vec<Var>,
    /// Do the values differ?
    differ: bool,
}

impl OpenCage {
    fn say(&self, what_follows: impl IntoIterator<Item = Say>) -> Vec<Say> {
        let mut say = vec![Say::Text(format!("the sum {} of ", self.total).into()), Say::Rule(self.rule)];
        say.extend(what_follows);
        say
    }

    /// The sets of values that the open cells can hold: each cell has one of the values, each value
    /// a cell.
    fn sets(&self, at: &Board<'_>) -> Option<Vec<Domain>> {
        if !self.differ {
            return None;
        }
        let union = self.open.iter().fold(Domain::EMPTY, |u, &v| u | at.domain(v));
        let mut sets = combinations(union, self.open.len(), self.rest, COMBINATION_LIMIT)?;
        sets.retain(|&set| self.open.iter().all(|&v| !(at.domain(v) & set).is_empty()));
        Some(sets)
    }

    /// What is too small or too great beside the least and the greatest values of the other cells.
    fn out_of_bounds(&self, at: &Board<'_>) -> Vec<(Var, Value)> {
        let (mut low, mut high) = (0, 0);
        for &v in &self.open {
            low += at.domain(v).min().map_or(0, u32::from);
            high += at.domain(v).max().map_or(0, u32::from);
        }
        let mut gone = Vec::new();
        for &v in &self.open {
            let d = at.domain(v);
            let (Some(min), Some(max)) = (d.min().map(u32::from), d.max().map(u32::from)) else { continue };
            let fits = |value: u32| low - min + value <= self.rest && high - max + value >= self.rest;
            gone.extend(d.iter().filter(|&value| !fits(value.into())).map(|value| (v, value)));
        }
        gone
    }
}

/// The sums of the network with open cells, in rule order.
fn open_cages(at: &Board<'_>) -> Vec<OpenCage> {
    let net = at.network();
    let cage = |rule: RuleId| {
        let total = total(at, rule)?;
        let (open, placed): (Vec<Var>, Vec<Var>) = net.rule(rule).scope().iter().partition(|v| at.open().contains(**v));
        let known: u32 = placed.iter().filter_map(|&v| at.store().domain(v).value()).map(u32::from).sum();
        let differ = matches!(net.spec(rule), RuleSpec::Cage { .. });
        let rest = total.checked_sub(known)?;
        (!open.is_empty()).then_some(OpenCage { rule, total, rest, open, differ })
    };
    net.rule_ids().filter_map(cage).collect()
}

/// The one open cell holds what is left.
fn last_cell(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    for cage in open_cages(at) {
        let ([var], Ok(value)) = (cage.open.as_slice(), Value::try_from(cage.rest)) else { continue };
        let literal = Literal { var: *var, value };
        if value >= 64 || !at.has(literal) {
            continue;
        }
        let say = cage.say([Say::Text(" leaves ".into()), Say::Is(literal)]);
        let because =
            Because { say, pattern: vec![literal], extra: Vec::new(), houses: vec![cage.rule], ..Because::default() };
        found(Deduction::place(id, literal, because))?;
    }
    ControlFlow::Continue(())
}

/// Tells what goes from the open cells of a cage.
fn tell(
    id: &TechniqueId,
    at: &Board<'_>,
    (cage, say): (&OpenCage, Vec<Say>),
    gone: Vec<(Var, Value)>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    let left = |v: Var, value: Value| !gone.contains(&(v, value));
    let literals = |&v: &Var| {
        at.domain(v).iter().filter(|&x| left(v, x)).map(|value| Literal { var: v, value }).collect::<Vec<_>>()
    };
    let pattern = cage.open.iter().flat_map(literals).collect();
    let because = Because { say, pattern, extra: Vec::new(), houses: vec![cage.rule], ..Because::default() };
    match Deduction::remove(id, gone, because) {
        Some(step) => found(step),
        None => ControlFlow::Continue(()),
    }
}

/// The values that none of the sets has.
fn outside(at: &Board<'_>, cage: &OpenCage, sets: &[Domain]) -> Vec<(Var, Value)> {
    let some = sets.iter().fold(Domain::EMPTY, |u, &set| u | set);
    cage.open.iter().flat_map(|&v| at.domain(v).minus(some).iter().map(move |value| (v, value))).collect()
}

/// One set of values only adds up to what is left: the cells lose all others.
fn one_combination(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    for cage in open_cages(at).iter().filter(|c| c.open.len() > 1) {
        let Some(sets) = cage.sets(at) else { continue };
        let [set] = sets.as_slice() else { continue };
        let say = cage.say([Say::Text(" takes ".into()), Say::Values(*set)]);
        tell(id, at, (cage, say), outside(at, cage, &sets), found)?;
    }
    ControlFlow::Continue(())
}

/// What goes from a cage by its combinations and bounds; of two cells by the partner that each
/// value needs.
fn plain(at: &Board<'_>, cage: &OpenCage, sets: Option<&[Domain]>) -> Vec<(Var, Value)> {
    let mut gone = cage.out_of_bounds(at);
    gone.extend(sets.map_or_else(Vec::new, |sets| outside(at, cage, sets)));
    if let (&[a, b], true) = (cage.open.as_slice(), cage.differ) {
        for (one, other) in [(a, b), (b, a)] {
            let has_partner = |value: Value| {
                let partner = cage.rest.checked_sub(value.into()).and_then(|p| Value::try_from(p).ok());
                partner.is_some_and(|p| p != value && p < 64 && at.domain(other).contains(p))
            };
            gone.extend(at.domain(one).iter().filter(|&value| !has_partner(value)).map(|value| (one, value)));
        }
    }
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// Does a cage with one combination lose values by that alone?
fn is_one_combination(at: &Board<'_>, cage: &OpenCage, sets: Option<&[Domain]>) -> bool {
    sets.is_some_and(|sets| sets.len() == 1 && !outside(at, cage, sets).is_empty())
}

/// Values that fit none of the combinations of so many open cells, or are too small or too great
/// beside the least and the greatest of the other cells.
fn cells(
    id: &TechniqueId,
    at: &Board<'_>,
    size: RangeInclusive<usize>,
    found: &mut dyn FnMut(Deduction) -> Flow,
) -> Flow {
    for cage in open_cages(at).iter().filter(|c| size.contains(&c.open.len())) {
        let sets = cage.sets(at);
        if is_one_combination(at, cage, sets.as_deref()) {
            continue;
        }
        let why = match &sets {
            Some(sets) if sets.len() > 1 => format!(" has {} combinations, and these fit none", sets.len()),
            Some(_) => " has one combination, and these do not fit it".to_string(),
            None => ": these are too small or too great beside the other cells".to_string(),
        };
        let gone = plain(at, cage, sets.as_deref());
        tell(id, at, (cage, cage.say([Say::Text(why.into())])), gone, found)?;
    }
    ControlFlow::Continue(())
}

/// Values that are in a combination, but in none in which the other cells can hold the rest of it.
fn permutations(id: &TechniqueId, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
    for cage in open_cages(at).iter().filter(|c| c.open.len() > 2 && c.differ) {
        let sets = cage.sets(at);
        // What is plainer has another name.
        if !plain(at, cage, sets.as_deref()).is_empty() {
            continue;
        }
        let say = cage.say([Say::Text(": with these, no combination fits the other cells".into())]);
        pruned(id, at, &Cage::new(cage.open.clone(), cage.rest), say, vec![cage.rule], found)?;
    }
    ControlFlow::Continue(())
}
