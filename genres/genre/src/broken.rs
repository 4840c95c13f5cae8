//! Rules that a state breaks: which, where, and what stands there.

use crate::{ClueView, Names, State};
use serde::Serialize;
use std::collections::BTreeSet;
use tesuji_solver::{Domain, Explainer, Fact, Network, RuleId, Store, Var};

/// A rule that what is filled in breaks, whatever the rest will be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BrokenRule {
    /// The rule in words, with its place: "the number of r1c2".
    pub rule: String,
    /// The class of rules that it is of; empty where the genre names none.
    pub class: String,
    /// The places that break it together.
    pub places: Vec<String>,
    /// Their variables.
    pub vars: Vec<u32>,
    /// What stands there and why that can't be, as a sentence.
    pub words: String,
}

/// The rule by which values are what a puzzle gives.
pub const GIVEN: &str = "what is given";

impl BrokenRule {
    fn new(rule: String, class: &str, vars: &[Var], words: String, names: &dyn Names) -> BrokenRule {
        let places = vars.iter().map(|&var| names.var(var)).collect();
        let (class, vars) = (class.to_string(), vars.iter().map(|var| var.0).collect());
        BrokenRule { rule, class, places, vars, words }
    }
}

impl ClueView {
    /// The rules that a state breaks. In a state that is not finished these are the rules that what
    /// is filled in contradicts already, each by itself.
    pub fn broken_rules(&self, state: &State) -> Vec<BrokenRule> {
        let (net, names) = (&*self.network, &*self.names);
        let mut at = self.domains.clone();
        let mut broken = Vec::new();
        for (&v, &mask) in &state.removed {
            if let Some(domain) = at.get_mut(v as usize) {
                *domain = domain.minus(Domain(mask));
            }
        }
        for (&v, &value) in state.placed.iter().filter(|(_, value)| **value < 64) {
            let Some(domain) = at.get_mut(v as usize) else { continue };
            if !domain.contains(value) {
                let var = Var(v);
                let words = format!("{}: {GIVEN} leaves no room for it", names.fact(Fact::is(var, value)));
                broken.push(BrokenRule::new(GIVEN.to_string(), "", &[var], words, names));
            }
            *domain = Domain::single(value);
        }
        let empty: Vec<Var> = net.vars().filter(|var| at[var.index()].is_empty()).collect();
        for &var in &empty {
            let words = format!("{} has no value that is left", names.var(var));
            broken.push(BrokenRule::new(GIVEN.to_string(), "", &[var], words, names));
            at[var.index()] = net.domains()[var.index()];
        }
        let mut with = self.explainer();
        broken.extend(net.rule_ids().filter(|&rule| contradicts(net, rule, &at)).map(|rule| {
            let (vars, words) = told(&mut with, rule, &at, names);
            BrokenRule::new(names.rule(rule), net.class_name(rule).unwrap_or(""), &vars, words, names)
        }));
        broken
    }
}

/// Does a rule by itself contradict the candidates?
fn contradicts(net: &Network, id: RuleId, at: &[Domain]) -> bool {
    let rule = net.rule(id);
    let value = |var: Var| at[var.index()].value().unwrap_or_default();
    if rule.scope().iter().all(|var| at[var.index()].is_single()) {
        return !rule.holds(&value);
    }
    let mut now = at.to_vec();
    loop {
        let mut store = Store::from_domains(net, now.clone());
        if rule.prune(&mut store).is_err() || store.domains().iter().any(|domain| domain.is_empty()) {
            return true;
        }
        if store.domains() == now {
            return false;
        }
        now.copy_from_slice(store.domains());
    }
}

/// The places that break a rule, as few as its own reasons tell, and a sentence about them.
fn told(with: &mut Explainer<'_>, rule: RuleId, at: &[Domain], names: &dyn Names) -> (Vec<Var>, String) {
    let reasons = with.consequences(rule, at);
    if let Some(reason) = reasons.iter().find(|reason| reason.concludes.is_empty() && !reason.because.is_empty()) {
        let vars: BTreeSet<Var> = reason.because.iter().map(|fact| fact.var).collect();
        let words = format!("{}: {}", names.facts(&reason.because), names.law(reason, "can't be met"));
        return (vars.into_iter().collect(), words);
    }
    let scope = with.network().rule(rule).scope().iter().copied();
    let own = with.network().domains();
    let vars: BTreeSet<Var> = scope.filter(|var| at[var.index()] != own[var.index()]).collect();
    (vars.into_iter().collect(), format!("{} does not hold", names.rule(rule)))
}
