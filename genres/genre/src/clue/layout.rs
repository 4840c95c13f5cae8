//! What all puzzles of one layout share: the network, its words and the compiled engine.

use crate::Names;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::fast::Engine;
use tesuji_solver::{Answer, Clock, Domain, Limits, Network, NetworkError, Stop, Value, Var};

/// A network with its words, and its engine. Puzzles of one layout share it.
pub struct Layout {
    /// The network without the value clues of any puzzle.
    pub network: Arc<Network>,
    /// Words for cells, houses and values.
    pub names: Arc<dyn Names>,
    engine: OnceLock<Engine>,
    learning: bool,
    policy: Policy,
}

impl std::fmt::Debug for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Layout of {} variables", self.network.len())
    }
}

impl Layout {
    /// A network with its words.
    pub fn new(network: Network, names: Arc<dyn Names>) -> Self {
        Layout {
            network: Arc::new(network),
            names,
            engine: OnceLock::new(),
            learning: false,
            policy: Policy::default(),
        }
    }

    /// The same for a network that the learning engine solves from the first node on: rules on
    /// graphs and lines.
    pub fn learning(network: Network, names: Arc<dyn Names>) -> Self {
        Layout { learning: true, ..Layout::new(network, names) }
    }

    /// The same with tuning constants of its own.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Layout { policy, ..self }
    }

    /// The network compiled for learning, within `domains`.
    pub fn session(&self, domains: &[Domain]) -> Session {
        self.engine().session(domains)
    }

    /// The network compiled for search; made once.
    pub fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| match self.learning {
            true => Engine::learning(&self.network, self.policy),
            false => Engine::compile(&self.network),
        })
    }

    /// Up to `limits.solutions` solutions within `domains`.
    pub fn solve(&self, domains: &[Domain], limits: &Limits) -> Answer<Vec<Value>> {
        self.engine().solve(domains, limits)
    }

    /// Calls `found` with each solution within `domains` until it breaks or a limit is reached; how
    /// many there were, and why it ended.
    pub fn for_each(
        &self,
        domains: &[Domain],
        limits: &Limits,
        found: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> (usize, Stop) {
        let count = self.engine().for_each(domains, limits, found);
        (count.solutions, count.stop)
    }

    /// Counts up to `limits.solutions` solutions within `domains`; how many there are, and why it
    /// ended.
    pub fn count(&self, domains: &[Domain], limits: &Limits) -> (usize, Stop) {
        let count = self.engine().count(domains, limits);
        (count.solutions, count.stop)
    }

    /// Is there exactly one solution within `domains`? `None` when the node limit bites, or the
    /// time is up.
    pub fn is_unique(&self, domains: &[Domain], nodes: u64, clock: &Clock) -> Option<bool> {
        self.engine().is_unique(domains, &Limits::default().with_nodes(nodes).with_time(clock.remaining()))
    }

    /// Up to `limits.solutions` solutions within `domains` that are not the known one.
    pub fn others(&self, domains: &[Domain], known: &[Value], limits: &Limits) -> Answer<Vec<Value>> {
        self.engine().others(domains, known, limits)
    }

    /// Are these values a solution within `domains`?
    pub fn is_solution(&self, domains: &[Domain], values: &[Value]) -> bool {
        let value = |var: Var| values.get(var.index()).copied().unwrap_or(0);
        values.len() == self.network.len()
            && self.network.vars().all(|v| domains[v.index()].contains(value(v)))
            && self.network.rule_ids().all(|id| self.network.rule(id).holds(&value))
    }

    /// A solution within `domains`, in an order that `rng` draws, with restarts; none when the
    /// clock or the nodes run out.
    pub fn random_solution(
        &self,
        domains: &[Domain],
        rng: &mut ChaCha8Rng,
        nodes: u64,
        clock: &Clock,
    ) -> Option<Vec<Value>> {
        let limits = Limits::default().with_nodes(nodes).with_time(clock.remaining());
        self.engine().random_solution(domains, rng, &limits).solutions.pop()
    }
}

/// A bounded store of layouts by key: a pure cache, whose answers never depend on what it holds.
#[derive(Debug)]
pub struct LayoutCache<K> {
    kept: Mutex<BTreeMap<K, (u64, Arc<Layout>)>>,
    room: usize,
}

impl<K: Ord + Clone> LayoutCache<K> {
    /// Holds at most `room` layouts.
    pub const fn new(room: usize) -> Self {
        LayoutCache { kept: Mutex::new(BTreeMap::new()), room }
    }

    /// The layout of `key`, made by `build` when it is not held.
    ///
    /// # Errors
    /// What `build` says.
    pub fn get(
        &self,
        key: &K,
        build: impl FnOnce() -> Result<Layout, NetworkError>,
    ) -> Result<Arc<Layout>, NetworkError> {
        {
            let kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if let Some((_, layout)) = kept.get(key) {
                return Ok(Arc::clone(layout));
            }
        }
        let made = Arc::new(build()?);
        let mut kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, layout)) = kept.get(key) {
            return Ok(Arc::clone(layout));
        }
        if kept.len() >= self.room {
            let oldest = kept.iter().min_by_key(|(_, (age, _))| *age).map(|(k, _)| k.clone());
            if let Some(k) = oldest {
                kept.remove(&k);
            }
        }
        let age = kept.values().map(|(age, _)| age + 1).max().unwrap_or(0);
        kept.insert(key.clone(), (age, Arc::clone(&made)));
        Ok(made)
    }
}
