//! No two variables of the scope are equal.

use crate::engine::Posting;
use crate::engine::forms::Different;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Rule, RuleKind, Store, Value, Var};

/// All-different; with as many variables as values an exact cover (each value exactly once).
#[derive(Clone, Debug)]
pub struct AllDifferent {
    vars: Vec<Var>,
}

impl AllDifferent {
    /// Over the given scope.
    pub fn new(vars: Vec<Var>) -> Self {
        AllDifferent { vars }
    }
}

impl Rule for AllDifferent {
    fn kind(&self) -> RuleKind {
        RuleKind::AllDifferent
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.vars.iter().enumerate().all(|(i, &a)| self.vars[..i].iter().all(|&b| value(a) != value(b)))
    }

    /// Naked singles leave the others; with as many variables as values, a value with one place
    /// takes it.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut done = Domain::EMPTY;
        loop {
            let mut singles = Domain::EMPTY;
            let mut union = Domain::EMPTY;
            for &v in &self.vars {
                let d = at.domain(v);
                union |= d;
                if d.is_single() {
                    if !(singles & d).is_empty() {
                        return Err(Conflict { rule: None, var: Some(v) });
                    }
                    singles |= d;
                }
            }
            if (union.len() as usize) < self.vars.len() {
                return Err(Conflict::default());
            }
            if union.len() as usize == self.vars.len() {
                for value in union.minus(singles).iter() {
                    let mut places = self.vars.iter().filter(|&&v| at.domain(v).contains(value));
                    let (first, second) = (places.next(), places.next());
                    if let (Some(&only), None) = (first, second) {
                        at.restrict(only, Domain::single(value))?;
                        singles = singles.with(value);
                    }
                }
            }
            let new = singles.minus(done);
            if new.is_empty() {
                return Ok(());
            }
            done |= new;
            for &v in &self.vars {
                if !at.domain(v).is_single() {
                    at.remove(v, new)?;
                }
            }
        }
    }

    fn consistency(&self) -> Consistency {
        Consistency::Singles
    }

    fn encode(&self, to: &mut dyn Encoder) {
        to.all_different(&self.vars);
    }

    fn post(&self, to: &mut Posting<'_>) {
        if self.vars.len() > 1 {
            let different = Different::new(self.vars.clone(), to.atoms());
            to.propagator(Box::new(different));
        }
    }

    fn must_use(&self, union: Domain) -> Domain {
        if union.len() as usize == self.vars.len() { union } else { Domain::EMPTY }
    }
}
