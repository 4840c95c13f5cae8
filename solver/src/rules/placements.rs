//! One of some placements, each of which says only what it is about.

use crate::engine::forms::Tuples;
use crate::engine::{Lit, Posting};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Literal, Rule, RuleKind, Store, Value, Var};
use std::collections::BTreeSet;

/// The candidates of at least one placement all hold.
#[derive(Clone, Debug)]
pub struct Placements {
    vars: Vec<Var>,
    placements: Vec<Vec<Literal>>,
    /// A bit for each placement that does not contradict itself.
    possible: Vec<u64>,
    /// By variable: the values that placements name, each with a bit for each of them that does.
    naming: Vec<Vec<(Value, Vec<u64>)>>,
}

impl Placements {
    /// Each placement is a list of candidates.
    pub fn new(placements: Vec<Vec<Literal>>) -> Self {
        let vars: BTreeSet<Var> = placements.iter().flatten().map(|l| l.var).collect();
        let vars: Vec<Var> = vars.into_iter().collect();
        let words = placements.len().div_ceil(u64::BITS as usize);
        let (mut possible, mut naming) = (vec![0_u64; words], vec![Vec::<(Value, Vec<u64>)>::new(); vars.len()]);
        for (number, placement) in placements.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            // Two candidates of one variable can't both hold.
            let clash = |l: &Literal| placement.iter().any(|o| o.var == l.var && o.value != l.value);
            if placement.iter().any(clash) {
                continue;
            }
            possible[word] |= bit;
            for l in placement {
                let Ok(i) = vars.binary_search(&l.var) else { continue };
                let known = naming[i].iter().position(|(value, _)| *value == l.value);
                let at = known.unwrap_or_else(|| {
                    naming[i].push((l.value, vec![0; words]));
                    naming[i].len() - 1
                });
                naming[i][at].1[word] |= bit;
            }
        }
        Placements { vars, placements, possible, naming }
    }
}

/// Words of bits that a call of `prune` has at hand.
const WORDS: usize = 8;

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
        let mut short = [0_u64; WORDS];
        let mut long = Vec::new();
        let fitting: &mut [u64] = if self.possible.len() <= WORDS {
            &mut short[..self.possible.len()]
        } else {
            long.resize(self.possible.len(), 0);
            &mut long
        };
        fitting.copy_from_slice(&self.possible);
        for (&var, naming) in self.vars.iter().zip(&self.naming) {
            let domain = at.domain(var);
            if domain.is_empty() {
                return Err(Conflict::default());
            }
            for (_, bits) in naming.iter().filter(|(value, _)| !domain.contains(*value)) {
                fitting.iter_mut().zip(bits).for_each(|(f, b)| *f &= !b);
            }
        }
        if fitting.iter().all(|&f| f == 0) {
            return Err(Conflict::default());
        }
        for (&var, naming) in self.vars.iter().zip(&self.naming) {
            if at.domain(var).is_single() {
                continue;
            }
            let speak = |i: usize| naming.iter().fold(0, |all, (_, bits)| all | bits[i]);
            if fitting.iter().enumerate().any(|(i, f)| f & !speak(i) != 0) {
                continue;
            }
            let named = naming.iter().filter(|(_, bits)| fitting.iter().zip(bits).any(|(f, b)| f & b != 0));
            at.restrict(var, named.fold(Domain::EMPTY, |all, (value, _)| all.with(*value)))?;
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

    fn post(&self, to: &mut Posting<'_>) {
        let mut all = self.possible.clone();
        for (&var, naming) in self.vars.iter().zip(&self.naming) {
            let domain = to.domain(var);
            for (_, bits) in naming.iter().filter(|(value, _)| !domain.contains(*value)) {
                all.iter_mut().zip(bits).for_each(|(all, gone)| *all &= !gone);
            }
        }
        if all.iter().all(|&word| word == 0) {
            return to.clause(&[]);
        }
        let none = vec![0; all.len()];
        let mut values = Vec::new();
        for (&var, naming) in self.vars.iter().zip(&self.naming) {
            let silent = |i: usize| all[i] & !naming.iter().fold(0, |named, (_, bits)| named | bits[i]);
            let silent: Vec<u64> = (0..all.len()).map(silent).collect();
            for value in to.domain(var).iter() {
                let own = naming.iter().find(|(named, _)| *named == value).map_or(&none, |(_, bits)| bits);
                let allows = own.iter().zip(&silent).map(|(own, silent)| own | silent).collect();
                values.push((to.is(var, value), &own[..], allows));
            }
        }
        values.retain(|(lit, ..)| *lit != Lit::TRUE);
        to.propagator(Box::new(Tuples::partial(&all, values)));
    }
}
