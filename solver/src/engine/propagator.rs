//! What a propagator is, and what it sees while it runs.

use super::literal::Lit;
use super::reason::Why;
use super::trail::{Past, Time, Trail};
use crate::{Domain, Var};

/// How dear a call is. Cheap propagators run to their fixpoint before dear ones are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// A few literals.
    Clause,
    /// One pass over the scope, or less.
    Count,
    /// More than one pass over a line or a house.
    Line,
    /// A pass over the whole grid.
    Graph,
}

/// Number of cost classes.
pub(crate) const COSTS: usize = 4;

/// The literals hold and can't hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// These true literals contradict the rule.
    Because(Vec<Lit>),
    /// The propagator implied this literal, which is false; its reason is asked for with the note.
    Contradiction {
        /// What was implied.
        what: Lit,
        /// The propagator's note.
        code: u32,
    },
}

/// Derives literals that follow from a rule, and explains them when asked.
///
/// Explanations come late: any number of literals may have become known since, but the [`Past`]
/// hides them. More may be true in that past than was at the start of the call that implied the
/// literal, because the same call may have implied others first; a reason must be found whichever
/// of them are true.
pub trait Propagator: Send {
    /// Names the literals whose becoming true wakes the propagator.
    fn wakes(&self, wakes: &mut Wakes<'_>);

    /// How dear a call is.
    fn cost(&self) -> Cost {
        Cost::Line
    }

    /// Does one call reach the propagator's own fixpoint? If so, its own implications do not wake
    /// it.
    fn is_idempotent(&self) -> bool {
        false
    }

    /// Implies what follows from what is known.
    ///
    /// # Errors
    /// A [`Conflict`] when the rule can't hold.
    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict>;

    /// Adds to `because` literals that were true in `past` and from which `what` follows by the
    /// rule alone. Literals for which [`Past::is_given`] holds may be left out.
    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>);

    /// Does the propagator keep state along the trail? Then it is told when the trail gets shorter.
    fn is_incremental(&self) -> bool {
        false
    }

    /// The trail has only `to` events left. What was read from later ones must be undone.
    fn rewind(&mut self, _to: Time) {}
}

/// Collects the literals that wake a propagator.
pub struct Wakes<'t> {
    trail: &'t Trail,
    pub(crate) literals: Vec<Lit>,
}

impl<'t> Wakes<'t> {
    pub(crate) fn new(trail: &'t Trail) -> Wakes<'t> {
        Wakes { trail, literals: Vec::new() }
    }

    /// Wakes when the literal becomes true.
    pub fn on(&mut self, lit: Lit) {
        self.literals.push(lit);
    }

    /// Wakes when the literal becomes known.
    pub fn on_both(&mut self, lit: Lit) {
        self.literals.extend([lit, !lit]);
    }

    /// Wakes when any value of the variable goes.
    pub fn on_removals(&mut self, var: Var) {
        for atom in self.trail.atoms().of(var) {
            let lit = Lit(atom << 1);
            self.literals.push(!lit);
            if self.trail.atoms().initial(var).len() == 2 {
                self.literals.push(lit);
            }
        }
    }

    /// Wakes when the variable takes a value.
    pub fn on_value(&mut self, var: Var) {
        let atoms = self.trail.atoms();
        self.literals.extend(atoms.initial(var).iter().map(|value| atoms.is(var, value)));
    }
}

/// What a propagator sees and may do while it runs.
pub struct Propagation<'t> {
    trail: &'t mut Trail,
    id: u32,
}

impl<'t> Propagation<'t> {
    pub(crate) fn new(trail: &'t mut Trail, id: u32) -> Propagation<'t> {
        Propagation { trail, id }
    }

    /// The trail.
    pub fn trail(&self) -> &Trail {
        self.trail
    }

    /// What is known now, for explaining a conflict.
    pub fn past(&self) -> Past<'_> {
        self.trail.past()
    }

    /// The values that a variable may still take.
    #[inline]
    pub fn domain(&self, var: Var) -> Domain {
        self.trail.domain(var)
    }

    /// Is the literal true?
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.trail.is_true(lit)
    }

    /// Is the literal false?
    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.trail.is_false(lit)
    }

    /// Is the literal neither true nor false?
    #[inline]
    pub fn is_open(&self, lit: Lit) -> bool {
        self.trail.is_open(lit)
    }

    /// Implies a literal; `code` comes back when its reason is asked for. Nothing happens if it is
    /// true already.
    ///
    /// # Errors
    /// A [`Conflict`] when it is false.
    #[inline]
    pub fn imply(&mut self, what: Lit, code: u32) -> Result<(), Conflict> {
        match self.trail.truth(what) {
            0 => {
                self.trail.set(what, Why::Propagator { id: self.id, code });
                Ok(())
            }
            1 => Ok(()),
            _ => Err(Conflict::Contradiction { what, code }),
        }
    }
}
