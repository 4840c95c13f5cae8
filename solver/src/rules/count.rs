//! So many of some variables take one of the given values.

use crate::engine::{Lit, Posting};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, Rule, RuleKind, Store, Value, Var};

/// `low ≤ (number of variables with a value of the set) ≤ high`.
#[derive(Clone, Debug)]
pub struct Count {
    vars: Vec<Var>,
    values: Domain,
    low: u32,
    high: u32,
}

impl Count {
    /// Between `low` and `high` (both included) of `vars` take a value of `values`.
    pub fn new(vars: Vec<Var>, values: Domain, low: u32, high: u32) -> Self {
        Count { vars, values, low, high }
    }
}

impl Rule for Count {
    fn kind(&self) -> RuleKind {
        RuleKind::Count
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let n = self.vars.iter().filter(|&&v| self.values.contains(value(v))).count() as u32;
        self.low <= n && n <= self.high
    }

    /// Generalised arc consistency: variables are in, out or undecided; once one bound is met, the
    /// undecided ones go to the other side.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let (mut sure, mut possible) = (0, 0);
        for &var in &self.vars {
            let d = at.domain(var);
            if d.is_empty() {
                return Err(Conflict { rule: None, var: Some(var) });
            }
            sure += u32::from(d.minus(self.values).is_empty());
            possible += u32::from(!(d & self.values).is_empty());
        }
        if self.low > self.high || sure > self.high || possible < self.low {
            return Err(Conflict::default());
        }
        if sure == possible || (sure < self.high && possible > self.low) {
            return Ok(());
        }
        let keep = if sure == self.high { Domain(!self.values.0) } else { self.values };
        for &var in &self.vars {
            let d = at.domain(var);
            if !(d & self.values).is_empty() && !d.minus(self.values).is_empty() {
                at.restrict(var, keep)?;
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals: Vec<Lit> = self.vars.iter().map(|&v| to.is_in(v, self.values)).collect();
        to.count(&literals, self.low as usize, self.high as usize);
    }

    fn encode(&self, to: &mut dyn Encoder) {
        let mut terms = Vec::new();
        for &var in &self.vars {
            terms.extend((to.domain(var) & self.values).iter().map(|value| (1, Literal { var, value })));
        }
        to.linear(&terms, i64::from(self.low), i64::from(self.high));
    }
}
