//! Random solutions of networks without lanes.

use crate::draw::{pick, shuffle};
use crate::engine::{Lit, Session};
use crate::{Answer, Clock, Domain, Limits, Literal, Network, RuleId, Stats, Stop, Store, Value, Var};
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// A search by random choices that prunes to a fixpoint after each by the rules' own `prune`. Where
/// hardly a choice goes wrong, that takes less time than to compile the network.
pub(super) struct Drawn<'n, 'r> {
    net: &'n Network,
    rng: &'r mut ChaCha8Rng,
    clock: Clock,
    stats: Stats,
    queue: VecDeque<RuleId>,
    queued: Vec<bool>,
    changed: Vec<Var>,
    found: Vec<Vec<Value>>,
    wanted: usize,
}

impl<'n, 'r> Drawn<'n, 'r> {
    /// Up to `limits.solutions` solutions within the candidates of a store.
    pub(super) fn solve(mut at: Store<'n>, rng: &'r mut ChaCha8Rng, limits: &Limits) -> Answer<Vec<Value>> {
        let net = at.network();
        let mut search = Drawn {
            net,
            rng,
            clock: limits.start(),
            stats: Stats::default(),
            queue: net.rule_ids().collect(),
            queued: vec![true; net.rule_ids().len()],
            changed: Vec::new(),
            found: Vec::new(),
            wanted: limits.solutions,
        };
        at.drain_changed(&mut search.changed);
        let stop = if search.wanted == 0 { Some(Stop::Enough) } else { search.go(&mut at) };
        Answer { solutions: search.found, stop: stop.unwrap_or(Stop::Exhausted), stats: search.stats }
    }

    /// Prunes until nothing changes; `false` in a contradiction.
    fn propagate(&mut self, at: &mut Store<'n>) -> bool {
        let mut holds = true;
        while let Some(rule) = self.queue.pop_front() {
            self.queued[rule.index()] = false;
            // After a contradiction the queue is only emptied.
            if holds {
                self.stats.propagations += 1;
                holds = self.net.rule(rule).prune(at).is_ok();
                self.enqueue_changed(at);
            }
        }
        holds
    }

    fn enqueue_changed(&mut self, at: &mut Store<'n>) {
        at.drain_changed(&mut self.changed);
        for &rule in self.changed.iter().flat_map(|&var| self.net.rules_of(var)) {
            if !std::mem::replace(&mut self.queued[rule.index()], true) {
                self.queue.push_back(rule);
            }
        }
    }

    fn go(&mut self, at: &mut Store<'n>) -> Option<Stop> {
        if !self.propagate(at) {
            return None;
        }
        let open: Vec<Var> = self.net.vars().filter(|&v| at.domain(v).len() > 1).collect();
        if open.is_empty() {
            return self.note_solution(at);
        }
        let var = open[pick(self.rng, open.len())];
        let mut values: Vec<Value> = at.domain(var).iter().collect();
        let before: Vec<Domain> = at.domains().to_vec();
        while !values.is_empty() {
            let value = values.remove(pick(self.rng, values.len()));
            self.stats.nodes += 1;
            // A node can take long: the clock is read at each.
            if let Some(stop) = self.clock.check(self.stats.nodes).or_else(|| self.clock.expired()) {
                return Some(stop);
            }
            if at.assign(Literal { var, value }).is_ok() {
                self.enqueue_changed(at);
                if let Some(stop) = self.go(at) {
                    return Some(stop);
                }
            }
            at.drain_changed(&mut self.changed);
            at.set_domains(&before);
        }
        None
    }

    /// All variables have a value: the rules have the last word.
    fn note_solution(&mut self, at: &Store<'n>) -> Option<Stop> {
        let values = at.values()?;
        if self.net.holds(&values) {
            self.found.push(values);
        }
        (self.found.len() >= self.wanted).then_some(Stop::Enough)
    }
}

/// Assumes drawn values one after the other and gives up those that can't hold together. `limits`
/// are asked for before each search, as all share one clock.
pub(super) fn by_assumptions(
    session: &mut Session,
    domains: &[Domain],
    rng: &mut ChaCha8Rng,
    limits: &dyn Fn() -> Limits,
) -> Answer<Vec<Value>> {
    let mut order: Vec<Var> = session.network().vars().collect();
    shuffle(&mut order, rng);
    let mut assume: Vec<Lit> = Vec::new();
    for var in order {
        let values: Vec<Value> = domains[var.index()].iter().collect();
        if values.len() > 1 {
            assume.push(session.is(Literal { var, value: values[pick(rng, values.len())] }));
        }
    }
    loop {
        let answer = session.solve(&assume, &Limits { solutions: 1, ..limits() });
        let core = session.core();
        let given_up = assume.iter().rposition(|l| core.contains(l));
        match given_up {
            Some(given_up) if answer.solutions.is_empty() && answer.stop.is_complete() => {
                assume.remove(given_up);
            }
            _ => return answer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSpec;
    use crate::{SimpleSolver, Solver};
    use rand_core::SeedableRng;

    /// Rows and columns of a square of three numbers, with signs between neighbours: the drawn
    /// search finds what the reference finds.
    #[test]
    fn finds_what_the_reference_finds() {
        let signs = [(0, 1), (4, 1), (5, 8), (3, 6)];
        for set in 0..1_usize << signs.len() {
            let mut net = Network::with_vars(9, Domain::range(1, 3));
            for i in 0..3 {
                let row = (0..3).map(|j| Var(3 * i + j)).collect();
                let column = (0..3).map(|j| Var(3 * j + i)).collect();
                net.add(RuleSpec::AllDifferent { vars: row }).expect("a row");
                net.add(RuleSpec::AllDifferent { vars: column }).expect("a column");
            }
            for (_, &(below, above)) in signs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
                net.add(RuleSpec::Inequality { below: Var(below), above: Var(above) }).expect("a sign");
            }
            let all = Limits::solutions(usize::MAX);
            let mut reference = SimpleSolver.solve(&net, None, &all).solutions;
            let mut rng = ChaCha8Rng::seed_from_u64(set as u64);
            let mut drawn = Drawn::solve(Store::new(&net), &mut rng, &all).solutions;
            reference.sort();
            drawn.sort();
            assert_eq!(drawn, reference, "signs {set:04b}");
        }
    }
}
