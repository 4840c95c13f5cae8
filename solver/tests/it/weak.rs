//! An all-different rule with a planted fault, for tests of the checks that must find it.

use std::sync::Arc;
use tesuji_solver::engine::Posting;
use tesuji_solver::laws::Consistency;
use tesuji_solver::{Conflict, Domain, Encoder, Rule, RuleKind, Store, Value, Var};

/// A rule whose pruning takes the first of two places of a value for the only one.
#[derive(Debug)]
pub struct Weak(Arc<dyn Rule>);

/// The rule with the fault, where it is an all-different; others as they are.
pub fn weakened(rule: Arc<dyn Rule>) -> Arc<dyn Rule> {
    if rule.kind() == RuleKind::AllDifferent { Arc::new(Weak(rule)) } else { rule }
}

impl Rule for Weak {
    fn kind(&self) -> RuleKind {
        self.0.kind()
    }
    fn scope(&self) -> &[Var] {
        self.0.scope()
    }
    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.0.holds(value)
    }
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        self.0.prune(at)?;
        let union = self.scope().iter().fold(Domain::EMPTY, |union, &v| union | at.domain(v));
        for value in union.iter().filter(|_| union.len() as usize == self.scope().len()) {
            let places: Vec<Var> = self.scope().iter().copied().filter(|&v| at.domain(v).contains(value)).collect();
            if let [first, _] = places[..] {
                at.restrict(first, Domain::single(value))?;
            }
        }
        self.0.prune(at)
    }
    fn consistency(&self) -> Consistency {
        self.0.consistency()
    }
    fn encode(&self, to: &mut dyn Encoder) {
        self.0.encode(to);
    }
    fn post(&self, to: &mut Posting<'_>) {
        self.0.post(to);
    }
    fn must_use(&self, union: Domain) -> Domain {
        self.0.must_use(union)
    }
}
