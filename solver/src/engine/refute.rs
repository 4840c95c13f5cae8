//! Refutations of candidates as proofs that the independent checker replays.
//!
//! The candidate is assumed and propagated; of the events only those stay that the contradiction
//! rests on. Auxiliary literals leave no step: what they rest on does, and a step names the rule,
//! which the checker asks itself.

use super::literal::{Lit, Meaning};
use super::policy::Policy;
use super::reason::Reason;
use super::session::Session;
use crate::proof::{Proof, Step};
use crate::{Domain, Literal, Network, Part, Removal, RuleId, Truth};
use std::collections::BTreeSet;

/// Refutes candidates of one network by propagation alone.
pub struct Refuter {
    session: Session,
    domains: Vec<Domain>,
}

impl Refuter {
    /// For candidates within `domains`.
    pub fn new(net: &Network, domains: &[Domain]) -> Refuter {
        // Derived rules and learnt clauses are no rules of the network: steps could not name them.
        let policy =
            Policy { probe: false, derived_sum: 0, derived_leftover: 0, exclusions: false, ..Policy::default() };
        let session = Session::within(net, domains, policy);
        let domains = net.vars().map(|v| session.initial(v)).collect();
        Refuter { session, domains }
    }

    /// A proof that the candidate can't be; `None` if propagation does not show it.
    pub fn refute(&mut self, candidate: Literal) -> Option<Proof> {
        let goal = Removal { var: candidate.var, values: Domain::single(candidate.value) };
        if goal.values.minus(self.domains[goal.var.index()]) != Domain::EMPTY {
            return None;
        }
        let assumed = self.session.is(candidate);
        let events = self.session.explain(&[assumed]);
        // The last entry is the contradiction, or the reason why the assumption is false at once.
        let is_refuted = match events.last()? {
            (None, _) => true,
            _ => events.iter().any(|(lit, _)| *lit == Some(!assumed)),
        };
        if !is_refuted {
            return None;
        }
        let needed = needed(&events, !assumed);
        let mut steps = Steps { domains: self.domains.clone(), list: Vec::new(), core: BTreeSet::new() };
        steps.assume(candidate);
        for ((lit, reason), _) in events.iter().zip(needed).filter(|(_, needed)| *needed) {
            match lit {
                Some(lit) => self.removal(*lit, reason, &mut steps),
                None => steps.clash(reason.rule, self.empty(&steps.domains)),
            }
            if steps.is_over() {
                break;
            }
            if let Some(var) = self.empty(&steps.domains) {
                steps.clash(None, Some(var));
                break;
            }
        }
        if !steps.is_over() {
            return None;
        }
        Some(Proof { goal, steps: steps.list, core: steps.core.into_iter().collect() })
    }

    /// A variable without candidates.
    fn empty(&self, domains: &[Domain]) -> Option<crate::Var> {
        self.session.network().vars().find(|v| domains[v.index()].is_empty())
    }

    /// What a literal removes from the domains, by the rule of its reason.
    fn removal(&self, lit: Lit, reason: &Reason, steps: &mut Steps) {
        let Some(rule) = reason.rule else { return };
        let (var, keep) = match self.session.meaning(lit) {
            Meaning::Is(l) => (l.var, Domain::single(l.value)),
            Meaning::IsNot(l) => (l.var, Domain(!Domain::single(l.value).0)),
            Meaning::Auxiliary => return,
        };
        let truth = Truth::Rule { rule, part: Part::Whole };
        steps.prune(Removal { var, values: steps.domains[var.index()].minus(keep) }, Some(truth), Some(rule));
    }
}

/// Which events the last one (or the negated assumption) rests on.
fn needed(events: &[(Option<Lit>, Reason)], refuted: Lit) -> Vec<bool> {
    let mut wanted: BTreeSet<Lit> = BTreeSet::new();
    let mut needed = vec![false; events.len()];
    let has_conflict = events.last().is_some_and(|(lit, _)| lit.is_none());
    if !has_conflict {
        wanted.insert(refuted);
    }
    for (i, (lit, reason)) in events.iter().enumerate().rev() {
        needed[i] = lit.is_none_or(|l| wanted.contains(&l));
        if needed[i] {
            wanted.extend(&reason.because);
        }
    }
    needed
}

/// Steps in the making.
struct Steps {
    domains: Vec<Domain>,
    list: Vec<Step>,
    core: BTreeSet<Truth>,
}

impl Steps {
    /// The other values of the assumed variable go.
    fn assume(&mut self, candidate: Literal) {
        let values = self.domains[candidate.var.index()].minus(Domain::single(candidate.value));
        self.prune(Removal { var: candidate.var, values }, None, None);
    }

    fn prune(&mut self, what: Removal, truth: Option<Truth>, rule: Option<RuleId>) {
        if what.values.is_empty() {
            return;
        }
        let domain = &mut self.domains[what.var.index()];
        *domain = domain.minus(what.values);
        self.core.extend(truth);
        self.list.push(Step::Prune { what, truth, rule });
    }

    /// The end: a rule that can't hold, or a variable without candidates.
    fn clash(&mut self, rule: Option<RuleId>, empty: Option<crate::Var>) {
        let by_rule = rule.map(|rule| Truth::Rule { rule, part: Part::Whole });
        let Some(truth) = empty.map(Truth::Cell).or(by_rule) else { return };
        self.core.insert(truth);
        self.list.push(Step::Clash { truth });
    }

    fn is_over(&self) -> bool {
        matches!(self.list.last(), Some(Step::Clash { .. }))
    }
}
