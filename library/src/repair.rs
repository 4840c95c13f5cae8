//! Repair of puzzles that don't have one solution.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::{RepairRequest, Repaired};
use tesuji_solver::Limits;

/// A search for repairs. By default it looks for one repair of up to three edits.
#[derive(Clone, Debug)]
pub struct Repair<'p> {
    puzzle: &'p Puzzle,
    edits: usize,
    count: usize,
    limits: Limits,
}

bounded!(Repair<'p>);

impl<'p> Repair<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        Repair { puzzle, edits: 3, count: 1, limits: usual() }
    }

    /// Looks for repairs of at most so many edits.
    #[must_use]
    pub fn edits(mut self, most: usize) -> Self {
        self.edits = most;
        self
    }

    /// Gives out so many repairs; all have the same, least number of edits.
    #[must_use]
    pub fn count(mut self, most: usize) -> Self {
        self.count = most;
        self
    }

    /// Looks for the repairs; says which clues clash where there is no solution.
    ///
    /// # Errors
    /// [`Error::Bad`] where the genre knows no repair.
    pub fn run(self) -> Result<Repaired, Error> {
        let want = RepairRequest { edits: self.edits, count: self.count, limits: self.limits };
        let actions = self.puzzle.inner.genre.clues("has no clues to repair")?;
        Ok(actions.repair(&self.puzzle.inner, &want)?)
    }
}
