//! The reference solver: brute depth-first search over plain maps. Shares nothing with the fast one but the network.

use crate::{Answer, Clock, Domain, Limits, Network, RuleKind, Solver, Stats, Stop, Value, Var};
use std::collections::BTreeMap;

/// Obviously correct: tries the values of the variable with the fewest still possible, checks every rule whose
/// scope is full with `holds`, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimpleSolver;

struct Search<'a> {
    net: &'a Network,
    domains: &'a [Domain],
    clock: Clock,
    wanted: usize,
    stats: Stats,
    found: Vec<Vec<Value>>,
}

impl Search<'_> {
    /// Would `value` at `var` break a rule whose scope is then full (all-different: whose scope is then partly full)?
    fn fits(&self, placed: &BTreeMap<Var, Value>, var: Var, value: Value) -> bool {
        let at = |v: Var| if v == var { Some(value) } else { placed.get(&v).copied() };
        self.net.rules_of(var).iter().all(|&id| {
            let rule = self.net.rule(id);
            if rule.kind() == RuleKind::AllDifferent {
                return rule.scope().iter().all(|&v| v == var || placed.get(&v) != Some(&value));
            }
            let full = rule.scope().iter().all(|&v| at(v).is_some());
            !full || rule.holds(&|v| at(v).unwrap_or(0))
        })
    }

    fn go(&mut self, placed: &mut BTreeMap<Var, Value>) -> Option<Stop> {
        let open = self.net.vars().filter(|v| !placed.contains_key(v));
        let best = open
            .map(|v| (self.domains[v.index()].iter().filter(|&x| self.fits(placed, v, x)).collect::<Vec<_>>(), v))
            .min_by_key(|(values, v)| (values.len(), *v));
        let Some((values, var)) = best else {
            let solution: Vec<Value> = placed.values().copied().collect();
            if self.net.holds(&solution) {
                self.found.push(solution);
            }
            return (self.found.len() >= self.wanted).then_some(Stop::Enough);
        };
        for value in values {
            self.stats.nodes += 1;
            if let Some(stop) = self.clock.check(self.stats.nodes) {
                return Some(stop);
            }
            placed.insert(var, value);
            let stop = self.go(placed);
            placed.remove(&var);
            if stop.is_some() {
                return stop;
            }
        }
        None
    }
}

impl Solver for SimpleSolver {
    fn name(&self) -> &'static str {
        "simple"
    }

    fn supports(&self, _net: &Network) -> Result<(), RuleKind> {
        Ok(())
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        let domains = from.unwrap_or(net.domains());
        let clock = limits.start();
        let mut search =
            Search { net, domains, clock, wanted: limits.solutions, stats: Stats::default(), found: Vec::new() };
        let stop = if limits.solutions == 0 { Some(Stop::Enough) } else { search.go(&mut BTreeMap::new()) };
        Answer { solutions: search.found, stop: stop.unwrap_or(Stop::Exhausted), stats: search.stats }
    }
}
