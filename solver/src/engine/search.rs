//! The search: decide, propagate, learn from conflicts, restart.

use super::core::Engine;
use super::literal::{Atom, Lit};
use super::propagate::Fixpoint;
use crate::Stop;

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// All atoms are known and nothing contradicts.
    Solution,
    /// There is none under the assumptions; these of them can't hold together. Empty: there is none
    /// at all.
    NoSolution(Vec<Lit>),
    /// A limit ended it.
    Stopped(Stop),
}

/// Conflicts between two looks at the clock, less one; a power of two less one.
const CONFLICTS_MASK: u64 = 7;

impl Engine {
    /// Searches for a solution under assumptions. After a solution the trail stays as it is.
    pub fn search(&mut self, assume: &[Lit]) -> Outcome {
        loop {
            if !self.consistent {
                return Outcome::NoSolution(Vec::new());
            }
            match self.propagate() {
                Fixpoint::Stopped(stop) => return Outcome::Stopped(stop),
                Fixpoint::Conflict => {
                    if !self.learn() {
                        return Outcome::NoSolution(Vec::new());
                    }
                    if let Some(stop) = self.limit_reached() {
                        return Outcome::Stopped(stop);
                    }
                    continue;
                }
                Fixpoint::Stable => {}
            }
            if self.is_probing_due() {
                match self.probe() {
                    Ok(()) => continue,
                    Err(stop) => return Outcome::Stopped(stop),
                }
            }
            let is_rephase_due = self.rephase.is_due(self.effort.conflicts, &self.policy);
            if self.restart.is_due(&self.policy) || is_rephase_due {
                self.effort.restarts += 1;
                self.back_to(self.trail.level().min(assume.len() as u32));
                if is_rephase_due {
                    self.rephase();
                }
            }
            if self.clauses.learnt_count() as f64 > self.learnt_limit {
                self.learnt_limit *= self.policy.learnt_growth;
                self.reduce();
            }
            self.reasons.tidy();
            match self.next_assumption(assume) {
                Next::Level => continue,
                Next::Failed(lit) => return Outcome::NoSolution(self.failed_assumptions(lit)),
                Next::Free => {}
            }
            let Some(lit) = self.next_decision() else { return Outcome::Solution };
            self.effort.decisions += 1;
            if let Some(stop) = self.clock.check(self.effort.decisions) {
                // It was taken from the queue and is still open.
                self.activity.insert(lit.atom());
                return Outcome::Stopped(stop);
            }
            self.decide(lit);
        }
    }

    /// Starts the level of the next assumption.
    fn next_assumption(&mut self, assume: &[Lit]) -> Next {
        let Some(&lit) = assume.get(self.trail.level() as usize) else { return Next::Free };
        match self.trail.truth(lit) {
            // A level of its own, although nothing is decided, so that levels and assumptions stay
            // in step.
            1 => {
                self.trail.push_level();
                Next::Level
            }
            0 => {
                self.decide(lit);
                Next::Level
            }
            _ => Next::Failed(lit),
        }
    }

    /// The literal to decide next; `None` when all atoms are known.
    fn next_decision(&mut self) -> Option<Lit> {
        loop {
            let atom = self.activity.pop()?;
            if !self.trail.is_open(atom.positive()) || !self.is_decidable(atom) {
                continue;
            }
            let lit = self.preferred(atom);
            if lit.atom() != atom {
                self.activity.insert(atom);
            }
            return Some(lit);
        }
    }

    /// The side of an open atom to try first: as it was last. Where its variable has many values:
    /// the value that the variable had last, or else its most active one.
    fn preferred(&self, atom: Atom) -> Lit {
        let side = |atom: Atom| if self.phase[atom.index()] { atom.positive() } else { !atom.positive() };
        if !self.policy.decide_values || !self.trail.atoms().is_one_of_many(atom) {
            return side(atom);
        }
        let Some(var) = self.trail.atoms().var(atom) else { return side(atom) };
        let open = self.trail.atoms().of(var).map(Atom).filter(|a| self.trail.is_open(a.positive()));
        let mut best: Option<Atom> = None;
        for candidate in open {
            if self.phase[candidate.index()] {
                return candidate.positive();
            }
            if best.is_none_or(|b| self.activity.score(candidate) > self.activity.score(b)) {
                best = Some(candidate);
            }
        }
        best.map_or_else(|| side(atom), Atom::positive)
    }

    /// A limit that was reached, if any; looks at the clock now and then.
    pub fn limit_reached(&mut self) -> Option<Stop> {
        if self.bytes() > self.memory {
            self.reduce();
            if self.bytes() > self.memory {
                return Some(Stop::Memory);
            }
        }
        if self.effort.conflicts & CONFLICTS_MASK == 0 { self.clock.expired() } else { None }
    }
}

/// What comes before a decision.
enum Next {
    /// A level was started: propagate.
    Level,
    /// This assumption is false.
    Failed(Lit),
    /// All assumptions hold.
    Free,
}
