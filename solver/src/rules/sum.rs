//! The values of some variables add up to a total.

use crate::engine::forms::{GREATEST_TOTAL, GroupedSum, Total};
use crate::engine::{Cost, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Rule, RuleKind, Store, Value, Var};

/// `Σ vars = total`.
#[derive(Clone, Debug)]
pub struct Sum {
    vars: Vec<Var>,
    total: u32,
}

impl Sum {
    /// The variables of `vars` add up to `total`.
    pub fn new(vars: Vec<Var>, total: u32) -> Self {
        Sum { vars, total }
    }
}

/// Bounds pruning of `Σ vars = total` to its fixpoint.
pub(super) fn prune_bounds(vars: &[Var], total: u32, at: &mut Store<'_>) -> Result<(), Conflict> {
    let total = i64::from(total);
    loop {
        let (mut low, mut high) = (0, 0);
        for &var in vars {
            let d = at.domain(var);
            let (Some(min), Some(max)) = (d.min(), d.max()) else {
                return Err(Conflict { rule: None, var: Some(var) });
            };
            low += i64::from(min);
            high += i64::from(max);
        }
        if total < low || high < total {
            return Err(Conflict::default());
        }
        let mut changed = false;
        for &var in vars {
            let d = at.domain(var);
            let (Some(min), Some(max)) = (d.min(), d.max()) else {
                return Err(Conflict { rule: None, var: Some(var) });
            };
            // What the others can leave for this one.
            let least = (total - (high - i64::from(max))).clamp(0, 64);
            let most = (total - (low - i64::from(min))).clamp(-1, 63);
            let keep = if least > most { Domain::EMPTY } else { Domain::range(least as Value, most as Value) };
            if at.restrict(var, keep)? {
                changed = true;
                // The sums follow, so that later variables of this sweep see them.
                let d = at.domain(var);
                low += i64::from(d.min().unwrap_or(min)) - i64::from(min);
                high += i64::from(d.max().unwrap_or(max)) - i64::from(max);
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

impl Rule for Sum {
    fn kind(&self) -> RuleKind {
        RuleKind::Sum
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.vars.iter().map(|&v| u32::from(value(v))).sum::<u32>() == self.total
    }

    /// Bounds consistency: at the fixpoint the least and the greatest value of each variable are
    /// met by values between the least and the greatest of the others (holes inside a domain are
    /// not looked at).
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        prune_bounds(&self.vars, self.total, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Bounds
    }

    fn post(&self, to: &mut Posting<'_>) {
        let most: u32 = self.vars.iter().map(|&v| u32::from(to.domain(v).max().unwrap_or(0))).sum();
        if most <= GREATEST_TOTAL && self.total <= GREATEST_TOTAL {
            to.pruning(Total(self.total), &self.vars, Cost::Count);
        } else {
            to.from_prune();
        }
    }

    fn pruning(&self, domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        let each: Vec<_> = (0..self.vars.len()).map(|place| (1, vec![place])).collect();
        Some(Box::new(GroupedSum::<8>::new(domains, &each, self.total.into())?))
    }

    fn encode(&self, to: &mut dyn Encoder) {
        to.sum(&self.vars, i64::from(self.total));
    }
}
