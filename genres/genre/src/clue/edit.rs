//! Clues that a person changes one by one.

use super::adapter::parsed_of;
use super::{ClueGenre, Clued};
use crate::{Bad, ClueSpot, Parsed};
use std::sync::Arc;

/// Where clues can stand in the drawing of a puzzle, and those that do.
pub(super) fn clue_spots<G: ClueGenre>(genre: &G, typed: &Clued<G>) -> Vec<ClueSpot> {
    let spot = |(place, at)| ClueSpot {
        name: genre.place_name(&typed.structure, place),
        at,
        clue: typed.clues.get(&place).map(|clue| genre.clue_words(clue)),
    };
    genre.clue_rects(typed).into_iter().map(spot).collect()
}

/// The puzzle with another clue at a place, or with none for an empty text.
///
/// A text may have several readings: the first counts that the genre's notation can say.
pub(super) fn edited<G: ClueGenre>(genre: &G, typed: &Clued<G>, at: &str, text: &str) -> Result<Parsed, Bad> {
    let structure = &typed.structure;
    let places = genre.clue_rects(typed).into_iter().map(|(place, _)| place);
    let Some(place) = places.into_iter().find(|&place| genre.place_name(structure, place) == at) else {
        return Err(Bad::new("no clue can stand here").at(at));
    };
    let text = text.trim();
    let readings = if text.is_empty() {
        vec![None]
    } else {
        genre.read_clue(structure, place, text).into_iter().map(Some).collect()
    };
    let mut refusal = Bad::new(format!("{text:?} is no clue of {}", genre.info().name)).at(at);
    for clue in readings {
        let mut clues = typed.clues.clone();
        match clue {
            Some(clue) => drop(clues.insert(place, clue)),
            None => drop(clues.remove(&place)),
        }
        let made = Clued::<G> { structure: Arc::clone(structure), clues };
        match genre.parse(&genre.print(&made)) {
            Ok(read) if read.puzzle.clues == made.clues => return parsed_of(genre, read, None),
            Ok(_) => {}
            Err(bad) => refusal = bad,
        }
    }
    Err(refusal)
}
