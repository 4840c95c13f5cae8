//! More than one solution: each is blocked by a clause over the key variables, and everything
//! learnt is kept.
//!
//! Blocking clauses carry the negation of a *selector*, a literal that is assumed while its
//! enumeration runs. So they mean nothing to later searches, and neither does what was learnt from
//! them.

use super::core::Engine;
use super::literal::{Atom, Lit};
use super::reason::Why;

/// Selectors of finished enumerations before their clauses are dropped.
const FINISHED_LIMIT: usize = 64;

/// Selectors in use and ready for use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selectors {
    free: Vec<Lit>,
    finished: Vec<Lit>,
}

impl Selectors {
    /// A selector that no clause carries.
    pub fn take(&mut self, engine: &mut Engine) -> Lit {
        while let Some(lit) = self.free.pop() {
            if engine.trail.is_open(lit) {
                return lit;
            }
        }
        engine.add_atom(true)
    }

    /// The enumeration of a selector is over. The engine must be at the root.
    pub fn give_back(&mut self, lit: Lit, engine: &mut Engine) {
        if engine.trail.is_open(lit) {
            self.finished.push(lit);
        }
        if self.finished.len() < FINISHED_LIMIT {
            return;
        }
        let mut finished = std::mem::take(&mut self.finished);
        finished.sort_unstable();
        engine.drop_clauses_of(&finished);
        self.free.append(&mut finished);
    }
}

impl Engine {
    /// Blocks the solution on the trail for as long as `selector` is assumed, and goes on behind
    /// it. `false`: it was the last one under the assumptions.
    pub fn block(&mut self, selector: Lit) -> bool {
        let decisions = self.trail.events().iter().copied();
        let decisions: Vec<Lit> = decisions.filter(|l| self.trail.why(l.atom()) == Why::Decision).collect();
        let is_auxiliary = |l: &Lit| self.trail.atoms().var(l.atom()).is_none() && self.is_decidable(l.atom());
        if decisions.iter().any(is_auxiliary) {
            return self.block_values(selector);
        }
        // Only variables and selectors were decided: the solution follows from them.
        let is_last = decisions[..] == [selector] || decisions.is_empty();
        self.analysis.cut = decisions;
        if is_last {
            return false;
        }
        // The newest decision becomes the asserting literal.
        self.analysis.cut.reverse();
        let back = self.second_level();
        self.assert_cut(back, 0, false);
        true
    }

    /// Blocks the values of all variables.
    fn block_values(&mut self, selector: Lit) -> bool {
        let atoms = self.trail.atoms();
        let known = (0..atoms.len() as u32).map(Atom).filter(|a| atoms.var(*a).is_some()).filter_map(|atom| {
            let lit = atom.positive();
            match (self.trail.is_true(lit), atoms.is_one_of_many(atom)) {
                (true, _) => Some(lit),
                (false, true) => None,
                (false, false) => Some(!lit),
            }
        });
        let mut values: Vec<Lit> = known.filter(|l| self.trail.level_of(l.atom()) > 0).collect();
        if values.is_empty() {
            return false;
        }
        values.push(selector);
        values.sort_by_key(|l| std::cmp::Reverse(self.trail.time(l.atom())));
        let clause: Vec<Lit> = values.iter().map(|&l| !l).collect();
        self.clauses.add(&clause, false, 0, 0);
        self.conflict = values;
        self.learn()
    }

    /// Drops all clauses with the negation of one of the literals, which are sorted and open at the
    /// root.
    fn drop_clauses_of(&mut self, selectors: &[Lit]) {
        let moves = self
            .clauses
            .drop_where(|clauses, clause| clauses.literals(clause).any(|l| selectors.binary_search(&!l).is_ok()));
        self.follow(&moves);
    }
}
