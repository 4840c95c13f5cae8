//! One of some placements, each of which says only what it is about.

use crate::engine::Posting;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, Rule, RuleKind, Store, Value, Var};
use std::collections::BTreeSet;

/// The candidates of at least one placement all hold.
#[derive(Clone, Debug)]
pub struct Placements {
    vars: Vec<Var>,
    placements: Vec<Vec<Literal>>,
}

impl Placements {
    /// Each placement is a list of candidates.
    pub fn new(placements: Vec<Vec<Literal>>) -> Self {
        let vars: BTreeSet<Var> = placements.iter().flatten().map(|l| l.var).collect();
        Placements { vars: vars.into_iter().collect(), placements }
    }
}

impl Rule for Placements {
    fn kind(&self) -> RuleKind {
        RuleKind::Placements
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        self.placements.iter().any(|p| p.iter().all(|l| value(l.var) == l.value))
    }

    /// Complete: a value stays if a placement that is possible names it or does not speak of its
    /// variable.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut keep = vec![Domain::EMPTY; self.vars.len()];
        let mut any = false;
        for placement in &self.placements {
            // Two candidates of one variable can't both hold.
            let mut own: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
            for l in placement {
                if let Ok(i) = self.vars.binary_search(&l.var) {
                    own[i] &= Domain::single(l.value);
                }
            }
            if own.iter().all(|d| !d.is_empty()) {
                any = true;
                keep.iter_mut().zip(own).for_each(|(k, d)| *k |= d);
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

    /// A fresh variable a placement, which implies what the placement names.
    fn encode(&self, to: &mut dyn Encoder) {
        let chosen: Vec<_> = self.placements.iter().map(|_| to.fresh()).collect();
        for (&lit, placement) in chosen.iter().zip(&self.placements) {
            for &named in placement {
                to.implies(&[(lit, true)], &[(named, true)]);
            }
        }
        to.at_least_one(&chosen);
    }

    /// An auxiliary literal a placement.
    fn post(&self, to: &mut Posting<'_>) {
        let chosen: Vec<_> = self.placements.iter().map(|_| to.auxiliary()).collect();
        for (&lit, placement) in chosen.iter().zip(&self.placements) {
            for l in placement {
                let is = to.is(l.var, l.value);
                to.clause(&[!lit, is]);
            }
        }
        to.clause(&chosen);
        // A value needs a placement that names it or does not speak of its variable.
        for &var in &self.vars {
            for value in to.domain(var).iter() {
                let allows = |p: &[Literal]| p.iter().all(|l| l.var != var || l.value == value);
                let support = chosen.iter().zip(&self.placements).filter(|(_, p)| allows(p));
                let clause: Vec<_> = std::iter::once(!to.is(var, value)).chain(support.map(|(&lit, _)| lit)).collect();
                to.clause(&clause);
            }
        }
    }
}
