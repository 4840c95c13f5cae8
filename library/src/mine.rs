//! Mining: forms of proofs that recur, and catalogs with those that somebody promoted.

use crate::{Error, Genre, Puzzle, genres};
use tesuji_discovery::{Clusters, Decisions, Options};
use tesuji_genre::Record;
use tesuji_solver::Catalog;

impl Genre {
    /// The forms of the smallest proofs at the places where what is known stalls, by how many of
    /// the puzzles they occur in. Puzzles of other genres are passed over.
    pub fn mine(self, puzzles: &[Puzzle], options: &Options) -> Clusters {
        let own = puzzles.iter().filter(|puzzle| puzzle.genre() == self);
        let records: Vec<Record> = own.map(|puzzle| puzzle.record.clone()).collect();
        tesuji_discovery::mine(self.0, &records, options)
    }

    /// The techniques of the genre with the promoted forms of a file of decisions among them, by
    /// tier and points.
    ///
    /// # Errors
    /// [`Error::Refused`] with the line that can't stand.
    pub fn catalog_with(self, decisions: &str) -> Result<Catalog, Error> {
        let all: Vec<&dyn tesuji_genre::Genre> =
            genres().into_iter().map(|g| g.0 as &dyn tesuji_genre::Genre).collect();
        let decisions = Decisions::read(decisions, &all)?;
        Ok(decisions.overlay(self.name(), self.0.catalog())?)
    }
}
