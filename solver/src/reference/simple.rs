//! The reference solver: brute depth-first search over plain collections. Shares nothing with the
//! fast one but the network.

use crate::{Answer, Clock, Domain, Limits, Network, RuleKind, Solver, Stats, Stop, Value, Var};

/// Obviously correct: tries the values of the variable with the fewest still possible; what is
/// possible is told by looking at the values placed, by `holds` where a rule's scope is full, and
/// by nothing else.
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
    /// The values of `var` that break no rule at once: none that an all-different rule has already,
    /// none that makes a rule false whose scope is then full.
    fn possible(&self, placed: &[Option<Value>], var: Var) -> Vec<Value> {
        let mut taken = Domain::EMPTY;
        let mut others = Vec::new();
        for &id in self.net.rules_of(var) {
            let rule = self.net.rule(id);
            if rule.kind() == RuleKind::AllDifferent {
                for value in rule.scope().iter().filter_map(|v| placed[v.index()]) {
                    taken = taken.with(value);
                }
            } else if rule.scope().iter().all(|&v| v == var || placed[v.index()].is_some()) {
                others.push(rule);
            }
        }
        let fits = |value: &Value| {
            let at = |v: Var| if v == var { *value } else { placed[v.index()].unwrap_or(0) };
            others.iter().all(|rule| rule.holds(&at))
        };
        self.domains[var.index()].minus(taken).iter().filter(fits).collect()
    }

    fn go(&mut self, placed: &mut Vec<Option<Value>>) -> Option<Stop> {
        let open = self.net.vars().filter(|v| placed[v.index()].is_none());
        let best = open.map(|v| (self.possible(placed, v), v)).min_by_key(|(values, v)| (values.len(), *v));
        let Some((values, var)) = best else {
            let solution: Vec<Value> = placed.iter().flatten().copied().collect();
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
            placed[var.index()] = Some(value);
            let stop = self.go(placed);
            placed[var.index()] = None;
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
        let stop = if limits.solutions == 0 { Some(Stop::Enough) } else { search.go(&mut vec![None; net.len()]) };
        Answer { solutions: search.found, stop: stop.unwrap_or(Stop::Exhausted), stats: search.stats }
    }
}
