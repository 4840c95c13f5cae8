//! No two variables equal: a value taken leaves the others, and a value with one place left takes
//! it.

use crate::engine::{Atoms, Conflict, Cost, Lit, Meaning, Past, Propagation, Propagator, Wakes};
use crate::{Domain, Value, Var};

/// The variables take different values.
#[derive(Clone, Debug)]
pub struct Different {
    vars: Vec<Var>,
    /// All values that the variables could take at the start.
    values: Domain,
}

impl Different {
    /// No two of `vars` equal.
    pub fn new(vars: Vec<Var>, atoms: &Atoms) -> Different {
        let values = vars.iter().fold(Domain::EMPTY, |u, &v| u | atoms.initial(v));
        Different { vars, values }
    }

    /// Literals that say that no variable but `except` takes the value.
    fn gone(&self, value: Value, except: Option<Var>, past: Past<'_>, because: &mut Vec<Lit>) {
        let others = self.vars.iter().filter(|&&v| Some(v) != except);
        because.extend(
            others.filter(|&&v| past.atoms().initial(v).contains(value)).filter_map(|&v| past.why_not(v, value)),
        );
    }

    /// Literals that say that `count` values are gone everywhere, the values that went first.
    fn missing(&self, count: usize, past: Past<'_>, because: &mut Vec<Lit>) {
        if count == 0 {
            return;
        }
        let mut gone: Vec<(u32, Vec<Lit>)> = Vec::new();
        let left = self.vars.iter().fold(Domain::EMPTY, |u, &v| u | past.domain(v));
        for value in self.values.minus(left).iter() {
            let mut literals = Vec::new();
            self.gone(value, None, past, &mut literals);
            let newest = literals.iter().filter_map(|&l| past.time_of(l)).max().unwrap_or(0);
            gone.push((newest, literals));
        }
        gone.sort();
        for (_, literals) in gone.into_iter().take(count) {
            because.extend(literals);
        }
    }

    /// Values more than variables at the start: so many must be missing before each value left is
    /// needed.
    fn spare(&self) -> usize {
        (self.values.len() as usize).saturating_sub(self.vars.len())
    }
}

impl Propagator for Different {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        for &var in &self.vars {
            wakes.on_removals(var);
            wakes.on_value(var);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Count
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let n = self.vars.len();
        let (mut once, mut twice, mut taken) = (Domain::EMPTY, Domain::EMPTY, Domain::EMPTY);
        for &var in &self.vars {
            let d = at.domain(var);
            if d.is_single() {
                if let Some(value) = (taken & d).value() {
                    let both = self.vars.iter().filter(|&&v| at.domain(v) == d);
                    let because = both.take(2).map(|&v| at.trail().atoms().is(v, value)).collect();
                    return Err(Conflict::Because(because));
                }
                taken |= d;
            }
            twice |= once & d;
            once |= d;
        }
        if (once.len() as usize) < n {
            let mut because = Vec::new();
            self.missing(self.spare() + usize::from(self.values.len() as usize >= n), at.past(), &mut because);
            because.sort_unstable();
            because.dedup();
            return Err(Conflict::Because(because));
        }
        if once.len() as usize == n {
            for value in once.minus(twice).minus(taken).iter() {
                if let Some(&var) = self.vars.iter().find(|&&v| at.domain(v).contains(value)) {
                    let lit = at.trail().atoms().is(var, value);
                    at.imply(lit, n as u32 + u32::from(value))?;
                }
            }
        }
        if taken.is_empty() || (taken & twice).is_empty() {
            return Ok(());
        }
        for place in 0..n {
            let d = at.domain(self.vars[place]);
            // Variables that got their value in this call wait for the next one.
            if d.is_single() && (taken & d & twice).len() == 1 {
                self.clear_peers(place, d, at)?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let n = self.vars.len() as u32;
        if code < n {
            // The peer at that place takes the value.
            because.extend(past.value(self.vars[code as usize]).map(|v| past.atoms().is(self.vars[code as usize], v)));
            return;
        }
        let var = match past.atoms().meaning(what) {
            Meaning::Is(l) | Meaning::IsNot(l) => Some(l.var),
            Meaning::Auxiliary => None,
        };
        self.gone((code - n) as Value, var, past, because);
        self.missing(self.spare(), past, because);
        because.sort_unstable();
        because.dedup();
    }
}

impl Different {
    /// The variable at `place` takes the only value of `single`: it leaves the others.
    fn clear_peers(&self, place: usize, single: Domain, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Some(value) = single.value() else { return Ok(()) };
        let atoms = at.trail().atoms();
        if !at.is_true(atoms.is(self.vars[place], value)) {
            return Ok(());
        }
        for (i, &var) in self.vars.iter().enumerate() {
            if i != place && at.domain(var).contains(value) {
                let not = !at.trail().atoms().is(var, value);
                at.imply(not, place as u32)?;
            }
        }
        Ok(())
    }
}
