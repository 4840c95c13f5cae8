//! A network compiled once, for many searches.

use super::further::Further;
use super::handover::{self, HandOver};
use super::plain::Plain;
use crate::engine::derive::with_sums;
use crate::{Answer, Conflict, Domain, Limits, Network, RuleKind, Stop, Value};
use rand_chacha::ChaCha8Rng;
use std::sync::OnceLock;
use tesuji_lanes::{Count, Found, Groups, Job, Probe, Restarts, Run, Width};

/// A network compiled for the fastest kernel that takes it. Searches take the domains (or the
/// givens) as an argument, so one engine serves all puzzles with the same rules.
///
/// Domains are cut to the initial ones of the network that was compiled.
///
/// ```
/// use tesuji_solver::{Domain, Limits, Network, Stop, Var, fast::Engine, rules::RuleSpec};
///
/// let mut latin = Network::with_vars(25, Domain::range(1, 5));
/// for i in 0..5 {
///     latin.add(RuleSpec::AllDifferent { vars: (0..5).map(|j| Var(5 * i + j)).collect() })?;
///     latin.add(RuleSpec::AllDifferent { vars: (0..5).map(|j| Var(5 * j + i)).collect() })?;
/// }
/// let engine = Engine::compile(&latin);
/// let all = engine.count(latin.domains(), &Limits::solutions(usize::MAX));
/// assert_eq!((all.solutions, all.stop), (161_280, Stop::Exhausted));
/// # Ok::<(), tesuji_solver::NetworkError>(())
/// ```
pub struct Engine {
    pub(super) net: Network,
    pub(super) run: Box<dyn Run>,
    pub(super) probe: Probe,
    pub(super) hand_over: HandOver,
    width: Option<Width>,
    /// The same kernel over the network with the sums that follow from its houses; made when a
    /// search gets lost.
    stronger: OnceLock<Option<Box<dyn Run>>>,
}

impl Engine {
    /// Compiles a network for this CPU.
    pub fn compile(net: &Network) -> Engine {
        Self::compile_for(net, Width::best())
    }

    /// Compiles a network for a vector width (the widest available one below, if the CPU does not
    /// have it).
    pub fn compile_for(net: &Network, width: Width) -> Engine {
        let width = width.min(Width::best());
        Engine { width: Some(width), ..Self::over(net, kernel(net, width)) }
    }

    /// Compiles a network for the plain kernel.
    pub fn compile_plain(net: &Network) -> Engine {
        Self::over(net, Box::new(Plain::new(net)))
    }

    fn over(net: &Network, run: Box<dyn Run>) -> Engine {
        Engine {
            net: net.clone(),
            run,
            probe: Probe::default(),
            hand_over: HandOver::default(),
            width: None,
            stronger: OnceLock::new(),
        }
    }

    /// The network that was compiled.
    pub fn network(&self) -> &Network {
        &self.net
    }

    /// The same engine with a probing policy.
    #[must_use]
    pub fn with_probe(self, probe: Probe) -> Engine {
        Engine { probe, ..self }
    }

    /// The same engine with another policy of taking turns with the learning engine.
    #[must_use]
    pub fn with_hand_over(self, hand_over: HandOver) -> Engine {
        Engine { hand_over, ..self }
    }

    /// The kernel over the network with the sums that follow from it, if any do.
    pub(super) fn stronger(&self) -> Option<&dyn Run> {
        let made = self.stronger.get_or_init(|| {
            let net = with_sums(&self.net, self.hand_over.derived_sum)?;
            Some(kernel(&net, self.width?))
        });
        made.as_deref()
    }

    /// Which kernel was chosen: `banded 9 (3×3), Avx512`.
    pub fn kernel(&self) -> String {
        self.run.kernel()
    }

    /// Up to `limits.solutions` solutions within `domains`.
    pub fn solve(&self, domains: &[Domain], limits: &Limits) -> Answer<Vec<Value>> {
        let mut solutions = Vec::new();
        let count = self.for_each(domains, limits, &mut |values| {
            solutions.push(values.to_vec());
            std::ops::ControlFlow::Continue(())
        });
        Answer { solutions, stop: count.stop, stats: count.stats }
    }

    /// Counts up to `limits.solutions` solutions within `domains`.
    pub fn count(&self, domains: &[Domain], limits: &Limits) -> Count {
        handover::search(self, domains, limits, None)
    }

    /// Calls `found` with each solution within `domains` until it breaks ([`Stop::Interrupted`]) or
    /// a limit is reached.
    pub fn for_each(&self, domains: &[Domain], limits: &Limits, found: Found<'_>) -> Count {
        handover::search(self, domains, limits, Some(found))
    }

    /// Counts up to `limits.solutions` solutions with the given values; `open` marks variables
    /// without one.
    pub fn count_givens(&self, givens: &[Value], open: Value, limits: &Limits) -> Count {
        let mut job = Job::new(limits, self.probe, None);
        let stop = self.run.search_givens(givens, open, &mut job);
        job.count(stop)
    }

    /// The first solution with the given values, into `values`; `open` marks variables without one.
    pub fn solve_givens(&self, givens: &[Value], open: Value, limits: &Limits, found: Found<'_>) -> Count {
        let mut job = Job::new(limits, self.probe, Some(found));
        let stop = self.run.search_givens(givens, open, &mut job);
        job.count(stop)
    }

    /// Has `domains` exactly one solution? `None`: the limits ended the search first.
    pub fn is_unique(&self, domains: &[Domain], limits: &Limits) -> Option<bool> {
        let count = self.count(domains, &Limits { solutions: 2, ..limits.clone() });
        match (count.solutions, count.stop) {
            (2.., _) => Some(false),
            (n, Stop::Exhausted) => Some(n == 1),
            _ => None,
        }
    }

    /// The fixpoint of all rules.
    ///
    /// # Errors
    /// [`Conflict`] when there is no solution.
    pub fn propagate(&self, domains: &[Domain]) -> Result<Vec<Domain>, Conflict> {
        self.run.propagate(domains).ok_or_else(Conflict::default)
    }

    /// A random solution within `domains`, by random choices and restarts; at most one is returned.
    /// The choices come from `rng` alone, so the same seed gives the same solution. All solutions
    /// are possible, not equally likely.
    pub fn random_solution(&self, domains: &[Domain], rng: &mut ChaCha8Rng, limits: &Limits) -> Answer<Vec<Value>> {
        let mut solutions = Vec::new();
        let mut found = |values: &[Value]| {
            solutions.push(values.to_vec());
            std::ops::ControlFlow::Continue(())
        };
        let limits = Limits { solutions: limits.solutions.min(1), ..limits.clone() };
        let mut job = Job::new(&limits, self.probe, Some(&mut found));
        let stop = self.run.random(domains, &mut job, &mut Restarts { rng });
        let stats = job.stats;
        Answer { solutions, stop, stats }
    }
}

/// The lanes of a network, or its plain kernel where it has none.
fn kernel(net: &Network, width: Width) -> Box<dyn Run> {
    let is_group = |id| matches!(net.rule(id).kind(), RuleKind::AllDifferent | RuleKind::Cage);
    let sets = net.rule_ids().filter(|&id| is_group(id)).map(|id| net.rule(id).scope().iter().copied().collect());
    let groups = Groups { domains: net.domains(), sets: sets.collect() };
    let lanes = tesuji_lanes::machine(&groups, Box::new(Further::new(net)), width);
    lanes.unwrap_or_else(|| Box::new(Plain::new(net)))
}
