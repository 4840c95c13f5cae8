//! What a rule says to the engine: clauses, propagators, auxiliary literals.

use super::adapter::{FromPruning, Pruning, RulePruning};
use super::core::Engine;
use super::exclusions::Exclusions;
use super::forms::{Cardinality, Forest, Guard, counter};
use super::literal::{Atoms, Lit};
use super::policy::Policy;
use super::propagator::{Cost, Propagator};
use super::squares::Squares;
use crate::rules::{Graph, RuleSpec};
use crate::{Domain, Literal, Network, RuleId, RuleKind, Value, Var};
use std::collections::BTreeMap;

/// Auxiliary literals "the variable takes a value of the set" of one rule.
pub(crate) type Memberships = BTreeMap<(Var, Domain), Lit>;

/// Takes the statements of one rule.
pub struct Posting<'e> {
    engine: &'e mut Engine,
    net: &'e Network,
    rule: RuleId,
    /// The rule of the network to name in reasons; none for one that was derived.
    origin: Option<RuleId>,
    memberships: &'e mut Memberships,
    /// What other rules say of pairs of literals.
    exclusions: &'e Exclusions,
    /// What the rule says holds only where this literal does.
    guard: Option<Lit>,
}

impl<'e> Posting<'e> {
    /// For the rule `rule` of `net`, of which those below `own` are rules of the network and the
    /// others derived.
    pub(crate) fn new(
        engine: &'e mut Engine,
        net: &'e Network,
        rule: RuleId,
        own: usize,
        memberships: &'e mut Memberships,
        exclusions: &'e Exclusions,
    ) -> Posting<'e> {
        let origin = (rule.index() < own).then_some(rule);
        Posting { engine, net, rule, origin, memberships, exclusions, guard: None }
    }

    /// The same, where `guard` holds.
    pub(crate) fn guarded(self, guard: Lit) -> Posting<'e> {
        Posting { guard: Some(guard), ..self }
    }

    /// The network.
    pub fn network(&self) -> &'e Network {
        self.net
    }

    /// The atoms and their statements.
    pub fn atoms(&self) -> &Atoms {
        self.engine.trail.atoms()
    }

    /// The domain of a variable before anything was known.
    pub fn domain(&self, var: Var) -> Domain {
        self.engine.trail.atoms().initial(var)
    }

    /// The literal "`var` is `value`".
    pub fn is(&self, var: Var, value: Value) -> Lit {
        self.engine.trail.atoms().is(var, value)
    }

    /// The literal "`var` takes a value of `set`": a literal of the variable where there is one, or
    /// an auxiliary one.
    pub fn is_in(&mut self, var: Var, set: Domain) -> Lit {
        let domain = self.domain(var);
        let (inside, outside) = (domain & set, domain.minus(set));
        if inside.is_empty() {
            return Lit::FALSE;
        }
        if outside.is_empty() {
            return Lit::TRUE;
        }
        if let Some(value) = inside.value() {
            return self.is(var, value);
        }
        if let Some(value) = outside.value() {
            return !self.is(var, value);
        }
        if let Some(&lit) = self.memberships.get(&(var, inside)) {
            return lit;
        }
        let lit = self.auxiliary();
        let not_outside: Vec<Lit> = outside.iter().map(|v| self.is(var, v)).collect();
        let among: Vec<Lit> = inside.iter().map(|v| self.is(var, v)).collect();
        for &value in &not_outside {
            self.clause(&[!lit, !value]);
        }
        for &value in &among {
            self.clause(&[lit, !value]);
        }
        self.clause(&[&among[..], &[!lit]].concat());
        self.clause(&[&not_outside[..], &[lit]].concat());
        self.memberships.insert((var, inside), lit);
        lit
    }

    /// A new literal that only the engine knows. The rule must say in clauses what it means.
    pub fn auxiliary(&mut self) -> Lit {
        self.engine.add_atom(false)
    }

    /// At least one of the literals holds.
    pub fn clause(&mut self, literals: &[Lit]) {
        match self.guard {
            Some(guard) => self.engine.add_clause(&[&[!guard], literals].concat(), self.origin),
            None => self.engine.add_clause(literals, self.origin),
        }
    }

    /// Adds a propagator.
    pub fn propagator(&mut self, propagator: Box<dyn Propagator>) {
        let propagator = match self.guard {
            Some(guard) => Box::new(Guard::new(propagator, guard)),
            None => propagator,
        };
        self.engine.add_propagator(propagator, self.origin);
    }

    /// Between `low` and `high` of the literals hold. Long counts get a counter tree besides,
    /// without which learning from them does not end.
    pub fn count(&mut self, literals: &[Lit], low: usize, high: usize) {
        self.count_from(literals, low, high, self.policy().counter_from);
    }

    /// The same without a tree: for counts of places at which other propagators look too.
    pub fn count_alone(&mut self, literals: &[Lit], low: usize, high: usize) {
        self.count_from(literals, low, high, usize::MAX);
    }

    fn count_from(&mut self, literals: &[Lit], low: usize, high: usize, counter_from: usize) {
        let sure = literals.iter().filter(|&&l| l == Lit::TRUE).count();
        let literals: Vec<Lit> = literals.iter().copied().filter(|&l| l != Lit::TRUE && l != Lit::FALSE).collect();
        let n = literals.len();
        if sure > high || low > sure + n {
            self.clause(&[]);
            return;
        }
        let (low, high) = (low.saturating_sub(sure), (high - sure).min(n));
        if low == 0 && high == n {
            return;
        }
        if n >= counter_from && high > 1 && low + 1 < n {
            let pairs = self.exclusions.matched(&literals);
            if pairs.len() < n {
                self.count_pairs(&pairs, low, high);
            } else {
                self.count_by_tree(&literals, low, high);
            }
        }
        self.cardinality(literals, low, high);
    }

    fn cardinality(&mut self, literals: Vec<Lit>, low: usize, high: usize) {
        let count = Cardinality::new(literals, low, high);
        let count = Box::new(self.guard.map_or_else(|| count.clone(), |guard| count.clone().guarded(guard)));
        self.engine.add_propagator(count, self.origin);
    }

    /// The same where some literals stand in pairs of which at most one holds: a pair counts as one
    /// literal, that one of the two holds. It follows from several rules.
    fn count_pairs(&mut self, pairs: &[(Lit, Option<Lit>)], low: usize, high: usize) {
        let origin = self.origin.take();
        let mut any = Vec::with_capacity(pairs.len());
        for &(a, b) in pairs {
            let Some(b) = b else {
                any.push(a);
                continue;
            };
            let either = self.auxiliary();
            self.clause(&[!either, a, b]);
            self.clause(&[either, !a]);
            self.clause(&[either, !b]);
            any.push(either);
        }
        if low > any.len() {
            self.clause(&[]);
        } else {
            let high = high.min(any.len());
            self.count_by_tree(&any, low, high);
            self.cardinality(any, low, high);
        }
        self.origin = origin;
    }

    /// The same by a counter tree over the literals or over their negations, whichever is smaller.
    fn count_by_tree(&mut self, literals: &[Lit], low: usize, high: usize) {
        let n = literals.len();
        let (literals, low, high) = if low + high > n {
            (literals.iter().map(|&l| !l).collect(), n - high, n - low)
        } else {
            (literals.to_vec(), low, high)
        };
        let outputs = counter(&literals, high + 1, self);
        if low > 0 {
            self.clause(&[outputs[low - 1]]);
        }
        if let Some(&more) = outputs.get(high) {
            self.clause(&[!more]);
        }
    }

    /// The places whose literals hold hang together, where other rules and the graph make that a
    /// matter of cycles: the graph is a disk of squares, and of two places side by side one is in.
    /// `false`: it is not so, and nothing was posted.
    pub fn connection_by_cycles(&mut self, literals: &[Lit], graph: &Graph) -> bool {
        let has_one = |p: usize, b: u32| self.exclusions.hold(!literals[p], !literals[b as usize]);
        let mut places = 0..graph.places();
        if !places.all(|p| graph.beside(p).iter().all(|&b| has_one(p, b))) {
            return false;
        }
        let Some(squares) = Squares::of(graph) else { return false };
        let Ok(diagonals) = Graph::new(RuleKind::Acyclic, graph.places(), &squares.diagonals) else { return false };
        let outs = literals.iter().map(|&l| !l).collect();
        let origin = self.origin.take();
        self.propagator(Box::new(Forest::new(outs, diagonals, squares.border)));
        self.origin = origin;
        true
    }

    /// The engine's tuning constants.
    pub fn policy(&self) -> &Policy {
        &self.engine.policy
    }

    /// The rule's own `prune` as a propagator, its reasons shrunk by deletion. Every rule can be
    /// posted like this.
    pub fn from_prune(&mut self) {
        if let Some(propagator) = FromPruning::rule(self.net, self.rule, self.engine.trail.atoms()) {
            self.propagator(Box::new(propagator));
        }
    }

    /// A pruning of the variables where `guard` holds; the guard falls where the pruning fails.
    pub fn pruning_under(&mut self, pruning: Box<dyn Pruning>, vars: &[Var], cost: Cost, guard: Lit) {
        self.propagator(Box::new(FromPruning::new(pruning, vars.to_vec(), cost).under(guard)));
    }

    /// A rule where `guard` holds; the guard falls where the rule fails.
    pub fn rule_under(&mut self, spec: &RuleSpec, guard: Lit) {
        // A rule that is part of a rule of the network is well formed.
        let Ok(rule) = spec.build() else { return };
        if let RuleSpec::Clause { literals } = spec {
            let is =
                |(l, sign): &(Literal, bool)| if *sign { self.is(l.var, l.value) } else { !self.is(l.var, l.value) };
            let clause: Vec<Lit> = literals.iter().map(is).chain([!guard]).collect();
            return self.clause(&clause);
        }
        let vars = rule.scope();
        let domains: Vec<Domain> = vars.iter().map(|&v| self.domain(v)).collect();
        let pruning = rule.pruning(&domains).or_else(|| {
            let mut net = Network::new();
            for &domain in &domains {
                net.add_var(domain);
            }
            net.add(spec.map_vars(|var| Var(vars.iter().position(|&v| v == var).unwrap_or(0) as u32))).ok()?;
            Some(Box::new(RulePruning::first(net)))
        });
        if let Some(pruning) = pruning {
            self.pruning_under(pruning, vars, Cost::Line, guard);
        }
    }

    /// Another pruning of the variables as a propagator.
    pub fn pruning(&mut self, pruning: impl Pruning + 'static, vars: &[Var], cost: Cost) {
        self.propagator(Box::new(FromPruning::new(pruning, vars.to_vec(), cost)));
    }
}
