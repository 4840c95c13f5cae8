//! Two lists of variables with the same values, each as often.

use super::last_open;
use crate::engine::{Cost, Lit, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The variables of the left list and those of the right one have the same values, each as often.
#[derive(Clone, Debug)]
pub struct Same {
    vars: Vec<Var>,
    left: usize,
}

impl Same {
    /// The first `left` variables have the values of the others.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the lists are not of one length.
    pub fn new(left: &[Var], right: &[Var]) -> Result<Self, NetworkError> {
        if left.len() != right.len() {
            let why = format!("{} variables on the left and {} on the right", left.len(), right.len());
            return Err(NetworkError::Malformed { kind: RuleKind::Same, why });
        }
        Ok(Same { vars: [left, right].concat(), left: left.len() })
    }

    fn values_agree(&self, domains: &[Domain]) -> bool {
        let sorted = |side: &[Domain]| {
            let mut values: Vec<_> = side.iter().map(|d| d.value()).collect();
            values.sort_unstable();
            values
        };
        let (left, right) = domains.split_at(self.left);
        sorted(left) == sorted(right)
    }

    /// One round of bounds: how often each value stands at least and at most on either side.
    fn round(&self, domains: &mut [Domain]) -> Option<bool> {
        let union = domains.iter().fold(Domain::EMPTY, |all, &d| all | d);
        let mut changed = false;
        for one in union.iter().map(Domain::single) {
            let (left, right) = domains.split_at_mut(self.left);
            let sure = |side: &[Domain]| side.iter().filter(|&&d| d == one).count();
            let can = |side: &[Domain]| side.iter().filter(|&&d| !(d & one).is_empty()).count();
            let (low, high) = (sure(left).max(sure(right)), can(left).min(can(right)));
            if low > high {
                return None;
            }
            for side in [left, right] {
                let (own, most) = (sure(side), can(side));
                if own == most {
                    continue;
                }
                for domain in side.iter_mut().filter(|d| **d != one && !(**d & one).is_empty()) {
                    if own == high {
                        *domain = domain.minus(one);
                        changed = true;
                    } else if most == low {
                        *domain = one;
                        changed = true;
                    }
                }
            }
        }
        Some(changed)
    }
}

impl Pruning for Same {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        loop {
            match self.round(domains) {
                None => return false,
                Some(false) => break,
                Some(true) if domains.iter().any(|d| d.is_empty()) => return false,
                Some(true) => {}
            }
        }
        last_open(domains, &|domains| self.values_agree(domains))
    }
}

impl Rule for Same {
    fn kind(&self) -> RuleKind {
        RuleKind::Same
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let sorted = |side: &[Var]| {
            let mut values: Vec<Value> = side.iter().map(|&v| value(v)).collect();
            values.sort_unstable();
            values
        };
        let (left, right) = self.vars.split_at(self.left);
        sorted(left) == sorted(right)
    }

    /// Bounds of the number of times that each value stands on either side.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        super::prune_by(&|_| Box::new(self.clone()), &self.vars, at)
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    /// For each value, as many on the left as on the right.
    fn encode(&self, to: &mut dyn Encoder) {
        let (left, right) = self.vars.split_at(self.left);
        let union = self.vars.iter().fold(Domain::EMPTY, |all, &v| all | to.domain(v));
        for value in union.iter() {
            let mut terms = Vec::new();
            for (side, sign) in [(left, 1), (right, -1)] {
                let with = side.iter().filter(|&&v| to.domain(v).contains(value));
                terms.extend(with.map(|&var| (sign, Literal { var, value })));
            }
            to.linear(&terms, 0, 0);
        }
    }

    /// A value on one side is somewhere on the other; the numbers of times by `prune`.
    fn post(&self, to: &mut Posting<'_>) {
        let (left, right) = self.vars.split_at(self.left);
        for (from, into) in [(left, right), (right, left)] {
            for &var in from {
                for value in to.domain(var).iter() {
                    let mut clause = vec![!to.is(var, value)];
                    clause.extend(into.iter().map(|&v| to.is(v, value)).filter(|&l| l != Lit::FALSE));
                    to.clause(&clause);
                }
            }
        }
        to.pruning(self.clone(), &self.vars, Cost::Line);
    }
}
