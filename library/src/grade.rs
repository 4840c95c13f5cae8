//! Grades.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::{GradeRequest, Graded};
use tesuji_solver::{Catalog, Limits, Tier};

/// A grading, to be told which techniques take part: by itself all of the genre.
#[derive(Clone, Debug)]
pub struct Grade<'p> {
    puzzle: &'p Puzzle,
    catalog: Option<Catalog>,
    without: Vec<String>,
    up_to: Option<Tier>,
    needs: bool,
    trial: u8,
    limits: Limits,
}

bounded!(Grade<'p>);

impl<'p> Grade<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        let limits = usual();
        Grade { puzzle, catalog: None, without: Vec::new(), up_to: None, needs: false, trial: 0, limits }
    }

    /// Takes these techniques in place of the genre's own.
    #[must_use]
    pub fn catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = Some(catalog);
        self
    }

    /// Leaves a technique out.
    #[must_use]
    pub fn without(mut self, technique: impl Into<String>) -> Self {
        self.without.push(technique.into());
        self
    }

    /// Takes techniques up to this tier only.
    #[must_use]
    pub fn up_to(mut self, tier: Tier) -> Self {
        self.up_to = Some(tier);
        self
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

    /// Grades. The answer has the steps with their reasons and in words.
    ///
    /// # Errors
    /// [`Error`] where a technique is unknown, or the puzzle contradicts itself.
    pub fn run(self) -> Result<Graded, Error> {
        let genre = self.puzzle.inner.genre;
        let all = self.catalog.as_ref().unwrap_or(genre.catalog());
        let without = self.puzzle.genre().ids(all, &self.without)?;
        let left = all.without(&without);
        let catalog = self.up_to.map_or(left.clone(), |tier| left.up_to(tier));
        let want = GradeRequest {
            ceiling: self.up_to,
            needs: self.needs,
            trial: self.trial,
            ..GradeRequest::new(catalog, self.limits)
        };
        Ok(genre.grade(&self.puzzle.inner, self.puzzle.state(), &want)?)
    }
}
