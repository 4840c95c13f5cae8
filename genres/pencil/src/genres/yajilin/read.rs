//! Yajilin as other programs write it: grids of Puzzle Kit.

use super::{LINE, NO_LINE};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::Kit;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let board = Board::new(kit.size()?);
    let mut clues = BTreeMap::new();
    for (cell, word) in kit.grid(0)?.into_iter().enumerate() {
        if word != "-" {
            let place = Place::Cell(cell as u16);
            let clue = arrow(word).ok_or_else(|| Bad::new(format!("{word:?} is no arrow")).at(board.name(place)))?;
            clues.insert(place, clue);
        }
    }
    let links = kit.links(&board)?.into_iter();
    let mut values: BTreeMap<Place, Value> =
        links.map(|(e, takes)| (e, if takes == 1 { LINE } else { NO_LINE })).collect();
    for (cell, word) in kit.answer()?.into_iter().enumerate() {
        let place = Place::Cell(cell as u16);
        if !clues.contains_key(&place) {
            values.insert(place, Value::from(word == "x"));
        }
    }
    Ok((Puzzle { board: Arc::new(board), clues }, values))
}

/// A clue of Puzzle Kit: `2e`; anything without a direction is a cell that is neither shaded nor
/// passed.
fn arrow(word: &str) -> Option<Clue> {
    let way = match word.chars().last()? {
        'n' => Direction::Up,
        's' => Direction::Down,
        'w' => Direction::Left,
        'e' => Direction::Right,
        _ => return Some(Clue::Unknown),
    };
    let number = &word[..word.len() - 1];
    if number.is_empty() || number == "?" {
        return Some(Clue::Arrow(way, None));
    }
    Some(Clue::Arrow(way, Some(number.parse().ok()?)))
}
