//! The cross-check of two engines that share nothing but the rules.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::Solved;
use tesuji_solver::Limits;

/// A comparison of the fast engine's answer with the reference's. By default both look for two
/// solutions, within ten seconds each.
#[derive(Clone, Debug)]
pub struct Check<'p> {
    puzzle: &'p Puzzle,
    limits: Limits,
}

bounded!(Check<'p>);

/// The answers of both engines.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The fast engine's answer.
    pub fast: Solved,
    /// The reference's answer.
    pub reference: Solved,
    /// Do both say the same? `None` where one of them did not finish, or only one can tell.
    pub agree: Option<bool>,
}

impl<'p> Check<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        Check { puzzle, limits: Limits { solutions: 2, ..usual() } }
    }

    /// Asks both engines.
    ///
    /// # Errors
    /// [`Error::Bad`] where the genre refuses the puzzle.
    pub fn run(self) -> Result<Checked, Error> {
        let (puzzle, genre) = (&self.puzzle.inner, self.puzzle.inner.genre);
        let (fast, reference) = (genre.solve(puzzle, &self.limits)?, genre.reference(puzzle, &self.limits)?);
        let part = |solved: &Solved| match genre.as_positions() {
            Some(actions) => solved.solutions.iter().map(|s| actions.compared(s)).collect::<Option<Vec<_>>>(),
            None => Some(solved.solutions.clone()),
        };
        let agree = match (part(&fast), part(&reference)) {
            (Some(a), Some(b)) if fast.stop.is_complete() && reference.stop.is_complete() => {
                // The engines may find different ones of several solutions first.
                Some(a.len() == b.len() && (a.len() != 1 || a == b))
            }
            _ => None,
        };
        Ok(Checked { fast, reference, agree })
    }
}
