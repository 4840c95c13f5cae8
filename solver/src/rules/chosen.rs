//! Variables of which some are *chosen*: those that take a value of a set. What rules about cells
//! on a graph and about lines share.

use crate::cuts::Fact;
use crate::engine::{Lit, Posting};
use crate::{Conflict, Domain, Encoder, Literal, Signed, Store, Value, Var};

/// Variables, and the values by which they are chosen.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub vars: Vec<Var>,
    pub values: Domain,
}

impl Chosen {
    /// Which variables an assignment chooses.
    pub fn of(&self, value: &dyn Fn(Var) -> Value) -> Vec<bool> {
        self.vars.iter().map(|&v| self.values.contains(value(v))).collect()
    }

    /// For each variable whether it is chosen, where that is known.
    pub fn states(&self, at: &Store<'_>) -> Result<Vec<Option<bool>>, Conflict> {
        let state = |&var: &Var| {
            let d = at.domain(var);
            match ((d & self.values).is_empty(), d.minus(self.values).is_empty()) {
                (true, true) => Err(Conflict { rule: None, var: Some(var) }),
                (true, false) => Ok(Some(false)),
                (false, true) => Ok(Some(true)),
                (false, false) => Ok(None),
            }
        };
        self.vars.iter().map(state).collect()
    }

    /// Is a variable chosen for sure?
    pub fn is_sure(&self, at: &Store<'_>, place: usize) -> bool {
        at.domain(self.vars[place]).minus(self.values).is_empty()
    }

    /// Makes a variable chosen or not.
    pub fn set(&self, at: &mut Store<'_>, place: usize, chosen: bool) -> Result<bool, Conflict> {
        let keep = if chosen { self.values } else { Domain(!self.values.0) };
        at.restrict(self.vars[place], keep)
    }

    /// Decides by trying: where all variables but at most one are known, the last one keeps what
    /// `judge` allows.
    pub fn settle_last(&self, at: &mut Store<'_>, judge: &dyn Fn(&[bool]) -> bool) -> Result<(), Conflict> {
        let states = self.states(at)?;
        let mut open = states.iter().enumerate().filter(|(_, s)| s.is_none()).map(|(i, _)| i);
        let (last, more) = (open.next(), open.next());
        if more.is_some() {
            return Ok(());
        }
        let mut known: Vec<bool> = states.iter().map(|s| s.unwrap_or(false)).collect();
        let Some(last) = last else {
            return if judge(&known) { Ok(()) } else { Err(Conflict::default()) };
        };
        let out = judge(&known);
        known[last] = true;
        match (judge(&known), out) {
            (true, true) => Ok(()),
            (false, false) => Err(Conflict::default()),
            (chosen, _) => self.set(at, last, chosen).map(|_| ()),
        }
    }

    /// Places that are all chosen, or all not.
    pub fn facts<'p>(&self, places: impl IntoIterator<Item = &'p usize>, chosen: bool) -> Vec<Fact> {
        let keep = if chosen { self.values } else { Domain(!self.values.0) };
        places.into_iter().map(|&p| Fact { var: self.vars[p], keep }).collect()
    }

    /// The candidates of a variable by which it is chosen.
    pub fn picks(&self, to: &dyn Encoder, place: usize) -> Vec<Literal> {
        let var = self.vars[place];
        (to.domain(var) & self.values).iter().map(|value| Literal { var, value }).collect()
    }

    /// If the variable at `place` is chosen, one of those at `others` is.
    pub fn needs_one_of(&self, to: &mut dyn Encoder, place: usize, others: &[usize]) {
        let any: Vec<Signed> = others.iter().flat_map(|&o| self.picks(to, o)).map(|l| (l, true)).collect();
        for pick in self.picks(to, place) {
            let mut clause = vec![(pick, false)];
            clause.extend(&any);
            to.clause(&clause);
        }
    }

    /// Not all variables at `places` are chosen.
    pub fn not_all(&self, to: &mut dyn Encoder, places: &[usize]) {
        let mut clauses: Vec<Vec<Signed>> = vec![Vec::new()];
        for &place in places {
            let picks = self.picks(to, place);
            let with = |c: &Vec<Signed>, &pick: &Literal| [c.as_slice(), &[(pick, false)]].concat();
            clauses = clauses.iter().flat_map(|c| picks.iter().map(move |p| with(c, p))).collect();
        }
        clauses.iter().for_each(|clause| to.clause(clause));
    }

    /// For each variable the literal "it is chosen": a candidate of its own, or a fresh one.
    pub fn signed(&self, to: &mut dyn Encoder) -> Vec<Signed> {
        let mut all = Vec::with_capacity(self.vars.len());
        for (place, &var) in self.vars.iter().enumerate() {
            let others = to.domain(var).minus(self.values);
            let picks = self.picks(to, place);
            all.push(match (picks.as_slice(), others.value()) {
                (&[only], _) => (only, true),
                (_, Some(value)) => (Literal { var, value }, false),
                _ => {
                    let chosen = (to.fresh(), true);
                    picks.iter().for_each(|&pick| to.implies(&[(pick, true)], &[chosen]));
                    let any: Vec<Signed> = picks.iter().map(|&pick| (pick, true)).collect();
                    to.implies(&[chosen], &any);
                    chosen
                }
            });
        }
        all
    }

    /// Which variables may be chosen.
    pub fn possible(&self, to: &dyn Encoder) -> Vec<bool> {
        self.vars.iter().map(|&v| !(to.domain(v) & self.values).is_empty()).collect()
    }

    /// At most so many of the variables at `places` are chosen, and at least so many.
    pub fn count(&self, to: &mut dyn Encoder, places: &[usize], low: usize, high: usize) {
        let terms: Vec<_> = places.iter().flat_map(|&p| self.picks(to, p)).map(|l| (1, l)).collect();
        to.linear(&terms, low as i64, high as i64);
    }

    /// The literals that say which variables are chosen.
    pub fn literals(&self, to: &mut Posting<'_>) -> Vec<Lit> {
        self.vars.iter().map(|&v| to.is_in(v, self.values)).collect()
    }
}
