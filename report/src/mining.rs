//! The cycle's mining stage.

use crate::cycle::CycleOptions;
use crate::findings::Findings;
use tesuji_corpus::Error;
use tesuji_genre::Record;

/// Mines what the singles can't explain in the first puzzles of the corpus.
pub fn mine(_want: &CycleOptions, _graded: &[Record], _found: &mut Findings) -> Result<(), Error> {
    Ok(())
}
