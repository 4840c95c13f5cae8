//! All ways of a rule with the rules around it.

use super::joint::Which;
use super::{Ground, Marks, Part, Parted, Row, Told, candidates, technique_of_row, together};
use crate::reason::{Together, WAY_NODES, way};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Network, RuleId, Value, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Candidates that no way of a rule with the rules around it has: a local theorem about them.
#[derive(Clone)]
pub struct Ways {
    row: Row,
    first: Which,
    via: &'static [u16],
    /// How often the rules of `via` are widened to those that touch them.
    hops: u32,
}

impl std::fmt::Debug for Ways {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Ways").field(&self.row).finish()
    }
}

/// Open variables of the first rule at most.
const MOST_OPEN: usize = 16;
/// Open variables of all the rules at most.
const MOST: usize = 60;

impl Ways {
    /// A rule with the rules of `via` that touch it, and those that touch these, and so on: `hops`
    /// times in all.
    pub fn new(row: Row, first: Which, via: &'static [u16], hops: u32) -> Ways {
        Ways { row, first, via, hops }
    }

    /// The rules around one, itself first, and the variables whose candidates are tried; `None`
    /// where there are too many.
    fn around(
        &self,
        net: &Network,
        is_open: &dyn Fn(Var) -> bool,
        is_off: &dyn Fn(RuleId) -> bool,
        first: RuleId,
    ) -> Option<(Vec<RuleId>, Vec<Var>)> {
        let scope_of = |rule: RuleId| net.rule(rule).scope().iter().copied().filter(|&var| is_open(var));
        let own: BTreeSet<Var> = scope_of(first).collect();
        if own.is_empty() || own.len() > MOST_OPEN {
            return None;
        }
        let is_via = |rule: RuleId| net.origin(rule).is_some_and(|o| self.via.contains(&o.class)) && !is_off(rule);
        let (mut rules, mut reached, mut tried) = (vec![first], own.clone(), own);
        for hop in 0..self.hops {
            let near: BTreeSet<RuleId> = reached.iter().flat_map(|&var| net.rules_of(var)).copied().collect();
            for rule in near.into_iter().filter(|&rule| is_via(rule)) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                    reached.extend(scope_of(rule));
                }
            }
            if hop == 0 {
                tried = reached.clone();
            }
        }
        (reached.len() <= MOST).then(|| (rules, tried.into_iter().collect()))
    }

    /// The variables that may be read for a rule, whatever is open.
    fn reach(&self, net: &Network, first: RuleId) -> Vec<Var> {
        let mut vars: BTreeSet<Var> = net.rule(first).scope().iter().copied().collect();
        for _ in 0..self.hops {
            let near: BTreeSet<RuleId> = vars.iter().flat_map(|&var| net.rules_of(var)).copied().collect();
            let is_via = |rule: &RuleId| net.origin(*rule).is_some_and(|o| self.via.contains(&o.class));
            vars.extend(near.into_iter().filter(is_via).flat_map(|rule| net.rule(rule).scope()));
        }
        vars.into_iter().collect()
    }

    /// The candidates that no way has.
    fn gone(
        net: &Network,
        base: &[Domain],
        (rules, tried): (&[RuleId], &[Var]),
        may_go: &dyn Fn(Literal) -> bool,
    ) -> Vec<(Var, Value)> {
        let mut seen = vec![Domain::EMPTY; tried.len()];
        let mut gone = Vec::new();
        for (at, &var) in tried.iter().enumerate() {
            for value in base[var.index()].iter() {
                if seen[at].contains(value) || !may_go(Literal { var, value }) {
                    continue;
                }
                let mut domains = base.to_vec();
                domains[var.index()] = Domain::single(value);
                match way(net, rules, domains, &mut { WAY_NODES }) {
                    Ok(None) => gone.push((var, value)),
                    Ok(Some(found)) => {
                        tried.iter().zip(&mut seen).for_each(|(var, seen)| *seen |= found[var.index()]);
                    }
                    Err(()) => {}
                }
            }
        }
        gone
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let domains = candidates(at);
        let proof = |_: Literal| Some(Together::Ways(step.because.houses.clone()));
        together(&self.row, at, with, (step, &domains), &proof)
    }
}

impl Parted for Ways {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        let part = |rule| Part { rule: Some(rule), reads: self.reach(net, rule), ..Part::default() };
        net.rule_ids().filter(|&id| self.first.takes(net, id)).map(part).collect()
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let (net, Some(first)) = (ground.network(), part.rule) else { return ControlFlow::Continue(()) };
        if ground.is_off(first) {
            return ControlFlow::Continue(());
        }
        let found = ground.with_candidates(|store, base, off| {
            let is_open = |var: Var| base[var.index()].len() > 1;
            let (rules, tried) = self.around(net, &is_open, &|rule| off[rule.index()], first)?;
            let may_go = |literal| !store.is_irrefutable(literal);
            let gone = Ways::gone(net, base, (&rules, &tried), &may_go);
            (!gone.is_empty()).then_some((rules, gone))
        });
        let Some((rules, mut gone)) = found else { return ControlFlow::Continue(()) };
        gone.sort_unstable();
        for of_var in gone.chunk_by(|a, b| a.0 == b.0) {
            ground.strike(of_var[0].0, of_var.iter().map(|&(_, value)| value).collect());
        }
        ground.rests.extend(&rules);
        ground.about.extend(rules);
        ground.tell(told)
    }
}

technique_of_row!(Ways, parted);
