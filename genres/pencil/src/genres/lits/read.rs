//! LITS as other programs write it: pzprv3, Puzzle Kit.

use super::any_shape;
use crate::board::Place;
use crate::codec::Puzzle;
use crate::codec::pzprv3::{Word, shade};
use crate::house::Kit;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// A cell of a state: if it is shaded, it is of some shape.
pub(super) fn word(text: &str) -> Option<Word> {
    match shade(text)? {
        Word::Mark(1) => Some(Word::OneOf(any_shape())),
        other => Some(other),
    }
}

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let kit = kit.clone().sized_by_rows();
    let board = kit.with_holes(kit.regions(0)?, 0, &["@"])?;
    let puzzle = Puzzle { board: Arc::new(board), clues: BTreeMap::new() };
    let letter = |(cell, word): (usize, &str)| {
        let value = ["-", "L", "I", "T", "S"].iter().position(|w| *w == word)?;
        Some((Place::Cell(cell as u16), value as Value))
    };
    Ok((puzzle, kit.answer()?.into_iter().enumerate().filter_map(letter).collect()))
}
