//! The next step.

use crate::budget::{bounded, usual};
use crate::selection::{Selection, selecting};
use crate::{Error, Puzzle};
use tesuji_genre::{Hint as Answer, HintRequest};
use tesuji_solver::Limits;

/// A search for the next step. By default all techniques of the genre take part.
#[derive(Clone, Debug)]
pub struct Hint<'p> {
    puzzle: &'p Puzzle,
    selection: Selection,
    last_resort: bool,
    any_solution: bool,
    limits: Limits,
}

bounded!(Hint<'p>);
selecting!(Hint<'p>);

impl<'p> Hint<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        let (last_resort, any_solution) = (false, false);
        Hint { puzzle, selection: Selection::default(), last_resort, any_solution, limits: usual() }
    }

    /// Where the techniques find nothing, gives a step by trial, which says so.
    #[must_use]
    pub fn last_resort(mut self) -> Self {
        self.last_resort = true;
        self
    }

    /// Gives a step of a puzzle with several solutions, which holds in all of them.
    #[must_use]
    pub fn any_solution(mut self) -> Self {
        self.any_solution = true;
        self
    }

    /// Looks for the step.
    ///
    /// # Errors
    /// [`Error`] where a technique is unknown, the puzzle has no solution or several, or what is
    /// filled in contradicts the solution.
    pub fn run(self) -> Result<Answer, Error> {
        let genre = self.puzzle.inner.genre;
        let catalog = self.selection.of(self.puzzle.genre())?;
        let want = HintRequest {
            last_resort: self.last_resort,
            any_solution: self.any_solution,
            limits: self.limits,
            ..HintRequest::new(&catalog)
        };
        Ok(genre.hint(&self.puzzle.inner, self.puzzle.state(), &want)?)
    }
}
