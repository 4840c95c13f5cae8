//! Enumeration of every puzzle of a size.

use super::genre::ClueGenre;
use crate::{Bad, EnumerateRequest, Enumerated, Record};

/// Streams every puzzle of a size.
pub(super) fn enumerate<G: ClueGenre>(
    genre: &G,
    want: &EnumerateRequest,
    emit: &mut dyn FnMut(Record),
) -> Result<Enumerated, Bad> {
    if let Some(done) = ClueGenre::enumerate(genre, want, emit) {
        return done;
    }
    Err(Bad::new(format!("{} can't be enumerated yet", ClueGenre::name(genre))))
}
