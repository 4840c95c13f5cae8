//! A network compiled once, for many searches.

use super::drawn::{Drawn, by_assumptions};
use super::further::Further;
use super::handover::{self, HandOver};
use crate::engine::derive::with_sums;
use crate::engine::{Policy, Session};
use crate::propagate::propagate;
use crate::{Answer, Conflict, Domain, Limits, Network, RuleKind, Stop, Store, Value, Var};
use rand_chacha::ChaCha8Rng;
use std::sync::OnceLock;
use tesuji_lanes::{Count, Found, Groups, Job, Probe, Restarts, Run, Width};

/// Nodes a variable of a search for a random solution that goes without a compiled network.
const DRAWN_NODES: u64 = 4;

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
    /// The lanes; none: the learning engine searches from the first node on.
    pub(super) lanes: Option<Box<dyn Run>>,
    /// Tuning constants of the learning engine.
    policy: Policy,
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
        Engine { width: Some(width), lanes: lanes(net, width), ..Self::learning(net, Policy::default()) }
    }

    /// An engine that learns from the first node on, for rules on graphs and lines. Each search
    /// compiles the network within its domains.
    pub fn learning(net: &Network, policy: Policy) -> Engine {
        Engine {
            net: net.clone(),
            lanes: None,
            policy,
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

    /// The same engine with another policy of taking turns with the learning engine: tests force
    /// each turn.
    #[must_use]
    pub fn with_hand_over(self, hand_over: HandOver) -> Engine {
        Engine { hand_over, ..self }
    }

    /// The kernel over the network with the sums that follow from it, if any do.
    pub(super) fn stronger(&self) -> Option<&dyn Run> {
        let made = self.stronger.get_or_init(|| {
            let net = with_sums(&self.net, self.hand_over.derived_sum)?;
            lanes(&net, self.width?)
        });
        made.as_deref()
    }

    /// Which kernel was chosen: `banded 9 (3×3), Avx512`, or `learning` where there is none.
    pub fn kernel(&self) -> String {
        self.lanes.as_ref().map_or_else(|| "learning".to_string(), |lanes| lanes.kernel())
    }

    /// The learning engine with the network, within `domains`, for many questions.
    pub fn session(&self, domains: &[Domain]) -> Session {
        Session::within(&self.net, domains, self.policy)
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
        self.search_givens(givens, open, limits, None)
    }

    /// The first solution with the given values, into `values`; `open` marks variables without one.
    pub fn solve_givens(&self, givens: &[Value], open: Value, limits: &Limits, found: Found<'_>) -> Count {
        self.search_givens(givens, open, limits, Some(found))
    }

    fn search_givens(&self, givens: &[Value], open: Value, limits: &Limits, found: Option<Found<'_>>) -> Count {
        if let Some(lanes) = &self.lanes {
            let mut job = Job::new(limits, self.probe, found);
            let stop = lanes.search_givens(givens, open, &mut job);
            return job.count(stop);
        }
        let given = |(i, &domain): (usize, &Domain)| match givens.get(i) {
            Some(&value) if value != open => domain & if value < 64 { Domain::single(value) } else { Domain::EMPTY },
            _ => domain,
        };
        let domains: Vec<Domain> = self.net.domains().iter().enumerate().map(given).collect();
        handover::search(self, &domains, limits, found)
    }

    /// Up to `limits.solutions` solutions within `domains` that are not the known one.
    pub fn others(&self, domains: &[Domain], known: &[Value], limits: &Limits) -> Answer<Vec<Value>> {
        if self.lanes.is_none() {
            let mut session = self.session(domains);
            session.exclude(known);
            return session.solve(&[], limits);
        }
        let solutions = limits.solutions.saturating_add(1);
        let mut answer = self.solve(domains, &Limits { solutions, ..limits.clone() });
        answer.solutions.retain(|solution| solution != known);
        answer.solutions.truncate(limits.solutions);
        answer
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

    /// Is the network searched in lanes?
    pub fn is_in_lanes(&self) -> bool {
        self.lanes.is_some()
    }

    /// Is there a solution within `domains` in which a variable takes none of some values? Returns
    /// `None` if the limits ended the search first.
    pub fn can_avoid(&self, domains: &[Domain], var: Var, values: Domain, limits: &Limits) -> Option<bool> {
        let mut domains = domains.to_vec();
        let own = domains.get_mut(var.index())?;
        *own = own.minus(values);
        if own.is_empty() {
            return Some(false);
        }
        let count = self.count(&domains, &Limits { solutions: 1, ..limits.clone() });
        match (count.solutions, count.stop) {
            (1.., _) => Some(true),
            (_, Stop::Exhausted) => Some(false),
            _ => None,
        }
    }

    /// The fixpoint of all rules.
    ///
    /// # Errors
    /// [`Conflict`] when there is no solution.
    pub fn propagate(&self, domains: &[Domain]) -> Result<Vec<Domain>, Conflict> {
        if let Some(lanes) = &self.lanes {
            return lanes.propagate(domains).ok_or_else(Conflict::default);
        }
        let own = self.net.domains().iter().enumerate();
        let domains = own.map(|(i, &d)| domains.get(i).map_or(d, |&other| other & d)).collect();
        let mut at = Store::from_domains(&self.net, domains);
        propagate(&mut at)?;
        Ok(at.into_domains())
    }

    /// A random solution within `domains`, by random choices and restarts; at most one is returned.
    /// The choices come from `rng` alone, so the same seed gives the same solution. All solutions
    /// are possible, not equally likely.
    pub fn random_solution(&self, domains: &[Domain], rng: &mut ChaCha8Rng, limits: &Limits) -> Answer<Vec<Value>> {
        let limits = Limits { solutions: limits.solutions.min(1), ..limits.clone() };
        let Some(lanes) = &self.lanes else { return self.drawn_solution(domains, rng, &limits) };
        let mut solutions = Vec::new();
        let mut found = |values: &[Value]| {
            solutions.push(values.to_vec());
            std::ops::ControlFlow::Continue(())
        };
        let mut job = Job::new(&limits, self.probe, Some(&mut found));
        let stop = lanes.random(domains, &mut job, &mut Restarts { rng });
        let stats = job.stats;
        Answer { solutions, stop, stats }
    }

    /// A short search by the rules themselves, then the learning engine.
    fn drawn_solution(&self, domains: &[Domain], rng: &mut ChaCha8Rng, limits: &Limits) -> Answer<Vec<Value>> {
        let clock = limits.start();
        let left = || limits.clone().with_time(clock.remaining());
        let short = left().with_nodes(limits.nodes.min(DRAWN_NODES * self.net.len() as u64));
        let answer = Drawn::solve(Store::from_domains(&self.net, domains.to_vec()), rng, &short);
        if !answer.solutions.is_empty() || answer.stop == Stop::Exhausted || limits.solutions == 0 {
            return answer;
        }
        by_assumptions(&mut self.session(domains), domains, rng, &left)
    }
}

/// The lanes of a network, if it has any.
fn lanes(net: &Network, width: Width) -> Option<Box<dyn Run>> {
    let is_group = |id| matches!(net.rule(id).kind(), RuleKind::AllDifferent | RuleKind::Cage);
    let sets = net.rule_ids().filter(|&id| is_group(id)).map(|id| net.rule(id).scope().iter().copied().collect());
    let groups = Groups { domains: net.domains(), sets: sets.collect() };
    tesuji_lanes::machine(&groups, Box::new(Further::new(net)), width)
}
