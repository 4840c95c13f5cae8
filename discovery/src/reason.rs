//! A removal explained: what each step says, by which rule, from which steps and facts.

use crate::idea::Idea;
use serde::{Deserialize, Serialize};
use tesuji_solver::reason::{Refutation, Together};
use tesuji_solver::{Because, Deduction, Domain, Explainer, Fact, Literal, Reason, RuleId, Say};

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The facts that follow; none: a contradiction.
    pub says: Vec<Fact>,
    /// The rules that say so: one, several that are taken together, or none where a variable takes
    /// its last value.
    pub by: Vec<RuleId>,
    /// The earlier steps that it needs, by number; 0 is the supposition.
    pub from: Vec<usize>,
    /// The facts that it needs besides.
    pub facts: Vec<Fact>,
}

/// Why a candidate goes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Explained {
    /// The candidate.
    pub goal: Literal,
    /// The steps; the first one is the supposition, the last one a contradiction.
    pub steps: Vec<Step>,
    /// How many rules are taken together in one step, if more than one is.
    pub together: usize,
}

impl Explained {
    /// The explanation by the reasons of the rules that `takes`; `None`: they don't refute the
    /// candidate.
    pub fn new(
        with: &mut Explainer<'_>,
        domains: &[Domain],
        takes: &dyn Fn(RuleId) -> bool,
        goal: Literal,
    ) -> Option<Explained> {
        let chain = with.refutation(&Refutation { at: domains, suppose: goal, takes, most: usize::MAX })?;
        Some(Explained::of_chain(goal, &chain))
    }

    /// Those of a deduction with reasons: one for what it supposes, or one for each candidate that
    /// a single use of rules strikes. None where a technique that finds patterns says why.
    pub fn of_deduction(step: &Deduction) -> Vec<Explained> {
        let reasons = &step.because.reasons;
        if let Some(supposed) = step.because.supposed {
            let end = reasons.iter().position(|r| r.concludes.is_empty()).map_or(reasons.len(), |at| at + 1);
            return vec![Explained::of_chain(supposed.literal(), &reasons[..end])];
        }
        let Some(first) = reasons.first() else { return Vec::new() };
        let single = |fact: &Fact| {
            let goal = fact.literal();
            let opposite = Reason { concludes: Vec::new(), ..first.clone() };
            let mut made = Explained::of_chain(goal, &[opposite]);
            made.steps[1].from = vec![0];
            made
        };
        first.concludes.iter().map(single).collect()
    }

    fn of_chain(goal: Literal, chain: &[Reason]) -> Explained {
        let supposed = Fact::is(goal.var, goal.value);
        let mut steps = vec![Step { says: vec![supposed], by: Vec::new(), from: Vec::new(), facts: Vec::new() }];
        let mut together = 0;
        for reason in chain {
            let mut from: Vec<usize> = Vec::new();
            let mut facts: Vec<Fact> = Vec::new();
            for fact in &reason.because {
                match steps.iter().position(|step| step.says.contains(fact)) {
                    Some(at) => from.push(at),
                    None => facts.push(*fact),
                }
            }
            from.sort_unstable();
            from.dedup();
            let by = reason.rules();
            together = together.max(if reason.together.is_some() { by.len() } else { 0 });
            // Each conclusion is a step of its own: a member of a truth is one thing.
            if reason.concludes.is_empty() {
                steps.push(Step { says: Vec::new(), by, from, facts });
                continue;
            }
            for &fact in &reason.concludes {
                let (by, from, facts) = (by.clone(), from.clone(), facts.clone());
                steps.push(Step { says: vec![fact], by, from, facts });
            }
        }
        Explained { goal, steps: needed(steps), together }
    }

    /// The idea: the explanation without places, values and facts.
    pub fn idea(&self) -> Idea {
        let from: Vec<Vec<usize>> = self.steps.iter().map(|step| step.from.clone()).collect();
        Idea::new(&from, self.together)
    }

    /// All rules that it uses.
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = self.steps.iter().flat_map(|step| &step.by).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// The steps that the last one needs, and the supposition.
fn needed(steps: Vec<Step>) -> Vec<Step> {
    let mut is_needed = vec![false; steps.len()];
    let mut todo: Vec<usize> = vec![steps.len() - 1];
    is_needed[0] = true;
    while let Some(at) = todo.pop() {
        if at == 0 || !std::mem::replace(&mut is_needed[at], true) {
            todo.extend(&steps[at].from);
        }
    }
    let mut number = vec![0; steps.len()];
    let mut kept: Vec<Step> = Vec::new();
    for (at, step) in steps.into_iter().enumerate().filter(|(at, _)| is_needed[*at]) {
        number[at] = kept.len();
        let from = step.from.iter().map(|&at| number[at]).collect();
        kept.push(Step { from, ..step });
    }
    kept
}

/// A step of removals with the reasons of each: a chain of consequences of the rules that `takes`,
/// or a search over the step's own rules alone. `say` begins its words. The step as it is where
/// neither shows a removal.
pub(crate) fn argued(
    step: &Deduction,
    domains: &[Domain],
    with: &mut Explainer<'_>,
    takes: &dyn Fn(RuleId) -> bool,
    say: Vec<Say>,
) -> Vec<Deduction> {
    let mut told = Vec::new();
    for goal in step.removes.iter().flat_map(|r| r.values.iter().map(|value| Literal { var: r.var, value })) {
        let Some(mut because) = refuted(with, domains, goal, takes, &step.because.houses) else {
            return vec![step.clone()];
        };
        (because.say, because.pattern) = (say.clone(), step.because.pattern.clone());
        let Some(one) = Deduction::remove(&step.technique, [(goal.var, goal.value)], because) else { continue };
        told.push(one.with_places(|var| domains[var.index()]));
    }
    told
}

/// Why a candidate goes by a chain of some rules, or by all ways of others.
fn refuted(
    with: &mut Explainer<'_>,
    domains: &[Domain],
    goal: Literal,
    takes: &dyn Fn(RuleId) -> bool,
    rules: &[RuleId],
) -> Option<Because> {
    let supposed = Fact::is(goal.var, goal.value);
    if let Some(reasons) = with.refutation(&Refutation { at: domains, suppose: goal, takes, most: usize::MAX }) {
        let mut houses: Vec<RuleId> = reasons.iter().flat_map(Reason::rules).collect();
        houses.sort_unstable();
        houses.dedup();
        return Some(Because { reasons, supposed: Some(supposed), houses, ..Because::default() });
    }
    let reason = with.together(Together::Ways(rules.to_vec()), domains, supposed.negated())?;
    Some(Because { reasons: vec![reason], houses: rules.to_vec(), ..Because::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_solver::rules::RuleSpec;
    use tesuji_solver::{Network, Var};

    /// A star in a row excludes all others of the row, and a region that lies in it has none left:
    /// a truth of as many members as the region has.
    #[test]
    fn members_of_a_truth_are_counted_one_by_one() {
        let mut net = Network::with_vars(5, Domain::range(0, 1));
        let one = |vars: &[u32]| RuleSpec::Count {
            vars: vars.iter().map(|&v| Var(v)).collect(),
            values: Domain::single(1),
            low: 1,
            high: 1,
        };
        net.add(one(&[0, 1, 2, 3, 4])).expect("a row");
        net.add(one(&[0, 1, 2])).expect("a region");
        let mut with = Explainer::new(&net);
        let goal = Literal { var: Var(4), value: 1 };
        let explained = Explained::new(&mut with, net.domains(), &|_| true, goal).expect("it goes");
        assert_eq!(explained.idea().family.to_string(), "truth[3]");
        assert_eq!(explained.steps.len(), 5, "{explained:?}");
        assert!(explained.steps.iter().all(|step| step.facts.is_empty()));
        assert_eq!(explained.rules().len(), 2);
    }
}
