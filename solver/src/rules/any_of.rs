//! At least one of some lists of rules holds.

use super::RuleSpec;
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::propagate::propagate_rules;
use crate::{
    Conflict, Domain, Encoder, Encoding, Literal, Network, NetworkError, Rule, RuleId, RuleKind, Signed, Store, Value,
    Var, not,
};
use std::sync::Arc;

/// All rules of one branch hold, or all of another.
#[derive(Clone, Debug)]
pub struct AnyOf(Arc<Branches>);

#[derive(Debug)]
struct Branches {
    vars: Vec<Var>,
    all: Vec<Branch>,
}

/// The rules of a branch: over the variables of the network, and as a network of its own.
#[derive(Debug)]
struct Branch {
    specs: Vec<RuleSpec>,
    rules: Vec<Arc<dyn Rule>>,
    alone: Network,
    /// The variables of `alone`, as places of the whole scope.
    places: Vec<usize>,
}

impl AnyOf {
    /// At least one of the branches holds.
    ///
    /// # Errors
    /// [`NetworkError`] when a rule of a branch is malformed, or has no encoding.
    pub fn new(branches: &[Vec<RuleSpec>]) -> Result<Self, NetworkError> {
        let mut vars = Vec::new();
        let mut built = Vec::new();
        for specs in branches {
            let rules = specs.iter().map(RuleSpec::build).collect::<Result<Vec<_>, _>>()?;
            if let Some(rule) = rules.iter().find(|rule| rule.encoding() == Encoding::None) {
                let why = format!("a {:?} rule in a branch", rule.kind());
                return Err(NetworkError::Malformed { kind: RuleKind::AnyOf, why });
            }
            vars.extend(rules.iter().flat_map(|rule| rule.scope().iter().copied()));
            built.push((specs.clone(), rules));
        }
        vars.sort_unstable();
        vars.dedup();
        let mut all = Vec::new();
        for (specs, rules) in built {
            let mut own: Vec<Var> = rules.iter().flat_map(|rule| rule.scope().iter().copied()).collect();
            own.sort_unstable();
            own.dedup();
            let mut alone = Network::with_vars(own.len(), Domain(u64::MAX));
            let place = |list: &[Var], var: Var| list.binary_search(&var).unwrap_or(0);
            for spec in &specs {
                alone.add(spec.map_vars(|var| Var(place(&own, var) as u32)))?;
            }
            let places = own.iter().map(|&var| place(&vars, var)).collect();
            all.push(Branch { specs, rules, alone, places });
        }
        Ok(AnyOf(Arc::new(Branches { vars, all })))
    }

    fn rules(&self) -> impl Iterator<Item = &Arc<dyn Rule>> {
        self.0.all.iter().flat_map(|branch| &branch.rules)
    }
}

impl Branch {
    /// Propagates the branch alone; `false`: it can't hold.
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let own = self.places.iter().map(|&place| domains[place]).collect();
        let mut store = Store::from_domains(&self.alone, own);
        let ids: Vec<RuleId> = self.alone.rule_ids().collect();
        let holds = propagate_rules(&mut store, &ids).is_ok();
        for (&place, &domain) in self.places.iter().zip(store.domains()) {
            domains[place] = domain;
        }
        holds
    }
}

impl Pruning for AnyOf {
    /// Keeps what some branch keeps.
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let mut kept = vec![Domain::EMPTY; domains.len()];
        let mut any = false;
        for branch in &self.0.all {
            let mut own = domains.to_vec();
            if branch.prune(&mut own) {
                any = true;
                kept.iter_mut().zip(&own).for_each(|(kept, &d)| *kept |= d);
                if kept == domains {
                    return true;
                }
            }
        }
        domains.copy_from_slice(&kept);
        any
    }
}

impl Rule for AnyOf {
    fn kind(&self) -> RuleKind {
        RuleKind::AnyOf
    }

    fn scope(&self) -> &[Var] {
        &self.0.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.0.all.iter().any(|branch| branch.rules.iter().all(|rule| rule.holds(value)))
    }

    /// What some branch keeps by its own propagation.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut domains: Vec<Domain> = self.0.vars.iter().map(|&v| at.domain(v)).collect();
        if !Pruning::prune(self, &mut domains) {
            return Err(Conflict::default());
        }
        for (&var, &keep) in self.0.vars.iter().zip(&domains) {
            at.restrict(var, keep)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// A variable of its own for each branch, under which the rules of the branch are stated.
    fn encode(&self, to: &mut dyn Encoder) {
        let mut any = Vec::new();
        for branch in &self.0.all {
            let on = (to.fresh(), true);
            any.push(on);
            for rule in &branch.rules {
                rule.encode(&mut Under { to, on });
            }
        }
        to.clause(&any);
    }

    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        if self.rules().any(|rule| rule.encoding() != Encoding::Exact && rule.kind() != RuleKind::Visible) {
            return false;
        }
        let mut any = Vec::new();
        let mut is_exact = true;
        for branch in &self.0.all {
            let on = (to.fresh(), true);
            any.push(on);
            for rule in &branch.rules {
                is_exact &= rule.encode_exactly(&mut Under { to, on });
            }
        }
        to.clause(&any);
        is_exact
    }

    fn encoding(&self) -> Encoding {
        if self.rules().all(|rule| rule.encoding() == Encoding::Exact) { Encoding::Exact } else { Encoding::Lazy }
    }

    fn pruning(&self, _domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        Some(Box::new(self.clone()))
    }

    /// A literal for each branch, which falls where a rule of the branch fails; and all branches
    /// together.
    fn post(&self, to: &mut Posting<'_>) {
        let mut any = Vec::new();
        for branch in &self.0.all {
            let on = to.auxiliary();
            any.push(on);
            for spec in &branch.specs {
                to.rule_under(spec, on);
            }
        }
        to.clause(&any);
        to.pruning(self.clone(), &self.0.vars, Cost::Graph);
    }
}

/// States rules where a literal holds.
pub(super) struct Under<'a> {
    pub to: &'a mut dyn Encoder,
    pub on: Signed,
}

impl Encoder for Under<'_> {
    fn domain(&self, var: Var) -> Domain {
        self.to.domain(var)
    }

    fn clause(&mut self, literals: &[Signed]) {
        let all: Vec<Signed> = std::iter::once(not(self.on)).chain(literals.iter().copied()).collect();
        self.to.clause(&all);
    }

    fn fresh(&mut self) -> Literal {
        self.to.fresh()
    }

    fn at_most_one(&mut self, literals: &[Literal]) {
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[..i] {
                self.clause(&[(a, false), (b, false)]);
            }
        }
    }

    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64) {
        self.to.linear_under(self.on, terms, low, high);
    }

    fn linear_under(&mut self, under: Signed, terms: &[(i64, Literal)], low: i64, high: i64) {
        let both = (self.to.fresh(), true);
        self.to.clause(&[both, not(self.on), not(under)]);
        self.to.linear_under(both, terms, low, high);
    }

    /// A variable of its own for each tuple.
    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]) {
        let mut any = Vec::new();
        let possible = |tuple: &&Vec<Value>| vars.iter().zip(*tuple).all(|(&v, &x)| self.to.domain(v).contains(x));
        for tuple in tuples.iter().filter(possible).collect::<Vec<_>>() {
            let chosen = (self.to.fresh(), true);
            any.push(chosen);
            for (&var, &value) in vars.iter().zip(tuple) {
                self.to.clause(&[not(chosen), (Literal { var, value }, true)]);
            }
        }
        self.clause(&any);
    }
}
