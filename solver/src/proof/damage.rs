//! Ways to spoil a proof, for tests of the referee: each result is wrong for a reason known
//! beforehand.

use super::{Proof, Step};
use crate::{Domain, Literal, Network, Part, Removal, RuleId, Truth, Value, Var};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Damage {
    /// A needed removal is left out.
    DroppedStep,
    /// A removal names a rule that its variable is not in.
    SwappedRule,
    /// A step removes a value of the solution that nothing excludes.
    ExtraRemoval,
    /// The proof claims to refute a value of the solution.
    WrongGoal,
    /// The core lacks a truth that a step uses.
    MissingTruth,
    /// The core names a truth that no step uses.
    IdleTruth,
    /// A removal is put down to an assumption that does not exclude it.
    ForeignAssumption,
    /// A removal comes after the step that needs it.
    Reordered,
    /// A nested proof proves something else than its case says.
    WrongCase,
    /// The contradiction is left out.
    NoEnd,
    /// The contradiction is claimed of a truth that still has a candidate.
    WrongEnd,
}

impl Damage {
    /// All kinds.
    pub const ALL: [Damage; 11] = [
        Damage::DroppedStep,
        Damage::SwappedRule,
        Damage::ExtraRemoval,
        Damage::WrongGoal,
        Damage::MissingTruth,
        Damage::IdleTruth,
        Damage::ForeignAssumption,
        Damage::Reordered,
        Damage::WrongCase,
        Damage::NoEnd,
        Damage::WrongEnd,
    ];
}

/// Spoils a proof; `None` where the kind does not apply. `solution` satisfies the network.
pub fn damage(proof: &Proof, kind: Damage, net: &Network, solution: &[Value], rng: &mut ChaCha8Rng) -> Option<Proof> {
    let mut bad = proof.clone();
    let mut pick = |n: usize| (n > 0).then(|| rng.next_u32() as usize % n);
    let prunes: Vec<usize> =
        bad.steps.iter().enumerate().filter(|(_, s)| matches!(s, Step::Prune { .. })).map(|(i, _)| i).collect();
    match kind {
        Damage::DroppedStep => {
            let i = prunes[pick(prunes.len())?];
            bad.steps.remove(i);
        }
        Damage::SwappedRule => {
            let linked: Vec<usize> = prunes.into_iter().filter(|&i| rule_of(&bad.steps[i]).is_some()).collect();
            let i = linked[pick(linked.len())?];
            let Step::Prune { what, rule, .. } = &mut bad.steps[i] else { return None };
            let others: Vec<RuleId> = net.rule_ids().filter(|&r| !net.rule(r).scope().contains(&what.var)).collect();
            *rule = Some(others[pick(others.len())?]);
        }
        Damage::ExtraRemoval => {
            // A value of the solution goes by the rule of another, though they get along.
            let i = prunes[pick(prunes.len())?];
            let Step::Prune { what, truth, rule } = bad.steps[i].clone() else { return None };
            let own = rule.or(whole_rule(truth));
            let far = |v: &Var| own.is_some_and(|r| *v != what.var && !net.rule(r).scope().contains(v));
            // What is gone already, by the assumption or a step before, may go again.
            let is_gone = |v: &Var, step: &Step| match (step, solution.get(v.index())) {
                (Step::Prune { what, .. }, Some(&value)) => what.var == *v && what.values.contains(value),
                _ => false,
            };
            let stays = |v: &Var| *v != bad.goal.var && !bad.steps[..i].iter().any(|step| is_gone(v, step));
            let far: Vec<Var> = net.vars().filter(far).filter(stays).collect();
            let var = far[pick(far.len())?];
            let what = Removal { var, values: Domain::single(*solution.get(var.index())?) };
            bad.steps.insert(i, Step::Prune { what, truth, rule });
        }
        Damage::WrongGoal => {
            let var = bad.goal.var;
            bad.goal.values = Domain::single(*solution.get(var.index())?);
        }
        Damage::MissingTruth => {
            let i = pick(bad.core.len())?;
            bad.core.remove(i);
        }
        Damage::IdleTruth => {
            let idle: Vec<Truth> = net.vars().map(Truth::Cell).filter(|t| !bad.core.contains(t)).collect();
            bad.core.push(idle[pick(idle.len())?]);
            bad.core.sort_unstable();
        }
        Damage::ForeignAssumption => {
            let goal = bad.literal()?;
            let foreign = |s: &Step| match s {
                Step::Prune { what, truth: Some(_), rule } => {
                    what.var != goal.var && rule.is_none_or(|r| !net.rule(r).scope().contains(&goal.var))
                }
                _ => false,
            };
            let those: Vec<usize> = prunes.into_iter().filter(|&i| foreign(&bad.steps[i])).collect();
            let i = those[pick(those.len())?];
            let Step::Prune { truth, .. } = &mut bad.steps[i] else { return None };
            *truth = None;
        }
        Damage::Reordered => {
            let pairs: Vec<(usize, usize)> = prunes
                .iter()
                .flat_map(|&i| (i + 1..bad.steps.len()).map(move |j| (i, j)))
                .filter(|&(i, j)| needs(net, &bad.steps[j], &bad.steps[i]))
                .collect();
            let (i, j) = pairs[pick(pairs.len())?];
            let step = bad.steps.remove(i);
            bad.steps.insert(j, step);
        }
        Damage::WrongCase => {
            let cases: Vec<usize> =
                (0..bad.steps.len()).filter(|&i| matches!(bad.steps[i], Step::Case { .. })).collect();
            let i = cases[pick(cases.len())?];
            let Step::Case { assume, .. } = &mut bad.steps[i] else { return None };
            let own = *solution.get(assume.var.index())?;
            let other =
                if own == assume.value { net.domains()[assume.var.index()].iter().find(|&v| v != own)? } else { own };
            *assume = Literal { var: assume.var, value: other };
        }
        Damage::NoEnd => {
            bad.steps.pop();
        }
        Damage::WrongEnd => {
            let untouched = |v: &Var| {
                !bad.steps.iter().any(|s| matches!(s, Step::Prune { what, .. } if what.var == *v))
                    && !bad.steps.iter().any(|s| matches!(s, Step::Case { assume, .. } if assume.var == *v))
            };
            let free: Vec<Var> = net.vars().filter(untouched).collect();
            let var = free[pick(free.len())?];
            *bad.steps.last_mut()? = Step::Clash { truth: Truth::Cell(var) };
        }
    }
    (bad != *proof).then_some(bad)
}

fn rule_of(step: &Step) -> Option<RuleId> {
    match step {
        Step::Prune { rule, .. } => *rule,
        _ => None,
    }
}

/// The rule that a truth is as a whole.
fn whole_rule(truth: Option<Truth>) -> Option<RuleId> {
    match truth {
        Some(Truth::Rule { rule, part: Part::Whole }) => Some(rule),
        _ => None,
    }
}

/// Does `later` use a truth that has a candidate removed by `earlier`?
fn needs(net: &Network, later: &Step, earlier: &Step) -> bool {
    let Step::Prune { what, .. } = earlier else { return false };
    let truth = match later {
        Step::Prune { truth: Some(t), .. } => t,
        Step::Clash { .. } | Step::Case { .. } | Step::Prune { truth: None, .. } => return false,
    };
    match *truth {
        Truth::Cell(var) => var == what.var,
        Truth::Rule { rule, part: Part::Value(value) } => {
            what.values.contains(value) && net.rule(rule).scope().contains(&what.var)
        }
        Truth::Rule { part: Part::Whole, .. } => false,
    }
}
