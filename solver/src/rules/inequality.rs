//! One variable below another.

use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, Rule, RuleKind, Store, Value, Var};

/// `below < above`.
#[derive(Clone, Debug)]
pub struct Inequality {
    pair: [Var; 2],
}

impl Inequality {
    /// `below < above`.
    pub fn new(below: Var, above: Var) -> Self {
        Inequality { pair: [below, above] }
    }
}

impl Rule for Inequality {
    fn kind(&self) -> RuleKind {
        RuleKind::Inequality
    }

    fn scope(&self) -> &[Var] {
        &self.pair
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        value(self.pair[0]) < value(self.pair[1])
    }

    /// Bounds: complete for one inequality.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let [below, above] = self.pair;
        let conflict = Conflict { rule: None, var: Some(below) };
        let high = at.domain(above).max().filter(|&m| m > 0).ok_or(conflict)?;
        at.restrict(below, Domain::range(0, high - 1))?;
        let low = at.domain(below).min().filter(|&m| m < 63).ok_or(conflict)?;
        at.restrict(above, Domain::range(low + 1, 63))?;
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, to: &mut dyn Encoder) {
        let [below, above] = self.pair;
        for a in to.domain(below).iter() {
            for b in to.domain(above).iter().filter(|&b| b <= a) {
                to.clause(&[(Literal { var: below, value: a }, false), (Literal { var: above, value: b }, false)]);
            }
        }
    }
}
