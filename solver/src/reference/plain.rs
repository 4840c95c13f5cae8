//! Depth-first search over the plain propagator: takes every network, and is what the fast kernels
//! are compared with.

use crate::{Answer, Clock, Domain, Limits, Network, RuleKind, Solver, Stats, Stop, Store, Value, propagate};

/// Search over [`propagate`](crate::propagate::propagate), smallest domain first.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainSolver;

struct Search {
    clock: Clock,
    wanted: usize,
    stats: Stats,
    found: Vec<Vec<Value>>,
}

impl Search {
    fn go(&mut self, at: &Store<'_>) -> Option<Stop> {
        if let Some(values) = at.values() {
            if at.network().holds(&values) {
                self.found.push(values);
            }
            return (self.found.len() >= self.wanted).then_some(Stop::Enough);
        }
        let open = at.network().vars().filter(|&v| !at.domain(v).is_single());
        let var = open.min_by_key(|&v| (at.domain(v).len(), v))?;
        for value in at.domain(var).iter() {
            self.stats.nodes += 1;
            if let Some(stop) = self.clock.check(self.stats.nodes) {
                return Some(stop);
            }
            let mut child = at.clone();
            self.stats.propagations += 1;
            if child.assign(crate::Literal { var, value }).is_ok() && propagate::propagate_changed(&mut child).is_ok() {
                let stop = self.go(&child);
                if stop.is_some() {
                    return stop;
                }
            }
        }
        None
    }
}

impl Solver for PlainSolver {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn supports(&self, _net: &Network) -> Result<(), RuleKind> {
        Ok(())
    }

    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        let mut root = Store::from_domains(net, from.unwrap_or(net.domains()).to_vec());
        let mut search =
            Search { clock: limits.start(), wanted: limits.solutions, stats: Stats::default(), found: Vec::new() };
        if limits.solutions == 0 {
            return Answer { solutions: Vec::new(), stop: Stop::Enough, stats: search.stats };
        }
        let stop = match propagate::propagate(&mut root) {
            Ok(()) => search.go(&root),
            Err(_) => None,
        };
        Answer { solutions: search.found, stop: stop.unwrap_or(Stop::Exhausted), stats: search.stats }
    }
}
