//! Networks made by hand, explained: the steps that rules lead to one by one.

use tesuji_genre::{Names, StepData};
use tesuji_solver::techniques::steps::{Contradiction, Row, RuleStep};
use tesuji_solver::{
    Board, Catalog, Conflict, Domain, Explainer, Limits, Network, Origin, RuleId, Technique, Tier, Var, grade,
};
use std::sync::Arc;

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
    /// The variable that the rules leave no value, where they contradict each other.
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
    Explanation { steps, left: at.domains().to_vec(), is_solved: at.values().is_some(), conflict: None }
}
