//! True candidates: the values that occur in solutions.

use crate::budget::{bounded, usual};
use crate::{Error, Puzzle};
use tesuji_genre::{Bad, View};
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::{Domain, Limits, Stop, Var};

/// A search for the values that occur in solutions. By default each value is looked for in one
/// solution, within ten seconds.
#[derive(Clone, Debug)]
pub struct Candidates<'p> {
    puzzle: &'p Puzzle,
    up_to: usize,
    limits: Limits,
}

bounded!(Candidates<'p>);

/// The number of solutions, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// There is none.
    None,
    /// There is exactly one.
    One,
    /// There are several.
    Several,
    /// A limit ended the search before that was known.
    Unknown,
}

impl Solutions {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Solutions::None => "none",
            Solutions::One => "one",
            Solutions::Several => "several",
            Solutions::Unknown => "unfinished",
        }
    }
}

/// The values of one place that occur in solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceCandidates {
    /// The place: `r3c5`.
    pub cell: String,
    /// The values, each with the number of solutions that have it, up to the bound of the search.
    pub values: Vec<(String, u32)>,
}

/// The values of all places that occur in solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// The number of solutions, as far as it is known.
    pub solutions: Solutions,
    /// The places, in order.
    pub places: Vec<PlaceCandidates>,
    /// The values by variable.
    pub domains: Vec<Domain>,
    /// Why the search ended.
    pub stop: Stop,
}

impl<'p> Candidates<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle) -> Self {
        Candidates { puzzle, up_to: 1, limits: usual() }
    }

    /// Counts the solutions of each value up to this number.
    #[must_use]
    pub fn up_to(mut self, solutions: usize) -> Self {
        self.up_to = solutions.max(1);
        self
    }

    /// Searches.
    ///
    /// # Errors
    /// [`Error::Bad`] where the puzzle is a position without candidates.
    pub fn run(self) -> Result<TrueCandidates, Error> {
        let inner = &self.puzzle.inner;
        let View::Clues(view) = inner.genre.view(inner)? else {
            return Err(Bad::new(format!("positions of {} have no candidates", inner.genre.name())).into());
        };
        let domains = self.puzzle.state().map_or_else(|| view.domains.clone(), |state| state.keep(&view.domains));
        let mut session = Session::within(&view.network, &domains, Policy::default());
        let found = session.candidates(&[], self.up_to, &self.limits);
        let domains: Vec<Domain> = (0..found.len()).map(|v| found.domain(Var(v as u32))).collect();
        let solutions = if found.stop != Stop::Exhausted {
            Solutions::Unknown
        } else if domains.iter().any(|domain| domain.is_empty()) {
            Solutions::None
        } else if domains.iter().all(|domain| domain.is_single()) {
            Solutions::One
        } else {
            Solutions::Several
        };
        let place = |(v, domain): (usize, &Domain)| {
            let var = Var(v as u32);
            let count = |value| found.count(tesuji_solver::Literal { var, value });
            let values = domain.iter().map(|value| (view.names.value(value), count(value))).collect();
            PlaceCandidates { cell: view.names.var(var), values }
        };
        let places = domains.iter().enumerate().map(place).collect();
        Ok(TrueCandidates { solutions, places, domains, stop: found.stop })
    }
}
