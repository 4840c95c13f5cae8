//! A removal explained: what each step says, by which rule, from which steps and facts.

use crate::idea::Idea;
use serde::{Deserialize, Serialize};
use tesuji_solver::reason::Refutation;
use tesuji_solver::{Deduction, Domain, Explainer, Fact, Literal, Reason, RuleId};

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// What follows; nothing: a contradiction.
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
    /// What goes.
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
            steps.push(Step { says: reason.concludes.clone(), by, from, facts });
        }
        Explained { goal, steps, together }
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
