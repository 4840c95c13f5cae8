//! Skyscrapers as other programs write them: Puzzle Kit, Simon Tatham's collection.

use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use crate::codec::{Puzzle, variant_place};
use crate::genres::places;
use crate::house::{Kit, TathamId};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let mut puzzle = kit.numbers(Side::ALL.len())?;
    for (side, words) in Side::ALL.into_iter().zip(&kit.problem) {
        for (i, word) in words.iter().enumerate().filter(|(_, w)| **w != "-") {
            let place = Place::Outside(side, i as u16);
            let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(puzzle.board.name(place));
            puzzle.clues.insert(place, Clue::Number(word.parse().map_err(|_| bad())?));
        }
    }
    let heights = *kit.head.get(2).ok_or_else(|| Bad::new("the number of heights is expected").line(1))?;
    if heights < puzzle.board.rows() {
        puzzle.clues.insert(Place::Corner(0), Clue::Number(heights as u16));
    }
    if kit.flags.contains(&"D") {
        let board = Arc::clone(&puzzle.board);
        puzzle.clues.insert(variant_place(&board), Clue::Black);
    }
    Ok((puzzle, kit.answer_numbers()?))
}

/// Numbers above, below, left and right, parted by slashes; then perhaps the cells.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let (outside, cells) = id.text.split_once(',').unwrap_or((id.text, ""));
    let given = TathamId { text: cells, ..*id };
    let mut puzzle = match cells {
        "" => Puzzle { board: Arc::new(Board::new(id.size)), clues: BTreeMap::new() },
        _ => given.numbers(true)?,
    };
    let places = places::outside(&puzzle.board, &Side::ALL);
    let words: Vec<&str> = outside.split('/').collect();
    if words.len() != places.len() {
        return Err(Bad::new(format!("{} clues; {} are expected", words.len(), places.len())).at("clues"));
    }
    for (place, word) in places.into_iter().zip(words).filter(|(_, w)| !w.is_empty()) {
        let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(puzzle.board.name(place));
        puzzle.clues.insert(place, Clue::Number(word.parse().map_err(|_| bad())?));
    }
    Ok(puzzle)
}
