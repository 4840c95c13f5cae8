//! The conclusions of one rule from candidates, with reasons.

use super::literal::{Lit, Meaning};
use super::policy::Policy;
use super::session::Session;
use crate::reason::{Explainer, Fact, Reason};
use crate::{Domain, Literal, Network, RuleId, Var};
use std::collections::{BTreeMap, BTreeSet};

impl Session {
    /// The conclusions of a rule by itself from candidates, a reason for each set of premises; a
    /// contradiction stands last. A rule with a propagator of its own is posted alone, and gives
    /// its explanation; what `prune` shows to be superfluous in it is dropped.
    pub fn consequences(&self, rule: RuleId, at: &[Domain]) -> Vec<Reason> {
        Explainer::new(self.network()).consequences(rule, at)
    }
}

/// The conclusions of a rule that stands alone from facts, each with the numbers of the facts that
/// its propagators name; `None`: a contradiction. The facts are about the variables 0, 1, …
pub(crate) fn posted_alone(net: &Network, facts: &[Fact]) -> Vec<(Option<Fact>, BTreeSet<usize>)> {
    // Nothing but the rule is to be in the reasons.
    let policy = Policy { probe: false, derived_sum: 0, derived_leftover: 0, exclusions: false, ..Policy::default() };
    let mut session = Session::within(net, net.domains(), policy);
    if session.propagate(&[]).is_none() {
        return vec![(None, BTreeSet::new())];
    }
    let lit = |fact: &Fact| {
        let is = session.is(fact.literal());
        if fact.holds { is } else { !is }
    };
    let assume: Vec<Lit> = facts.iter().map(lit).collect();
    let steps = session.explain(&assume);
    let mut known: BTreeMap<Lit, BTreeSet<usize>> = BTreeMap::new();
    let mut found = Vec::new();
    for (what, reason) in steps {
        let assumed =
            what.and_then(|what| assume.iter().position(|&l| l == what)).filter(|_| reason.because.is_empty());
        let because: BTreeSet<usize> = match assumed {
            Some(number) => [number].into(),
            None => reason.because.iter().filter_map(|l| known.get(l)).flatten().copied().collect(),
        };
        let Some(what) = what else {
            found.push((None, because));
            continue;
        };
        if assumed.is_none() {
            let fact = match session.meaning(what) {
                Meaning::Is(Literal { var, value }) => Some(Fact::is(var, value)),
                Meaning::IsNot(Literal { var, value }) => Some(Fact::is_not(var, value)),
                Meaning::Auxiliary => None,
            };
            found.extend(fact.map(|fact| (Some(fact), because.clone())));
        }
        known.insert(what, because);
    }
    found
}

/// Conclusions without those that the value of their variable says.
pub(crate) fn without_implied(found: &mut Vec<(Option<Fact>, BTreeSet<usize>)>) {
    let placed: BTreeSet<Var> = found.iter().filter_map(|(f, _)| f.filter(|f| f.holds).map(|f| f.var)).collect();
    found.retain(|(fact, _)| fact.is_none_or(|f| f.holds || !placed.contains(&f.var)));
}
