//! The kernel and the learning engine in turns.
//!
//! The kernel is far ahead wherever propagation nearly suffices. Where it gets lost (few clues,
//! sums across houses) no number of nodes helps, and the learning engine needs few. So the kernel
//! begins with a bounded effort, then they take turns with growing budgets; what the learning
//! engine has learnt is kept between its turns. A network without a kernel is the learning engine's
//! from the start.

use super::engine::Engine;
use crate::engine::Session;
use crate::{Clock, Domain, Limits, RuleKind, Stats, Stop, Value};
use std::ops::ControlFlow;
use tesuji_lanes::{Count, Found, Job, Run};

/// When the engines take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOver {
    /// Only searches for at most so many solutions are handed over; a count of many needs the
    /// kernel's speed.
    pub solutions: usize,
    /// Nodes of the kernel's first turn.
    pub kernel_nodes: u64,
    /// Nodes of the kernel's first turn where cages or sums are told, which the kernel sees one by
    /// one: it is soon done with such a network or lost in it.
    pub sum_nodes: u64,
    /// Decisions of the learning engine's first turn.
    pub learning_nodes: u64,
    /// Factor by which the turns grow.
    pub growth: u64,
    /// Sums that follow from houses and cages are stated to the kernel over at most so many
    /// variables, once it is lost.
    pub derived_sum: usize,
}

impl Default for HandOver {
    fn default() -> Self {
        HandOver {
            solutions: 100,
            kernel_nodes: 20_000,
            sum_nodes: 1_000,
            learning_nodes: 16_000,
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
            Stop::Interrupted if !self.broken && self.seen.len() >= self.wanted => Stop::Enough,
            other => other,
        }
    }
}

/// Up to `limits.solutions` solutions within `domains`.
pub(super) fn search(engine: &Engine, domains: &[Domain], limits: &Limits, found: Option<Found<'_>>) -> Count {
    let Some(lanes) = &engine.lanes else { return learn(engine, domains, limits, found) };
    let policy = &engine.hand_over;
    let first = first_nodes(engine);
    if limits.solutions > policy.solutions || limits.nodes <= first || limits.solutions == 0 {
        let mut job = Job::new(limits, engine.probe, found);
        let stop = lanes.search(domains, &mut job);
        return job.count(stop);
    }
    let clock = limits.start();
    let mut stats = Stats::default();
    if found.is_none() {
        // A mere count: solutions need not be kept unless the engines take turns.
        let bounds = Limits { nodes: first, time: clock.remaining(), ..limits.clone() };
        let mut job = Job::new(&bounds, engine.probe, None);
        let stop = lanes.search(domains, &mut job);
        if stop != Stop::Nodes {
            return job.count(stop);
        }
        stats = job.stats;
    }
    let turn = u32::from(found.is_none());
    let sink = Sink { seen: Vec::new(), wanted: limits.solutions, found, broken: false };
    take_turns(engine, domains, limits, &clock, stats, sink, turn)
}

/// The learning engine alone.
fn learn(engine: &Engine, domains: &[Domain], limits: &Limits, mut found: Option<Found<'_>>) -> Count {
    let mut session = engine.session(domains);
    let mut solutions = 0;
    let (stop, stats) = session.for_each(&[], limits, &mut |values| {
        solutions += 1;
        found.as_mut().map_or(ControlFlow::Continue(()), |found| found(values))
    });
    Count { solutions, stop, stats }
}

/// The engines in turns, from the given one on, until one ends its search or a limit is reached.
fn take_turns(
    engine: &Engine,
    domains: &[Domain],
    limits: &Limits,
    clock: &Clock,
    mut stats: Stats,
    mut sink: Sink<'_>,
    mut turn: u32,
) -> Count {
    let policy = &engine.hand_over;
    let mut kernel = policy.kernel_nodes;
    let first = first_nodes(engine);
    let mut learning = policy.learning_nodes;
    let mut session: Option<Session> = None;
    let mut excluded = 0;
    loop {
        let run = kernel_of_turn(engine, turn);
        let left = limits.nodes.saturating_sub(stats.nodes);
        let nodes = match (run.is_some(), turn) {
            (true, 0) => first,
            (true, _) => kernel,
            (false, _) => learning,
        };
        let nodes = nodes.min(left);
        let bounds = Limits { nodes, time: clock.remaining(), solutions: usize::MAX, ..limits.clone() };
        let (stop, done) = if let Some(run) = run {
            if turn > 0 {
                kernel = kernel.saturating_mul(policy.growth);
            }
            let mut offer = |values: &[Value]| sink.offer(values);
            let mut job = Job::new(&bounds, engine.probe, Some(&mut offer));
            let stop = run.search(domains, &mut job);
            (stop, job.stats)
        } else {
            learning = learning.saturating_mul(policy.growth);
            let session = session.get_or_insert_with(|| engine.session(domains));
            sink.seen[excluded..].iter().for_each(|values| session.exclude(values));
            excluded = sink.seen.len();
            session.for_each(&[], &bounds, &mut |values| sink.offer(values))
        };
        stats.nodes += done.nodes;
        stats.propagations += done.propagations;
        stats.trials += done.trials;
        if stop != Stop::Nodes || nodes == left {
            return Count { solutions: sink.seen.len(), stop: sink.stop(stop), stats };
        }
        turn += 1;
    }
}

/// Nodes of the kernel's first turn.
fn first_nodes(engine: &Engine) -> u64 {
    let policy = &engine.hand_over;
    let has_sums = engine.net.rule_ids().any(|id| matches!(engine.net.rule(id).kind(), RuleKind::Cage | RuleKind::Sum));
    if has_sums { policy.sum_nodes.min(policy.kernel_nodes) } else { policy.kernel_nodes }
}

/// The kernel whose turn it is; none: it is the learning engine's. The first turn is the kernel's,
/// the second the learning engine's, and so on; later turns are of a kernel that knows more, if
/// there is one.
fn kernel_of_turn(engine: &Engine, turn: u32) -> Option<&dyn Run> {
    match turn {
        0 => engine.lanes.as_deref(),
        _ if turn % 2 == 1 => None,
        _ => engine.stronger().or(engine.lanes.as_deref()),
    }
}
