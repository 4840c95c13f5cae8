//! New puzzles.

use crate::budget::bounded;
use crate::{Error, Genre, Puzzle};
use std::time::Duration;
use tesuji_genre::{GenerateReport, GenerateRequest};
use tesuji_solver::{Catalog, Limits, Tier};

/// A generator. By default it makes one puzzle of the genre's first size, from
/// seed 1, within a minute.
#[derive(Clone, Debug)]
pub struct Generate {
    genre: Genre,
    request: GenerateRequest,
    needs: Vec<String>,
    without: Vec<String>,
    limits: Limits,
}

bounded!(Generate);

impl Generate {
    pub(crate) fn new(genre: Genre) -> Self {
        let limits = Limits::default().with_time(Duration::from_secs(60));
        Generate { genre, request: GenerateRequest::default(), needs: Vec::new(), without: Vec::new(), limits }
    }

    /// Makes puzzles of this size: `9x9`.
    #[must_use]
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.request.size = Some(size.into());
        self
    }

    /// Makes puzzles of exactly this tier.
    #[must_use]
    pub fn tier(mut self, tier: Tier) -> Self {
        self.request.tier = Some(tier);
        self
    }

    /// Makes puzzles that can't be solved without this technique.
    #[must_use]
    pub fn needs(mut self, technique: impl Into<String>) -> Self {
        self.needs.push(technique.into());
        self
    }

    /// Makes puzzles that can be solved without this technique.
    #[must_use]
    pub fn without(mut self, technique: impl Into<String>) -> Self {
        self.without.push(technique.into());
        self
    }

    /// Leaves grades out: the same puzzles, proved to have one solution, in less time. Goes with no
    /// tier and no techniques.
    #[must_use]
    pub fn ungraded(mut self) -> Self {
        self.request.ungraded = true;
        self
    }

    /// Takes these techniques in place of the genre's own.
    #[must_use]
    pub fn catalog(mut self, catalog: Catalog) -> Self {
        self.request.catalog = Some(catalog);
        self
    }

    /// Sets one of the genre's [options](crate::GenreInfo::options).
    #[must_use]
    pub fn set(mut self, option: impl Into<String>, value: impl Into<String>) -> Self {
        self.request.set.insert(option.into(), value.into());
        self
    }

    /// Makes so many puzzles.
    #[must_use]
    pub fn count(mut self, puzzles: u64) -> Self {
        self.request.count = puzzles;
        self
    }

    /// Draws from this seed: the same request makes the same puzzles everywhere.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.request.seed = seed;
        self
    }

    /// Works on so many threads. What is made does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.request.threads = threads;
        self
    }

    /// Gives out each puzzle as it is made, and says at the end what was tried and why it ended.
    ///
    /// # Errors
    /// [`Error`] where a size, an option or a technique does not exist, or the impossible is asked.
    pub fn each(self, found: &mut dyn FnMut(Puzzle)) -> Result<GenerateReport, Error> {
        let own = self.genre.0.catalog();
        let catalog = self.request.catalog.as_ref().unwrap_or(own);
        let (needs, without) = (self.genre.ids(catalog, &self.needs)?, self.genre.ids(catalog, &self.without)?);
        let keys = || self.genre.info().options.iter().map(|option| option.key);
        if let Some((option, _)) = self.request.set.iter().find(|(key, _)| keys().all(|known| known != *key)) {
            return Err(Error::unknown("option", option, keys()));
        }
        let want = GenerateRequest { needs, without, limits: self.limits, ..self.request };
        let mut failed = None;
        let report = self.genre.0.generate(&want, &mut |record| match Puzzle::from_record(record) {
            Ok(puzzle) => found(puzzle),
            Err(why) => failed = Some(why),
        })?;
        failed.map_or(Ok(report), Err)
    }

    /// Makes the puzzles. There may be fewer than wanted: [`each`](Self::each) says why.
    ///
    /// # Errors
    /// As [`each`](Self::each).
    pub fn run(self) -> Result<Vec<Puzzle>, Error> {
        let mut all = Vec::new();
        self.each(&mut |puzzle| all.push(puzzle))?;
        Ok(all)
    }
}
