//! Exact search by the rules' own `prune`: for networks that are searched once and little, where
//! compiling them costs more than the search.

use crate::{Answer, Clock, Domain, Limits, Literal, Network, RuleId, Stats, Stop, Store, Value, Var};
use std::collections::VecDeque;

/// A depth-first search that prunes to a fixpoint before each choice. Rules can be left out.
///
/// ```
/// use tesuji_solver::{Domain, Limits, Network, PruneSearch, Store, Var, rules::RuleSpec};
///
/// let mut net = Network::with_vars(3, Domain::range(1, 3));
/// net.add(RuleSpec::AllDifferent { vars: vec![Var(0), Var(1), Var(2)] })?;
/// net.add(RuleSpec::Inequality { below: Var(0), above: Var(1) })?;
/// let count = |off: &[bool]| {
///     let answer = PruneSearch::new(&net, off).solve(Store::new(&net), &Limits::solutions(9));
///     answer.solutions.len()
/// };
/// assert_eq!(count(&[]), 3);
/// assert_eq!(count(&[false, true]), 6);
/// # Ok::<(), tesuji_solver::NetworkError>(())
/// ```
#[derive(Debug)]
pub struct PruneSearch<'n> {
    net: &'n Network,
    off: Vec<bool>,
    queue: VecDeque<RuleId>,
    queued: Vec<bool>,
    changed: Vec<Var>,
}

/// What a search takes along.
struct Way<'w> {
    clock: Clock,
    wanted: usize,
    stats: Stats,
    found: Vec<Vec<Value>>,
    /// Draws a number below another; without it the least domain and the least value come first.
    draw: Option<&'w mut dyn FnMut(usize) -> usize>,
}

impl<'n> PruneSearch<'n> {
    /// A search of a network without the rules that are `off`.
    pub fn new(net: &'n Network, off: &[bool]) -> PruneSearch<'n> {
        let rules = net.rule_ids().len();
        let mut all = vec![false; rules];
        all.iter_mut().zip(off).for_each(|(to, &is_off)| *to = is_off);
        PruneSearch { net, off: all, queue: VecDeque::new(), queued: vec![false; rules], changed: Vec::new() }
    }

    /// Up to `limits.solutions` solutions within the candidates of a store.
    pub fn solve(&mut self, start: Store<'n>, limits: &Limits) -> Answer<Vec<Value>> {
        self.search(start, limits, None)
    }

    /// The same with variables and values in an order that is drawn: `draw` gives a number below
    /// the one it is told.
    pub fn solve_drawn(
        &mut self,
        start: Store<'n>,
        limits: &Limits,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Answer<Vec<Value>> {
        self.search(start, limits, Some(draw))
    }

    fn search(
        &mut self,
        mut at: Store<'n>,
        limits: &Limits,
        draw: Option<&mut dyn FnMut(usize) -> usize>,
    ) -> Answer<Vec<Value>> {
        let (clock, wanted) = (limits.start(), limits.solutions);
        let mut way = Way { clock, wanted, stats: Stats::default(), found: Vec::new(), draw };
        at.drain_changed(&mut self.changed);
        let rules = self.net.rule_ids();
        rules.for_each(|rule| self.enqueue(rule));
        let stop = if wanted == 0 { Some(Stop::Enough) } else { self.go(&mut at, &mut way) };
        Answer { solutions: way.found, stop: stop.unwrap_or(Stop::Exhausted), stats: way.stats }
    }

    fn enqueue(&mut self, rule: RuleId) {
        if !self.off[rule.index()] && !std::mem::replace(&mut self.queued[rule.index()], true) {
            self.queue.push_back(rule);
        }
    }

    /// Prunes until nothing changes; `false` in a contradiction.
    fn propagate(&mut self, at: &mut Store<'n>, stats: &mut Stats) -> bool {
        let mut holds = true;
        while let Some(rule) = self.queue.pop_front() {
            self.queued[rule.index()] = false;
            // After a contradiction the queue is only emptied.
            if !holds {
                continue;
            }
            stats.propagations += 1;
            holds = self.net.rule(rule).prune(at).is_ok();
            self.enqueue_changed(at);
        }
        holds
    }

    fn enqueue_changed(&mut self, at: &mut Store<'n>) {
        let mut changed = std::mem::take(&mut self.changed);
        at.drain_changed(&mut changed);
        for var in changed.drain(..) {
            for &rule in self.net.rules_of(var) {
                self.enqueue(rule);
            }
        }
        self.changed = changed;
    }

    fn go(&mut self, at: &mut Store<'n>, way: &mut Way<'_>) -> Option<Stop> {
        if !self.propagate(at, &mut way.stats) {
            return None;
        }
        let open = || self.net.vars().filter(|&v| at.domain(v).len() > 1);
        let var = match &mut way.draw {
            Some(draw) => {
                let count = open().count();
                (count > 0).then(|| open().nth(draw(count))).flatten()
            }
            None => open().min_by_key(|&v| at.domain(v).len()),
        };
        let Some(var) = var else {
            return self.note_solution(at, way);
        };
        let mut values: Vec<Value> = at.domain(var).iter().collect();
        let before: Vec<Domain> = at.domains().to_vec();
        while !values.is_empty() {
            let number = way.draw.as_mut().map_or(0, |draw| draw(values.len()));
            let value = values.remove(number.min(values.len() - 1));
            way.stats.nodes += 1;
            // A node can take long: the clock is read at each.
            if let Some(stop) = way.clock.check(way.stats.nodes).or_else(|| way.clock.expired()) {
                return Some(stop);
            }
            if at.assign(Literal { var, value }).is_ok() {
                self.enqueue_changed(at);
                if let Some(stop) = self.go(at, way) {
                    return Some(stop);
                }
            }
            at.drain_changed(&mut self.changed);
            self.changed.clear();
            at.set_domains(&before);
        }
        None
    }

    /// All variables have a value: the rules have the last word.
    fn note_solution(&self, at: &Store<'n>, way: &mut Way<'_>) -> Option<Stop> {
        let values = at.values()?;
        let value = |var: Var| values[var.index()];
        if self.net.rule_ids().all(|id| self.off[id.index()] || self.net.rule(id).holds(&value)) {
            way.found.push(values);
        }
        (way.found.len() >= way.wanted).then_some(Stop::Enough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSpec;
    use crate::{SimpleSolver, Solver};

    /// Three rows and columns of a square of three numbers, with signs between neighbours that can
    /// be left out: what is found is what the reference finds on a network without them.
    #[test]
    fn finds_what_the_reference_finds() {
        let build = |signs: &[(u32, u32)]| {
            let mut net = Network::with_vars(9, Domain::range(1, 3));
            for i in 0..3 {
                let row = (0..3).map(|j| Var(3 * i + j)).collect();
                let column = (0..3).map(|j| Var(3 * j + i)).collect();
                net.add(RuleSpec::AllDifferent { vars: row }).expect("a row");
                net.add(RuleSpec::AllDifferent { vars: column }).expect("a column");
            }
            for &(below, above) in signs {
                net.add(RuleSpec::Inequality { below: Var(below), above: Var(above) }).expect("a sign");
            }
            net
        };
        let signs = [(0, 1), (4, 1), (5, 8), (3, 6)];
        let full = build(&signs);
        for set in 0..1_usize << signs.len() {
            let is_in = |i: usize| set >> i & 1 == 1;
            let kept: Vec<(u32, u32)> = (0..signs.len()).filter(|&i| is_in(i)).map(|i| signs[i]).collect();
            let off: Vec<bool> = (0..6).map(|_| false).chain((0..signs.len()).map(|i| !is_in(i))).collect();
            let all = Limits::solutions(usize::MAX);
            let mut reference = SimpleSolver.solve(&build(&kept), None, &all).solutions;
            let mut found = PruneSearch::new(&full, &off).solve(Store::new(&full), &all).solutions;
            let mut lots = (0..).map(|i: usize| i.wrapping_mul(2_654_435_761) >> 7);
            let mut draw = |n: usize| lots.next().unwrap_or(0) % n;
            let mut drawn = PruneSearch::new(&full, &off).solve_drawn(Store::new(&full), &all, &mut draw).solutions;
            for list in [&mut reference, &mut found, &mut drawn] {
                list.sort();
            }
            assert_eq!(found, reference, "{kept:?}");
            assert_eq!(drawn, reference, "{kept:?}");
        }
    }
}
