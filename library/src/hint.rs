//! The next step.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::{Hint as Answer, HintRequest};
use tesuji_solver::{Catalog, Limits, Tier};

/// A search for the next step, to be told which techniques take part: by itself all of the genre.
#[derive(Clone, Debug)]
pub struct Hint<'p> {
    puzzle: &'p Puzzle,
    catalog: Option<Catalog>,
    without: Vec<String>,
    up_to: Option<Tier>,
    last_resort: bool,
    any_solution: bool,
    limits: Limits,
}

bounded!(Hint<'p>);

impl<'p> Hint<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        let (last_resort, any_solution) = (false, false);
        Hint { puzzle, catalog: None, without: Vec::new(), up_to: None, last_resort, any_solution, limits: usual() }
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

    /// Where the techniques find nothing, gives a step by trial, which says so.
    #[must_use]
    pub fn last_resort(mut self) -> Self {
        self.last_resort = true;
        self
    }

    /// Of a puzzle with several solutions, gives a step that holds in all of them.
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
        let all = self.catalog.as_ref().unwrap_or(genre.catalog());
        let without = self.puzzle.genre().ids(all, &self.without)?;
        let left = all.without(&without);
        let catalog = self.up_to.map_or(left.clone(), |tier| left.up_to(tier));
        let want = HintRequest {
            last_resort: self.last_resort,
            any_solution: self.any_solution,
            limits: self.limits,
            ..HintRequest::new(&catalog)
        };
        Ok(genre.hint(&self.puzzle.inner, self.puzzle.state(), &want)?)
    }
}
