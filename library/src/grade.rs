//! Grades.

use crate::budget::{bounded, usual};
use crate::selection::{Selection, selecting};
use crate::{Error, Puzzle};
use tesuji_genre::{GradeRequest, Graded};
use tesuji_solver::Limits;

/// A grading. By default all techniques of the genre take part.
#[derive(Clone, Debug)]
pub struct Grade<'p> {
    puzzle: &'p Puzzle,
    selection: Selection,
    needs: bool,
    trial: u8,
    rating: bool,
    limits: Limits,
}

bounded!(Grade<'p>);
selecting!(Grade<'p>);

impl<'p> Grade<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        let limits = usual();
        Grade { puzzle, selection: Selection::default(), needs: false, trial: 0, rating: false, limits }
    }

    /// Finds the techniques without which the others stall.
    #[must_use]
    pub fn needs(mut self) -> Self {
        self.needs = true;
        self
    }

    /// Where the techniques stall, looks for the trial depth up to this.
    #[must_use]
    pub fn trial(mut self, depth: u8) -> Self {
        self.trial = depth;
        self
    }

    /// Finds the longest chain that can't be avoided, too, for comparison with outside ratings: the
    /// features `chain` and `rating`.
    #[must_use]
    pub fn rating(mut self) -> Self {
        self.rating = true;
        self
    }

    /// Grades. The answer has the steps with their reasons and in words.
    ///
    /// # Errors
    /// [`Error`] where a technique is unknown, or the puzzle contradicts itself.
    pub fn run(self) -> Result<Graded, Error> {
        let genre = self.puzzle.inner.genre;
        let catalog = self.selection.of(self.puzzle.genre())?;
        let want = GradeRequest {
            ceiling: self.selection.up_to,
            needs: self.needs,
            trial: self.trial,
            rating: self.rating,
            ..GradeRequest::new(catalog, self.limits)
        };
        Ok(genre.grade(&self.puzzle.inner, self.puzzle.state(), &want)?)
    }
}
