//! Propagation to a fixpoint: clauses and the values of each variable first, then propagators, the
//! cheapest first.

use super::clauses::Watch;
use super::core::Engine;
use super::literal::{Atom, Lit};
use super::propagator::{Conflict, Propagation};
use super::reason::Why;
use crate::Stop;

/// How a propagation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fixpoint {
    /// Nothing more follows.
    Stable,
    /// The literals of [`Engine::conflict`] can't hold together.
    Conflict,
    /// A limit ended it.
    Stopped(Stop),
}

/// Propagator calls between two looks at the clock, less one; a power of two less one.
const CALLS_MASK: u64 = 15;

impl Engine {
    /// Propagates until nothing more follows.
    pub fn propagate(&mut self) -> Fixpoint {
        loop {
            if !self.propagate_literals() {
                return Fixpoint::Conflict;
            }
            if self.effort.calls & CALLS_MASK == CALLS_MASK
                && let Some(stop) = self.clock.expired()
            {
                return Fixpoint::Stopped(stop);
            }
            let Some(id) = self.propagators.next() else { return Fixpoint::Stable };
            self.effort.calls += 1;
            let mut at = Propagation::new(&mut self.trail, id);
            if let Err(conflict) = self.propagators.get_mut(id).propagate(&mut at) {
                self.note_conflict(id, conflict);
                return Fixpoint::Conflict;
            }
        }
    }

    fn note_conflict(&mut self, id: u32, conflict: Conflict) {
        self.effort.explanations += 1;
        self.conflict_rule = self.propagators.rule(id);
        match conflict {
            Conflict::Because(literals) => self.conflict = literals,
            Conflict::Contradiction { what, code } => {
                self.conflict.clear();
                let past = self.trail.past();
                self.propagators.get_mut(id).explain(what, code, past, &mut self.conflict);
                self.conflict.push(!what);
            }
        }
        self.effort.explained_literals += self.conflict.len() as u64;
        debug_assert!(self.conflict.iter().all(|&l| self.trail.is_true(l)), "a conflict is of true literals");
    }

    /// Tells clauses, variables and the queue of all new events; `false` in a conflict.
    fn propagate_literals(&mut self) -> bool {
        while self.head < self.trail.events().len() {
            let lit = self.trail.events()[self.head];
            self.head += 1;
            self.effort.events += 1;
            let atom = lit.atom();
            let cause = match self.trail.why(atom) {
                Why::Propagator { id, .. } => Some(id),
                _ => None,
            };
            self.propagators.wake(lit, cause);
            if self.trail.atoms().is_one_of_many(atom) && !self.propagate_values(lit) {
                return false;
            }
            if !self.propagate_watches(lit) {
                return false;
            }
        }
        true
    }

    /// A variable with many values takes exactly one of them; `false` in a conflict.
    fn propagate_values(&mut self, lit: Lit) -> bool {
        let Some(var) = self.trail.atoms().var(lit.atom()) else { return true };
        let atoms = self.trail.atoms().of(var);
        if !lit.is_negative() {
            for other in atoms.map(|a| Atom(a).positive()).filter(|&o| o != lit) {
                match self.trail.truth(other) {
                    0 => self.trail.set(!other, Why::OtherValue(lit)),
                    1 => {
                        self.conflict = vec![lit, other];
                        self.conflict_rule = None;
                        return false;
                    }
                    _ => {}
                }
            }
            return true;
        }
        let domain = self.trail.domain(var);
        if domain.is_empty() {
            let all_false = atoms.clone().all(|a| self.trail.is_false(Atom(a).positive()));
            if all_false {
                self.conflict = atoms.map(|a| !Atom(a).positive()).collect();
                self.conflict_rule = None;
                return false;
            }
        } else if let Some(value) = domain.value() {
            let last = self.trail.atoms().is(var, value);
            if self.trail.is_open(last) {
                self.trail.set(last, Why::LastValue);
            }
        }
        true
    }

    /// Visits the clauses in which the negation of `lit` is watched; `false` in a conflict.
    fn propagate_watches(&mut self, lit: Lit) -> bool {
        let false_lit = !lit;
        let mut watches = std::mem::take(&mut self.clauses.watches[lit.code()]);
        let (mut read, mut kept) = (0, 0);
        let mut stable = true;
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.trail.is_true(watch.blocker) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            if self.clauses.literal(clause, 0) == false_lit {
                self.clauses.swap(clause, 0, 1);
            }
            let first = self.clauses.literal(clause, 0);
            let keep = Watch { clause, blocker: first };
            if first != watch.blocker && self.trail.is_true(first) {
                watches[kept] = keep;
                kept += 1;
                continue;
            }
            for k in 2..self.clauses.len(clause) {
                let other = self.clauses.literal(clause, k);
                if !self.trail.is_false(other) {
                    self.clauses.swap(clause, 1, k);
                    self.clauses.watches[(!other).code()].push(keep);
                    continue 'watches;
                }
            }
            watches[kept] = keep;
            kept += 1;
            if self.trail.is_false(first) {
                self.conflict.clear();
                self.conflict_rule = self.clauses.rule(clause);
                self.conflict.extend(self.clauses.literals(clause).map(|l| !l));
                if self.clauses.is_learnt(clause) {
                    self.clauses.touch(clause, self.effort.conflicts as u32);
                }
                stable = false;
                break;
            }
            self.trail.set(first, Why::Clause(clause));
        }
        while read < watches.len() {
            watches[kept] = watches[read];
            kept += 1;
            read += 1;
        }
        watches.truncate(kept);
        self.clauses.watches[lit.code()] = watches;
        stable
    }
}
