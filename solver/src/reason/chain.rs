//! Chains: what a supposed candidate leads to, rule by rule, trimmed to what the contradiction
//! rests on.

use super::explainer::Order;
use super::{Explainer, Fact, Reason};
use crate::store::Event;
use crate::{Domain, Literal, RuleId, Store};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The bounds of a chain.
pub struct Refutation<'a> {
    /// The candidates before.
    pub at: &'a [Domain],
    /// The candidate that is supposed.
    pub suppose: Literal,
    /// The rules that may be used.
    pub takes: &'a dyn Fn(RuleId) -> bool,
    /// The variables that may lose candidates on the way.
    pub most: usize,
}

impl std::fmt::Debug for Refutation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refutation").field("suppose", &self.suppose).field("most", &self.most).finish_non_exhaustive()
    }
}

/// The calls of rules in the order in which they were made.
struct Run {
    events: Vec<Event>,
    /// By call: the rule, and the events before it.
    calls: Vec<(RuleId, usize)>,
}

impl Run {
    /// Propagates as far as a contradiction; `None`: there is none within the bound.
    fn new(net: &crate::Network, want: &Refutation<'_>) -> Option<Run> {
        let mut at = Store::from_domains(net, want.at.to_vec()).recording();
        at.assign(want.suppose).ok()?;
        let mut queue: VecDeque<RuleId> = VecDeque::new();
        let mut changed = Vec::new();
        at.drain_changed(&mut changed);
        let (mut calls, mut changes) = (Vec::new(), 0);
        let mut wake = vec![want.suppose.var];
        loop {
            for &var in &wake {
                for &rule in net.rules_of(var) {
                    if (want.takes)(rule) && !queue.contains(&rule) {
                        queue.push_back(rule);
                    }
                }
            }
            let rule = queue.pop_front()?;
            calls.push((rule, at.events().len()));
            at.set_cause(Some(rule));
            if net.rule(rule).prune(&mut at).is_err() {
                return Some(Run { events: at.events().to_vec(), calls });
            }
            at.drain_changed(&mut changed);
            changes += changed.len();
            if changes > want.most {
                return None;
            }
            std::mem::swap(&mut wake, &mut changed);
        }
    }

    /// The candidates before a call.
    fn before(&self, call: usize, start: &[Domain]) -> Vec<Domain> {
        let mut domains = start.to_vec();
        for event in &self.events[..self.calls[call].1] {
            let domain = &mut domains[event.what.var.index()];
            *domain = domain.minus(event.what.values);
        }
        domains
    }

    /// The call whose event made a fact true that was not so at the start, before a call.
    fn maker(&self, fact: Fact, start: &[Domain], before: usize) -> Option<usize> {
        let mut domain = start[fact.var.index()];
        for (i, event) in self.events[..self.calls[before].1].iter().enumerate() {
            if event.what.var != fact.var {
                continue;
            }
            domain = domain.minus(event.what.values);
            if fact.is_true(domain) {
                return self.calls[..before].iter().rposition(|(_, from)| *from <= i);
            }
        }
        None
    }
}

impl Explainer<'_> {
    /// Why a candidate can't be, as a chain of reasons from its supposition to a contradiction:
    /// each rests on the candidates before, the supposition and earlier conclusions, and all of
    /// them are needed for the last one. `None`: the rules don't refute it within the bound.
    pub fn refutation(&mut self, want: &Refutation<'_>) -> Option<Vec<Reason>> {
        let run = Run::new(self.net, want)?;
        let supposed = Fact::is(want.suppose.var, want.suppose.value);
        let start = want.at;
        // Facts that a call must conclude.
        let mut needed: BTreeMap<usize, BTreeSet<Fact>> = BTreeMap::new();
        let last = run.calls.len() - 1;
        let mut chain = Vec::new();
        for call in (0..=last).rev() {
            let goals = needed.remove(&call);
            if call != last && goals.is_none() {
                continue;
            }
            let rule = run.calls[call].0;
            let at = run.before(call, start);
            let facts = self.in_order(&run, rule, &at, want, call);
            let reasons = match goals {
                None => vec![self.conflict(rule, &facts)],
                Some(goals) => self.explain(rule, &facts, &Vec::from_iter(goals), Order::First),
            };
            for reason in reasons.into_iter().rev() {
                for &fact in &reason.because {
                    if fact == supposed || fact.is_true(start[fact.var.index()]) {
                        continue;
                    }
                    if let Some(maker) = run.maker(fact, start, call) {
                        needed.entry(maker).or_default().insert(fact);
                    }
                }
                chain.push(reason);
            }
        }
        chain.reverse();
        Some(chain)
    }

    /// Facts before a call: those of the start first, the nearest to the supposition first, then
    /// what was concluded, the oldest first, so that young conclusions are dropped first.
    fn in_order(&mut self, run: &Run, rule: RuleId, at: &[Domain], want: &Refutation<'_>, call: usize) -> Vec<Fact> {
        let facts = self.facts(rule, at);
        let steps = self.steps_from(want.suppose.var).to_vec();
        let key = |fact: &Fact| {
            if fact.var == want.suppose.var && fact.holds {
                return (0, 0);
            }
            match run.maker(*fact, want.at, call) {
                Some(maker) if !fact.is_true(want.at[fact.var.index()]) => (2, maker as u32),
                _ => (1, steps[fact.var.index()]),
            }
        };
        let mut keyed: Vec<((u32, u32), Fact)> = facts.into_iter().map(|f| (key(&f), f)).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, fact)| fact).collect()
    }
}
