//! Genres: the kinds of puzzles.

use crate::{Error, Generate, Puzzle, Technique};
use tesuji_genre::{Genre as Contract, GenreInfo};
use tesuji_solver::{Catalog, TechniqueId};

/// A kind of puzzles: its rules, notations, techniques and generator.
#[derive(Clone, Copy)]
pub struct Genre(pub(crate) &'static dyn Contract);

impl std::fmt::Debug for Genre {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Genre").field(&self.name()).finish()
    }
}

impl PartialEq for Genre {
    fn eq(&self, other: &Genre) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Genre {}

/// All genres, sorted by name: those of the features that are built in, and those that files
/// defined.
pub fn genres() -> Vec<Genre> {
    let mut all = built_in();
    #[cfg(feature = "files")]
    all.extend(crate::file::defined());
    all.sort_by_key(|genre| genre.name());
    all
}

/// The genres of the features that are built in.
pub(crate) fn built_in() -> Vec<Genre> {
    let pencil: Vec<&'static dyn Contract> = tesuji_pencil::genres();
    pencil.into_iter().chain(games()).map(Genre).collect()
}

#[cfg(feature = "games")]
fn games() -> Vec<&'static dyn Contract> {
    let mut all: Vec<&'static dyn Contract> = Vec::new();
    all.extend(tesuji_go::genres());
    all.extend(tesuji_azul::genres());
    all.push(&tesuji_mill::genre::MILL);
    all
}

#[cfg(not(feature = "games"))]
fn games() -> Vec<&'static dyn Contract> {
    Vec::new()
}

/// The genre of that name: `sudoku`.
///
/// # Errors
/// [`Error::Unknown`] with the nearest names.
pub fn genre(name: &str) -> Result<Genre, Error> {
    let all = genres();
    let found = all.iter().copied().find(|genre| genre.name() == name);
    found.ok_or_else(|| Error::unknown("genre", name, all.iter().map(|genre| genre.name())))
}

impl Genre {
    /// The name: `sudoku`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Its facts: the rules in one line, sizes, formats, the options of its generator.
    pub fn info(self) -> &'static GenreInfo {
        self.0.info()
    }

    /// The techniques that grade its puzzles, in the order in which they are tried.
    pub fn techniques(self) -> Vec<Technique> {
        self.0.catalog().list().iter().map(|technique| Technique::of(technique.as_ref())).collect()
    }

    /// One puzzle from a notation that the genre reads: its own lines, addresses, drawings.
    ///
    /// # Errors
    /// [`Error::Bad`] with the column or the cell.
    pub fn read(self, text: &str) -> Result<Puzzle, Error> {
        let parsed = self.0.parse(text.trim_end())?.settled(&Default::default())?;
        Ok(Puzzle::of(parsed))
    }

    /// A generator of its puzzles.
    pub fn generate(self) -> Generate {
        Generate::new(self)
    }

    /// The technique ids of these names.
    pub(crate) fn ids<'a>(
        self,
        catalog: &Catalog,
        names: impl IntoIterator<Item = &'a String>,
    ) -> Result<Vec<TechniqueId>, Error> {
        let id = |name: &String| {
            let found = catalog.list().iter().find(|technique| technique.id().as_str() == name);
            let all = || catalog.list().iter().map(|technique| technique.id().as_str());
            found.map(|technique| technique.id().clone()).ok_or_else(|| Error::unknown("technique", name, all()))
        };
        names.into_iter().map(id).collect()
    }
}
