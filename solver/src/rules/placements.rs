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
        // Of each variable: the values that fitting placements name, how many of these name it, and
        // the last that did.
        let n = self.vars.len();
        let (mut named, mut times, mut last) = (vec![Domain::EMPTY; n], vec![0_usize; n], vec![usize::MAX; n]);
        let mut fitting = 0;
        for (number, placement) in self.placements.iter().enumerate() {
            // Two candidates of one variable can't both hold.
            let clash = |l: &Literal| placement.iter().any(|o| o.var == l.var && o.value != l.value);
            if placement.iter().any(|l| !at.domain(l.var).contains(l.value) || clash(l)) {
                continue;
            }
            fitting += 1;
            for l in placement {
                let Ok(i) = self.vars.binary_search(&l.var) else { continue };
                named[i] = named[i].with(l.value);
                if std::mem::replace(&mut last[i], number) != number {
                    times[i] += 1;
                }
            }
        }
        let is_empty = |&v: &Var| at.domain(v).is_empty();
        if fitting == 0 || self.vars.iter().any(is_empty) {
            return Err(Conflict::default());
        }
        for (i, &var) in self.vars.iter().enumerate().filter(|(i, _)| times[*i] == fitting) {
            at.restrict(var, named[i])?;
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
