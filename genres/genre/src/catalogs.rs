//! Catalogs with further techniques, by genre.

use crate::Genre;
use std::collections::BTreeMap;
use tesuji_solver::Catalog;

/// Catalogs that stand in for those of the genres themselves: with techniques that somebody added.
#[derive(Clone, Debug, Default)]
pub struct Catalogs {
    by_genre: BTreeMap<String, Catalog>,
}

impl Catalogs {
    /// Gives a genre a catalog.
    pub fn set(&mut self, genre: impl Into<String>, catalog: Catalog) {
        self.by_genre.insert(genre.into(), catalog);
    }

    /// The catalog of a genre: the one that was set, else the genre's own.
    pub fn of<'c>(&'c self, genre: &'c dyn Genre) -> &'c Catalog {
        self.by_genre.get(genre.name()).unwrap_or_else(|| genre.catalog())
    }
}
