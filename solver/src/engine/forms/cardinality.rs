//! So many of some literals hold.

use crate::engine::{Conflict, Cost, Lit, Past, Propagation, Propagator, Wakes};

/// `low ≤ (number of true literals) ≤ high`.
#[derive(Clone, Debug)]
pub struct Cardinality {
    literals: Vec<Lit>,
    low: usize,
    high: usize,
    /// The count says something only where this literal holds.
    guard: Lit,
}

/// Note: the literal is false because `high` others are true.
const FULL: u32 = 0;
/// Note: the literal is true because all but `low` others are false.
const SCARCE: u32 = 1;

impl Cardinality {
    /// Between `low` and `high` of `literals`, which are of different atoms.
    pub fn new(literals: Vec<Lit>, low: usize, high: usize) -> Cardinality {
        Cardinality { literals, low, high, guard: Lit::TRUE }
    }

    /// The same, where `guard` holds.
    #[must_use]
    pub fn guarded(self, guard: Lit) -> Cardinality {
        Cardinality { guard, ..self }
    }

    fn add_guard(&self, because: &mut Vec<Lit>) {
        if self.guard != Lit::TRUE {
            because.push(self.guard);
        }
    }

    /// The oldest `count` of the literals that were true, or whose negations were.
    fn oldest(&self, count: usize, sign: bool, past: Past<'_>, because: &mut Vec<Lit>) {
        let signed = self.literals.iter().map(|&l| if sign { l } else { !l });
        let start = because.len();
        because.extend(signed.filter(|&l| past.is_true(l)));
        because[start..].sort_by_key(|&l| past.time_of(l));
        because.truncate(start + count);
    }
}

impl Propagator for Cardinality {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        if self.guard != Lit::TRUE {
            wakes.on(self.guard);
        }
        for &lit in &self.literals {
            if self.high < self.literals.len() {
                wakes.on(lit);
            }
            if self.low > 0 {
                wakes.on(!lit);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Count
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if !at.is_true(self.guard) {
            return Ok(());
        }
        let (mut sure, mut possible) = (0, 0);
        for &lit in &self.literals {
            sure += usize::from(at.is_true(lit));
            possible += usize::from(!at.is_false(lit));
        }
        if sure > self.high || possible < self.low {
            let mut because = Vec::new();
            if sure > self.high {
                self.oldest(self.high + 1, true, at.past(), &mut because);
            } else {
                self.oldest(self.literals.len() - self.low + 1, false, at.past(), &mut because);
            }
            self.add_guard(&mut because);
            return Err(Conflict::Because(because));
        }
        if sure < possible && sure == self.high {
            for &lit in &self.literals {
                if at.is_open(lit) {
                    at.imply(!lit, FULL)?;
                }
            }
        } else if sure < possible && possible == self.low {
            for &lit in &self.literals {
                if at.is_open(lit) {
                    at.imply(lit, SCARCE)?;
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, _what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        if code == FULL {
            self.oldest(self.high, true, past, because);
        } else {
            self.oldest(self.literals.len() - self.low, false, past, because);
        }
        self.add_guard(because);
    }
}
