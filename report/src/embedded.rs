//! The small corpora that come with the project; it generated them itself (`data/puzzles/`).

use tesuji_corpus::Source;

/// The genre of the default cycle.
pub const GENRE: &str = "sudoku";

const SUDOKU: &[u8] = include_bytes!("../../data/puzzles/sudoku.jsonl.gz");

/// The embedded corpus of a genre.
pub fn corpus(genre: &str) -> Option<Source> {
    match genre {
        GENRE => Some(Source::Bytes("embedded".to_string(), SUDOKU.into())),
        _ => None,
    }
}
