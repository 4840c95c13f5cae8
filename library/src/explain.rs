//! Networks made by hand, explained: the steps that rules lead to one by one.

use std::sync::Arc;
use tesuji_genre::{Names, StepData};
use tesuji_solver::techniques::steps::{Contradiction, Row, RuleStep};
use tesuji_solver::{
    Board, Catalog, Conflict, Domain, Explainer, Limits, Network, Origin, RuleId, Technique, Tier, Var, grade,
};

/// The class of all rules of a network made by hand.
const ALL: &[u16] = &[0];

/// The steps that a network's rules lead to.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The steps, each with its premises and its reasons.
    pub steps: Vec<StepData>,
    /// The values that each variable keeps at the end.
    pub left: Vec<Domain>,
    /// Has every variable one value?
    pub is_solved: bool,
    /// Where the rules contradict each other: the variable that they leave no value, or the first
    /// one of a rule that the values break.
    pub conflict: Option<Var>,
}

/// Plain words for a network: its variables by number, its rules by kind and number.
struct Plain {
    rules: Vec<String>,
}

impl Names for Plain {
    fn var(&self, var: Var) -> String {
        format!("x{}", var.0)
    }
    fn rule(&self, rule: RuleId) -> String {
        self.rules.get(rule.0 as usize).cloned().unwrap_or_default()
    }
}

/// The kind of a rule, as networks name it.
fn kind_of(net: &Network, rule: RuleId) -> String {
    let spec = serde_json::to_value(net.spec(rule)).unwrap_or_default();
    spec["kind"].as_str().unwrap_or_default().to_string()
}

/// The techniques over any rules: one rule by itself, then candidates that few or many uses of
/// rules refute.
fn catalog() -> Catalog {
    let row = |id, name, tier, score| Row::new(id, name, tier, score);
    let all: Vec<Arc<dyn Technique>> = vec![
        Arc::new(RuleStep::new(row("rule", "One rule", Tier::Easy, 10), ALL, "leaves no other way")),
        Arc::new(Contradiction::within(row("contradiction-8", "Contradiction within 8 uses", Tier::Hard, 60), 8)),
        Arc::new(Contradiction::within(row("contradiction", "Contradiction", Tier::Master, 150), usize::MAX)),
    ];
    all.into_iter().collect()
}

/// Explains a network made by hand: one rule at a time as long as that leads on, else a candidate
/// that rules refute one after the other. Ends where these find nothing, or at the limits.
pub fn explain(network: &Network, limits: &Limits) -> Explanation {
    let clock = limits.start();
    let mut net = network.clone();
    let ids: Vec<RuleId> = net.rule_ids().collect();
    for (place, &id) in ids.iter().enumerate() {
        net.set_origin(id, Origin { class: 0, place: place as u32 });
    }
    let named = |(n, &id): (usize, &RuleId)| format!("rule {n} ({})", kind_of(&net, id));
    let names = Plain { rules: ids.iter().enumerate().map(named).collect() };
    let mut steps = Vec::new();
    let contradicted = |conflict: Conflict, steps, left: Vec<Domain>| Explanation {
        steps,
        left,
        is_solved: false,
        conflict: Some(conflict.var.unwrap_or(Var(0))),
    };
    let start = match grade::start(&net) {
        Ok(start) => start,
        Err(conflict) => return contradicted(conflict, steps, net.domains().to_vec()),
    };
    let all = catalog();
    let mut sweep = grade::StandardGrader::new(&all).with_limits(limits.clone()).begin(start);
    let mut explainer = Explainer::new(&net);
    while clock.check(steps.len() as u64).is_none() && clock.expired().is_none() {
        let Some((technique, look)) = sweep.next_step() else { break };
        let explained = technique.explain(&Board::new(sweep.store()), &look, &mut explainer);
        let step = explained.into_iter().next().unwrap_or_else(|| look.clone());
        steps.push(StepData::of(&step, (technique.name(), technique.says()), &names));
        if let Err(conflict) = sweep.apply(&step) {
            let left = sweep.store().domains().to_vec();
            return contradicted(conflict, steps, left);
        }
    }
    let at = sweep.into_store();
    let (values, left) = (at.values(), at.domains().to_vec());
    // The last values may be what is left after refutations, and break a rule themselves.
    let broken = values.as_ref().and_then(|values| net.broken_rule(values));
    let conflict = broken.and_then(|rule| net.rule(rule).scope().first().copied());
    Explanation { steps, left, is_solved: values.is_some() && broken.is_none(), conflict }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_solver::rules::RuleSpec;

    fn explained(values: std::ops::RangeInclusive<u8>, count: u32, rule: RuleSpec) -> Explanation {
        let mut net = Network::with_vars(count as usize, values.collect());
        net.add(rule).unwrap();
        explain(&net, &Limits::default())
    }

    #[test]
    fn a_contradiction_is_no_solution() {
        let vars = |n: u32| (0..n).map(Var).collect();
        for (count, rule) in
            [(2, RuleSpec::Sum { vars: vars(2), total: 9 }), (3, RuleSpec::AllDifferent { vars: vars(3) })]
        {
            let told = explained(1..=2, count, rule);
            assert!(!told.is_solved && told.conflict.is_some(), "{told:?}");
        }
    }

    #[test]
    fn steps_lead_to_the_one_solution() {
        let told = explained(1..=9, 2, RuleSpec::Sum { vars: vec![Var(0), Var(1)], total: 18 });
        assert!(told.is_solved && told.conflict.is_none() && !told.steps.is_empty(), "{told:?}");
        assert!(told.left.iter().all(|domain| domain.value() == Some(9)));
    }
}
