//! The weight of the steps that join rules.
//!
//! A step by one rule is seen where one looks; one that joins several rules has to be put together,
//! and the fewer other steps are open at that moment, the longer it is looked for. Each joint step
//! weighs the size of its argument (its premises, and each reason after the first) over the steps
//! that are open when it is taken.

use crate::reason::Fact;
use crate::{Deduction, Value, Var};
use std::collections::{BTreeSet, HashMap};

/// The sum of the weights of the joint steps; `steps` are explained and in order. Steps without
/// reasons, as those of sudoku, are not joint.
pub fn joint_weight(steps: &[Deduction]) -> f64 {
    let premises: Vec<Vec<Fact>> = steps.iter().map(Deduction::premises).collect();
    let ready = ready(steps, &premises);
    let is_joint = |step: &Deduction| {
        let rules = || step.because.reasons.iter().flat_map(crate::reason::Reason::rules).collect::<BTreeSet<_>>();
        step.because.reasons.len() > 1 || rules().len() > 1
    };
    let weight = |(at, step): (usize, &Deduction)| {
        let size = premises[at].len() + step.because.reasons.len().max(1) - 1;
        let open = ready[at..].iter().filter(|&&ready| ready <= at).count().max(1);
        size as f64 / open as f64
    };
    steps.iter().enumerate().filter(|(_, step)| is_joint(step)).map(weight).sum()
}

/// For each step, the number of steps after which all its premises are known.
fn ready(steps: &[Deduction], premises: &[Vec<Fact>]) -> Vec<usize> {
    let mut placed: HashMap<Var, (usize, Value)> = HashMap::new();
    let mut struck: HashMap<(Var, Value), usize> = HashMap::new();
    let mut last_struck: HashMap<Var, usize> = HashMap::new();
    let mut ready = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        let known = |fact: &Fact| {
            let placed = placed.get(&fact.var).copied();
            match placed {
                Some((at, value)) if (value == fact.value) == fact.holds => {
                    struck.get(&(fact.var, fact.value)).map_or(at, |&struck| struck.min(at))
                }
                // The last candidate of a variable follows from the others.
                _ if fact.holds => last_struck.get(&fact.var).copied().unwrap_or(0),
                _ => struck.get(&(fact.var, fact.value)).copied().unwrap_or(0),
            }
        };
        ready.push(premises[at].iter().map(known).max().unwrap_or(0));
        for place in &step.places {
            placed.entry(place.var).or_insert((at + 1, place.value));
        }
        for removal in &step.removes {
            for value in removal.values.iter() {
                struck.entry((removal.var, value)).or_insert(at + 1);
            }
            last_struck.insert(removal.var, at + 1);
        }
    }
    ready
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::{Reason, RulePart};
    use crate::{Because, Literal, RuleId, TechniqueId};

    fn step(at: u32, needs: &[u32], rules: &[u32]) -> Deduction {
        let reason = |&rule: &u32| Reason {
            rule: Some(RuleId(rule)),
            part: RulePart::Sum,
            because: needs.iter().map(|&v| Fact::is(Var(v), 0)).collect(),
            concludes: Vec::new(),
            roots: Vec::new(),
            is_minimal: false,
            together: None,
        };
        let because = Because { reasons: rules.iter().map(reason).collect(), ..Because::default() };
        Deduction::place(&TechniqueId::new("test"), Literal { var: Var(at), value: 0 }, because)
    }

    /// Two joint steps of two premises: the first is taken while three steps are open, the second
    /// alone.
    #[test]
    fn joint_steps_weigh_more_the_less_is_open() {
        let steps = [step(0, &[], &[0]), step(1, &[8, 9], &[0, 1]), step(2, &[], &[1]), step(3, &[0, 2], &[0, 1])];
        let sum = joint_weight(&steps);
        assert!((sum - (3.0 / 2.0 + 3.0)).abs() < 1e-9, "{sum}");
        assert!(joint_weight(&steps[..1]).abs() < 1e-9, "one rule is no joint step");
    }
}
