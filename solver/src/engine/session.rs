//! A network compiled for learning and kept for many searches.

use super::core::{Effort, Engine};
use super::derive::{Derived, derive};
use super::enumerate::Selectors;
use super::exclusions::Exclusions;
use super::literal::{Atom, Lit};
use super::policy::Policy;
use super::posting::{Memberships, Posting};
use super::reason::Reason;
use super::search::Outcome;
use crate::{Answer, Domain, Limits, Literal, Network, RuleId, Stats, Stop, Value, Var};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A compiled network. Whatever one search learns serves the next ones.
///
/// ```
/// use tesuji_solver::{Domain, Limits, Literal, Network, Stop, Var, engine::Session, rules::RuleSpec};
///
/// let mut net = Network::with_vars(3, Domain::range(1, 3));
/// net.add(RuleSpec::AllDifferent { vars: vec![Var(0), Var(1), Var(2)] })?;
/// net.add(RuleSpec::Inequality { below: Var(0), above: Var(1) })?;
/// let mut session = Session::new(&net);
/// assert_eq!(session.solve(&[], &Limits::solutions(9)).solutions.len(), 3);
///
/// let three = session.is(Literal { var: Var(0), value: 3 });
/// let answer = session.solve(&[three], &Limits::solutions(1));
/// assert_eq!((answer.solutions.len(), answer.stop), (0, Stop::Exhausted));
/// assert_eq!(session.core(), [three]);
/// # Ok::<(), tesuji_solver::NetworkError>(())
/// ```
pub struct Session {
    net: Network,
    engine: Engine,
    selectors: Selectors,
    core: Vec<Lit>,
    /// Rules that hold only where their selectors are assumed.
    guarded: BTreeMap<RuleId, Lit>,
    /// A search was cut off between a propagator's turn and its call.
    stale: bool,
}

impl Session {
    /// Compiles a network.
    pub fn new(net: &Network) -> Session {
        Session::within(net, net.domains(), Policy::default())
    }

    /// Compiles a network with its domains cut to `domains`, which are known for good then.
    pub fn within(net: &Network, domains: &[Domain], policy: Policy) -> Session {
        Session::with_guards(net, domains, policy, &[]).0
    }

    /// Compiles a network in which some rules hold only where their selectors are assumed: the
    /// session, and a selector for each of these rules.
    ///
    /// ```
    /// use tesuji_solver::{Domain, Limits, Network, Var, engine::{Policy, Session}, rules::RuleSpec};
    ///
    /// let mut net = Network::with_vars(3, Domain::range(0, 1));
    /// let vars = vec![Var(0), Var(1), Var(2)];
    /// let two = net.add(RuleSpec::Count { vars, values: Domain::single(1), low: 2, high: 2 })?;
    /// let (mut session, selectors) = Session::switched(&net, &[two], Policy::default());
    /// assert_eq!(session.solve(&[], &Limits::solutions(9)).solutions.len(), 8);
    /// assert_eq!(session.solve(&selectors, &Limits::solutions(9)).solutions.len(), 3);
    /// # Ok::<(), tesuji_solver::NetworkError>(())
    /// ```
    pub fn switched(net: &Network, rules: &[RuleId], policy: Policy) -> (Session, Vec<Lit>) {
        Session::with_guards(net, net.domains(), policy, rules)
    }

    fn with_guards(net: &Network, domains: &[Domain], policy: Policy, guarded: &[RuleId]) -> (Session, Vec<Lit>) {
        let own = net.domains().iter().enumerate();
        let domains: Vec<Domain> = own.map(|(i, &d)| domains.get(i).map_or(d, |&x| x & d)).collect();
        let mut engine = Engine::new(&domains, policy);
        let is_guarded = |id: RuleId| guarded.contains(&id);
        // What follows from rules that can be switched off would have to be switched off, too.
        let derived = if guarded.is_empty() {
            derive(net, &domains, policy.derived_sum, policy.derived_leftover)
        } else {
            Derived::default()
        };
        let is_clause_of_use = |id: RuleId| policy.exclusions && !is_guarded(id);
        let exclusions = Exclusions::of(net, engine.trail.atoms(), is_clause_of_use);
        let mut selectors = Vec::new();
        let mut guards = BTreeMap::new();
        let mut all = net.clone();
        // Derived rules are over variables of the network, each once: they fit.
        derived.rules.into_iter().for_each(|spec| drop(all.add(spec)));
        for id in all.rule_ids() {
            // Rules share no auxiliary literals, so that each reason follows by its own rule.
            let mut memberships = Memberships::new();
            let own = net.rule_ids().len();
            if id.index() < own && net.is_implied(id) {
                continue;
            }
            let guard = is_guarded(id).then(|| engine.add_atom(true));
            let mut posting = Posting::new(&mut engine, &all, id, own, &mut memberships, &exclusions);
            if let Some(guard) = guard {
                posting = posting.guarded(guard);
            }
            all.rule(id).post(&mut posting);
            if let Some(guard) = guard {
                guards.insert(id, guard);
                selectors.push(guard);
            }
        }
        for (left, right) in &derived.same {
            engine.add_same_values(left, right);
            engine.add_same_values(right, left);
        }
        engine.keys = net.vars().flat_map(|v| engine.trail.atoms().of(v)).map(Atom).collect();
        let session = Session {
            net: net.clone(),
            engine,
            selectors: Selectors::default(),
            core: Vec::new(),
            stale: false,
            guarded: guards,
        };
        (session, selectors)
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.net
    }

    /// The literal "the variable takes the value".
    pub fn is(&self, candidate: Literal) -> Lit {
        self.engine.trail.atoms().is(candidate.var, candidate.value)
    }

    /// A new literal that is false unless it is assumed: a switch for clauses and rules of the
    /// caller.
    pub fn add_selector(&mut self) -> Lit {
        self.engine.back_to(0);
        self.engine.add_atom(true)
    }

    /// A switch for clauses that are dropped after [`give_selector_back`](Self::give_selector_back).
    pub(super) fn take_selector(&mut self) -> Lit {
        self.engine.back_to(0);
        self.selectors.take(&mut self.engine)
    }

    /// The clauses of a switch are of no use any more.
    pub(super) fn give_selector_back(&mut self, selector: Lit) {
        self.engine.back_to(0);
        self.selectors.give_back(selector, &mut self.engine);
    }

    /// Adds a clause for good. With the negation of a selector in it, it counts only where the
    /// selector is assumed.
    pub fn add_clause(&mut self, literals: &[Lit]) {
        self.engine.add_clause(literals, None);
    }

    /// Refuses one assignment of all variables for good.
    pub fn exclude(&mut self, values: &[Value]) {
        let is = |(i, &value): (usize, &Value)| self.is(Literal { var: Var(i as u32), value });
        let clause: Vec<Lit> = values.iter().enumerate().map(|v| !is(v)).collect();
        self.add_clause(&clause);
    }

    /// What the engine did so far.
    pub fn effort(&self) -> Effort {
        self.engine.effort
    }

    /// Up to `limits.solutions` solutions under the assumptions.
    pub fn solve(&mut self, assume: &[Lit], limits: &Limits) -> Answer<Vec<Value>> {
        let mut solutions = Vec::new();
        let (stop, stats) = self.for_each(assume, limits, &mut |values| {
            solutions.push(values.to_vec());
            ControlFlow::Continue(())
        });
        Answer { solutions, stop, stats }
    }

    /// Calls `found` with each solution under the assumptions until it breaks or a limit is
    /// reached.
    pub fn for_each(
        &mut self,
        assume: &[Lit],
        limits: &Limits,
        found: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> (Stop, Stats) {
        self.core.clear();
        let before = self.engine.effort;
        let stop = if limits.solutions == 0 { Stop::Enough } else { self.run(assume, limits, found) };
        self.engine.back_to(0);
        let after = self.engine.effort;
        let stats = Stats {
            nodes: after.decisions - before.decisions,
            propagations: after.calls - before.calls,
            trials: after.probes - before.probes,
        };
        (stop, stats)
    }

    fn run(&mut self, assume: &[Lit], limits: &Limits, found: &mut dyn FnMut(&[Value]) -> ControlFlow<()>) -> Stop {
        self.engine.start_clock(limits);
        if std::mem::take(&mut self.stale) {
            self.engine.propagators.enqueue_all();
        }
        if let Err(stop) = self.engine.settle_root() {
            self.stale = true;
            return stop;
        }
        let selector = (limits.solutions > 1).then(|| self.selectors.take(&mut self.engine));
        let assumptions: Vec<Lit> = selector.iter().chain(assume).copied().collect();
        let stop = self.enumerate(&assumptions, selector, limits.solutions, found);
        if let Some(selector) = selector {
            self.engine.back_to(0);
            self.selectors.give_back(selector, &mut self.engine);
            self.core.retain(|&l| l != selector);
        }
        stop
    }

    fn enumerate(
        &mut self,
        assumptions: &[Lit],
        selector: Option<Lit>,
        wanted: usize,
        found: &mut dyn FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Stop {
        let mut count = 0;
        loop {
            match self.engine.search(assumptions) {
                Outcome::NoSolution(core) => {
                    self.core = core;
                    return Stop::Exhausted;
                }
                Outcome::Stopped(stop) => {
                    self.stale = true;
                    return stop;
                }
                Outcome::Solution => {}
            }
            let values = self.values();
            if let Some(broken) = self.broken_rule(&values) {
                // A propagator overlooked it: the rule itself says that these values don't go
                // together.
                let guard = self.guarded.get(&broken).copied();
                if !self.engine.refuse_values(self.net.rule(broken).scope(), guard) {
                    return Stop::Exhausted;
                }
                continue;
            }
            count += 1;
            if found(&values).is_break() {
                return Stop::Interrupted;
            }
            if count >= wanted {
                return Stop::Enough;
            }
            match selector {
                Some(selector) if self.engine.block(selector) => {}
                _ => return Stop::Exhausted,
            }
            if let Some(stop) = self.engine.limit_reached() {
                return stop;
            }
        }
    }

    /// The first rule that is not switched off and that the values break.
    fn broken_rule(&self, values: &[Value]) -> Option<RuleId> {
        let at = |v: Var| values[v.index()];
        let is_on = |id: &RuleId| self.guarded.get(id).is_none_or(|&g| self.engine.trail.is_true(g));
        self.net.rule_ids().find(|id| is_on(id) && !self.net.rule(*id).holds(&at))
    }

    /// The values on the trail, all variables having one.
    fn values(&self) -> Vec<Value> {
        self.engine.trail.domains().iter().map(|&d| Domain::min(d).unwrap_or(0)).collect()
    }

    /// After a search that found nothing: assumptions that can't hold together. Empty if there is
    /// no solution at all (or if the search did not end).
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Propagates the assumptions alone; the domains that they leave, or `None` if they contradict.
    pub fn propagate(&mut self, assume: &[Lit]) -> Option<Vec<Domain>> {
        self.engine.start_clock(&Limits::default());
        let domains = self.engine.fixpoint(assume).then(|| self.engine.trail.domains().to_vec());
        self.engine.back_to(0);
        domains
    }

    /// Why the assumptions, propagated alone, leave each removal: literals in order of time with
    /// their reasons. The reason of a contradiction stands last, without a literal. (If an
    /// assumption turned out to be false, the reason of its negation is the last that matters.)
    pub fn explain(&mut self, assume: &[Lit]) -> Vec<(Option<Lit>, Reason)> {
        self.engine.start_clock(&Limits::default());
        self.engine.trail.set_in_full(true);
        let stable = self.engine.fixpoint(assume);
        let mut steps = Vec::new();
        for i in 0..self.engine.trail.events().len() {
            let lit = self.engine.trail.events()[i];
            steps.push((Some(lit), self.engine.reason(lit)));
        }
        if !stable && !self.engine.conflict.is_empty() {
            let because = self.engine.conflict.clone();
            steps.push((None, Reason { rule: self.engine.conflict_rule, part: 0, because }));
        }
        self.engine.back_to(0);
        self.engine.trail.set_in_full(false);
        steps
    }

    /// What a literal says.
    pub fn meaning(&self, lit: Lit) -> super::literal::Meaning {
        self.engine.trail.atoms().meaning(lit)
    }

    /// The initial domain of a variable, as compiled.
    pub fn initial(&self, var: Var) -> Domain {
        self.engine.trail.atoms().initial(var)
    }

    /// The engine alone.
    pub(crate) fn into_engine(self) -> Engine {
        self.engine
    }

    /// Number of propagators and of clauses.
    pub fn size(&self) -> (usize, usize) {
        (self.engine.propagators.len(), self.engine.clauses.count())
    }
}

impl Engine {
    fn start_clock(&mut self, limits: &Limits) {
        let nodes = self.effort.decisions.saturating_add(limits.nodes);
        self.clock = Limits { nodes, ..limits.clone() }.start();
        self.memory = limits.memory;
    }

    /// Propagates assumptions, each on a level of its own; `false` in a conflict.
    fn fixpoint(&mut self, assume: &[Lit]) -> bool {
        use super::propagate::Fixpoint;
        self.back_to(0);
        self.conflict.clear();
        if !self.consistent {
            return false;
        }
        self.propagators.enqueue_all();
        if self.propagate() != Fixpoint::Stable {
            return false;
        }
        for &lit in assume {
            match self.trail.truth(lit) {
                1 => {}
                0 => {
                    self.decide(lit);
                    if self.propagate() != Fixpoint::Stable {
                        return false;
                    }
                }
                _ => {
                    // The reason of the negation says it all.
                    self.conflict.clear();
                    return false;
                }
            }
        }
        true
    }

    /// The full reason of a literal on the trail.
    pub(crate) fn reason(&mut self, lit: Lit) -> Reason {
        use super::reason::Why;
        let mut because = Vec::new();
        self.explain(lit, &mut because);
        let (rule, part) = match self.trail.why(lit.atom()) {
            Why::Propagator { id, code } => (self.propagators.rule(id), code),
            Why::Clause(clause) => (self.clauses.rule(clause), 0),
            Why::Stated(rule) => (Some(rule), 0),
            _ => (None, 0),
        };
        Reason { rule, part, because }
    }

    /// Every value of a variable of `left` is the value of one of `right`.
    fn add_same_values(&mut self, left: &[Var], right: &[Var]) {
        for &var in left {
            for value in self.trail.atoms().initial(var).iter() {
                let atoms = self.trail.atoms();
                let mut clause = vec![!atoms.is(var, value)];
                clause.extend(right.iter().map(|&v| atoms.is(v, value)).filter(|&l| l != Lit::FALSE));
                self.add_clause(&clause, None);
            }
        }
    }

    /// Learns that the values of these variables on the trail don't go together.
    fn refuse_values(&mut self, vars: &[Var], guard: Option<Lit>) -> bool {
        let atoms = self.trail.atoms();
        let is = |&v: &Var| atoms.is(v, self.trail.domain(v).min().unwrap_or(0));
        self.conflict = vars.iter().map(is).chain(guard).collect();
        self.learn()
    }
}
