//! Genres from files.

use crate::{Error, Genre};
use std::sync::{Mutex, PoisonError};
use tesuji_genre::Bad;

/// The genres that were defined, by their sources.
static DEFINED: Mutex<Vec<(String, Genre)>> = Mutex::new(Vec::new());

/// The genres that files defined so far.
pub(crate) fn defined() -> Vec<Genre> {
    DEFINED.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|(_, genre)| *genre).collect()
}

impl Genre {
    /// The genre that a [genre file](https://toml.io) defines. From then on it is one of
    /// [`genres`](crate::genres), for the life of the program; the same text again gives the same
    /// genre.
    ///
    /// # Errors
    /// [`Error::Bad`] with the line and the column of what is wrong, or where a genre of that name
    /// is there already.
    pub fn define(source: &str) -> Result<Genre, Error> {
        let known = |all: &[(String, Genre)]| all.iter().find(|(text, _)| text == source).map(|(_, genre)| *genre);
        let mut all = DEFINED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(genre) = known(&all) {
            return Ok(genre);
        }
        let genre = Genre(tesuji_described::read(source)?);
        if crate::genre::built_in().iter().chain(all.iter().map(|(_, genre)| genre)).any(|g| g.name() == genre.name()) {
            return Err(Bad::new(format!("a genre {:?} is there already", genre.name())).at("[genre] name").into());
        }
        all.push((source.to_string(), genre));
        Ok(genre)
    }

    /// Tries a genre file on small boards and gives its faults in words: rules that contradict each
    /// other, clues and rules that say nothing.
    ///
    /// # Errors
    /// [`Error::Bad`] with the line and the column where the file is no genre.
    pub fn faults(source: &str) -> Result<Vec<String>, Error> {
        let findings = tesuji_described::check(source)?;
        Ok(findings.into_iter().filter(|f| f.kind.is_fault()).map(|f| f.words).collect())
    }
}
