//! Solutions.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::Solved;
use tesuji_solver::Limits;

/// A search for solutions. By default it looks for two, within ten seconds.
#[derive(Clone, Debug)]
pub struct Solve<'p> {
    puzzle: &'p Puzzle,
    limits: Limits,
}

bounded!(Solve<'p>);

impl<'p> Solve<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        Solve { puzzle, limits: Limits { solutions: 2, ..usual() } }
    }

    /// Ends the search after so many solutions.
    #[must_use]
    pub fn up_to(mut self, solutions: usize) -> Self {
        self.limits.solutions = solutions;
        self
    }

    /// Searches. The answer says why the search ended: only a
    /// [complete](tesuji_solver::Stop::is_complete) one with a single solution proves that there is
    /// no other.
    ///
    /// # Errors
    /// [`Error::Bad`] where the puzzle can't be asked that.
    pub fn run(self) -> Result<Solved, Error> {
        let puzzle = &self.puzzle.inner;
        match self.puzzle.state().filter(|state| state.is_marked()) {
            Some(state) => {
                let actions = puzzle.genre.clues("is not solved from a state").map_err(|bad| bad.at("state"))?;
                Ok(actions.solve_from(puzzle, state, None, &self.limits)?)
            }
            None => Ok(puzzle.genre.solve(puzzle, &self.limits)?),
        }
    }
}
