//! The values of some variables form one of the listed tuples.

use crate::engine::forms::Tuples;
use crate::engine::{Lit, Posting};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Rule, RuleKind, Store, Value, Var};

/// The allowed tuples, listed.
#[derive(Clone, Debug)]
pub struct Table {
    vars: Vec<Var>,
    tuples: Vec<Vec<Value>>,
    /// Of few tuples, a bit each: by place of the scope, the values of the tuples and which of them
    /// have it.
    having: Vec<Vec<(Value, u64)>>,
}

impl Table {
    /// One of `tuples`, each as long as `vars`.
    pub fn new(vars: Vec<Var>, tuples: Vec<Vec<Value>>) -> Self {
        let mut having: Vec<Vec<(Value, u64)>> = Vec::new();
        if tuples.len() <= u64::BITS as usize {
            having = vec![Vec::new(); vars.len()];
            for (number, tuple) in tuples.iter().enumerate() {
                for (list, &value) in having.iter_mut().zip(tuple) {
                    match list.iter_mut().find(|(v, _)| *v == value) {
                        Some((_, bits)) => *bits |= 1 << number,
                        None => list.push((value, 1 << number)),
                    }
                }
            }
        }
        Table { vars, tuples, having }
    }

    /// The same pruning with a bit a tuple.
    fn prune_bits(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut fitting = u64::MAX;
        for (&var, having) in self.vars.iter().zip(&self.having) {
            let domain = at.domain(var);
            fitting &= having.iter().filter(|(v, _)| domain.contains(*v)).fold(0, |all, (_, bits)| all | bits);
        }
        if fitting == 0 || self.tuples.is_empty() {
            return Err(Conflict::default());
        }
        for (&var, having) in self.vars.iter().zip(&self.having) {
            let kept = having.iter().filter(|(_, bits)| bits & fitting != 0);
            at.restrict(var, kept.fold(Domain::EMPTY, |all, (v, _)| all.with(*v)))?;
        }
        Ok(())
    }
}

impl Rule for Table {
    fn kind(&self) -> RuleKind {
        RuleKind::Table
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.tuples.iter().any(|t| self.vars.iter().zip(t).all(|(&var, &x)| value(var) == x))
    }

    /// Generalised arc consistency: what stays is what some tuple within the domains has.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        if !self.having.is_empty() {
            return self.prune_bits(at);
        }
        let mut keep = vec![Domain::EMPTY; self.vars.len()];
        let mut any = false;
        for tuple in &self.tuples {
            if self.vars.iter().zip(tuple).all(|(&var, &x)| at.domain(var).contains(x)) {
                any = true;
                for (k, &x) in keep.iter_mut().zip(tuple) {
                    *k = k.with(x);
                }
            }
        }
        if !any {
            return Err(Conflict::default());
        }
        for (&var, &k) in self.vars.iter().zip(&keep) {
            at.restrict(var, k)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        to.table(&self.vars, &self.tuples);
    }

    fn post(&self, to: &mut Posting<'_>) {
        let fits = |tuple: &&Vec<Value>| self.vars.iter().zip(*tuple).all(|(&var, &x)| to.domain(var).contains(x));
        let tuples: Vec<&Vec<Value>> = self.tuples.iter().filter(fits).collect();
        if tuples.is_empty() {
            return to.clause(&[]);
        }
        // By variable and value: the tuples with it, a bit each.
        let words = tuples.len().div_ceil(64);
        let most = self.vars.iter().filter_map(|&var| to.domain(var).max()).max().map_or(0, usize::from) + 1;
        let mut having = vec![0_u64; self.vars.len() * most * words];
        for (t, tuple) in tuples.iter().enumerate() {
            for (i, &x) in tuple.iter().enumerate() {
                having[(i * most + usize::from(x)) * words + t / 64] |= 1 << (t % 64);
            }
        }
        let mut values = Vec::new();
        for (i, &var) in self.vars.iter().enumerate() {
            let bits = |x: Value| &having[(i * most + usize::from(x)) * words..][..words];
            let literals = to.domain(var).iter().map(|x| (to.is(var, x), bits(x)));
            values.extend(literals.filter(|(lit, _)| *lit != Lit::TRUE));
        }
        to.propagator(Box::new(Tuples::new(tuples.len(), values)));
    }
}
