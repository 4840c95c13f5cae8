//! The small corpora that come with the project; it generated them itself (`data/puzzles/`).

use tesuji_corpus::Source;

/// The genre of the default cycle.
pub const GENRE: &str = "sudoku";

include!(concat!(env!("OUT_DIR"), "/corpora.rs"));

/// The embedded corpus of a genre.
pub fn corpus(genre: &str) -> Option<Source> {
    let (_, bytes) = CORPORA.iter().find(|(name, _)| *name == genre)?;
    Some(Source::Bytes("embedded".to_string(), (*bytes).into()))
}
