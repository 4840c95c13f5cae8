//! The kernel and the learning engine in turns.
//!
//! The kernel is far ahead wherever propagation nearly suffices. Where it gets lost (few clues, sums across houses) no
//! number of nodes helps, and the learning engine needs few. So the kernel begins with a bounded effort, then they take
//! turns with growing budgets; what the learning engine has learnt is kept between its turns.

use super::dispatch::Run;
use super::search::{Count, Found, Job, Probe};
use crate::engine::{Policy, Session};
use crate::{Clock, Domain, Limits, Network, Stats, Stop, Value};
use std::ops::ControlFlow;

/// When the engines take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOver {
    /// Only searches for at most so many solutions are handed over; a count of many needs the kernel's speed.
    pub solutions: usize,
    /// Nodes of the kernel's first turn.
    pub kernel_nodes: u64,
    /// Nodes of the first turn where the network has no kernel but plain propagation, whose nodes are dear.
    pub plain_nodes: u64,
    /// Decisions of the learning engine's first turn.
    pub learning_nodes: u64,
    /// Factor by which the turns grow.
    pub growth: u64,
    /// Sums that follow from houses and cages are stated to the kernel over at most so many variables, once it is lost.
    pub derived_sum: usize,
}

impl Default for HandOver {
    fn default() -> Self {
        HandOver {
            solutions: 100,
            kernel_nodes: 20_000,
            plain_nodes: 200,
            learning_nodes: 4_000,
            growth: 8,
            derived_sum: 6,
        }
    }
}

/// Takes the solutions of both engines, each once.
struct Sink<'f> {
    seen: Vec<Vec<Value>>,
    wanted: usize,
    found: Option<Found<'f>>,
    /// The caller wants no more.
    broken: bool,
}

impl Sink<'_> {
    fn offer(&mut self, values: &[Value]) -> ControlFlow<()> {
        if self.seen.iter().any(|s| s == values) {
            return ControlFlow::Continue(());
        }
        self.seen.push(values.to_vec());
        if let Some(found) = &mut self.found {
            self.broken = found(values).is_break();
        }
        if self.broken || self.seen.len() >= self.wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Why the whole search ended, if a turn ended for `stop`.
    fn stop(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Interrupted if !self.broken => Stop::Enough,
            other => other,
        }
    }
}

/// One search by both engines.
pub(super) struct Turns<'e> {
    pub run: &'e dyn Run,
    pub net: &'e Network,
    pub probe: Probe,
    pub policy: HandOver,
    /// Gives the kernel over the network with the sums that follow from it, if any do.
    pub stronger: Box<dyn Fn() -> Option<&'e dyn Run> + 'e>,
}

impl Turns<'_> {
    /// Up to `limits.solutions` solutions within `domains`.
    pub fn search(&self, domains: &[Domain], limits: &Limits, found: Option<Found<'_>>) -> Count {
        let first = if self.run.is_plain() { self.policy.plain_nodes } else { self.policy.kernel_nodes };
        let is_bounded = limits.solutions > self.policy.solutions || limits.nodes <= first || limits.solutions == 0;
        if is_bounded {
            let mut job = Job::new(limits, self.probe, found);
            let stop = self.run.search(domains, &mut job);
            return job.count(stop);
        }
        let clock = limits.start();
        let mut stats = Stats::default();
        if found.is_none() {
            // A mere count: solutions need not be kept unless the engines take turns.
            let turn = Limits { nodes: first, time: clock.remaining(), ..limits.clone() };
            let mut job = Job::new(&turn, self.probe, None);
            let stop = self.run.search(domains, &mut job);
            if stop != Stop::Nodes {
                return job.count(stop);
            }
            stats = job.stats;
        }
        let sink = Sink { seen: Vec::new(), wanted: limits.solutions, found, broken: false };
        self.take_turns(domains, limits, &clock, stats, sink, first)
    }

    fn take_turns(
        &self,
        domains: &[Domain],
        limits: &Limits,
        clock: &Clock,
        mut stats: Stats,
        mut sink: Sink<'_>,
        mut kernel: u64,
    ) -> Count {
        let mut learning = self.policy.learning_nodes;
        let mut session: Option<Session> = None;
        let mut excluded = 0;
        // A mere count has had its first turn.
        let mut turn = u32::from(sink.found.is_none());
        loop {
            let run = if turn == 0 { Some(self.run) } else { self.kernel_of_turn(turn) };
            let left = limits.nodes.saturating_sub(stats.nodes);
            let nodes = if run.is_some() { kernel } else { learning }.min(left);
            let bounds = Limits { nodes, time: clock.remaining(), memory: limits.memory, solutions: usize::MAX };
            let stop = if let Some(run) = run {
                if turn > 0 {
                    kernel = kernel.saturating_mul(self.policy.growth);
                }
                let mut offer = |values: &[Value]| sink.offer(values);
                let mut job = Job::new(&bounds, self.probe, Some(&mut offer));
                let stop = run.search(domains, &mut job);
                let done = job.stats;
                add(&mut stats, done);
                stop
            } else {
                learning = learning.saturating_mul(self.policy.growth);
                let session = session.get_or_insert_with(|| Session::within(self.net, domains, Policy::default()));
                sink.seen[excluded..].iter().for_each(|values| session.exclude(values));
                excluded = sink.seen.len();
                let (stop, done) = session.for_each(&[], &bounds, &mut |values| sink.offer(values));
                add(&mut stats, done);
                stop
            };
            if stop != Stop::Nodes || nodes == left {
                return Count { solutions: sink.seen.len(), stop: sink.stop(stop), stats };
            }
            turn += 1;
        }
    }

    /// Whose turn it is after the first: the kernel's (one that knows more, if there is one, comes first), or the
    /// learning engine's.
    fn kernel_of_turn(&self, turn: u32) -> Option<&dyn Run> {
        match (self.stronger)() {
            Some(stronger) => (turn % 2 == 1).then_some(stronger),
            None => turn.is_multiple_of(2).then_some(self.run),
        }
    }
}

fn add(stats: &mut Stats, more: Stats) {
    stats.nodes += more.nodes;
    stats.propagations += more.propagations;
    stats.trials += more.trials;
}
