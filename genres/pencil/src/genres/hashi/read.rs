//! Hashi as other programs write it: Puzzle Kit, Simon Tatham's collection.

use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::{Kit, TathamId};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let puzzle = kit.numbers(0)?;
    let mut values = BTreeMap::new();
    for (cell, word) in kit.answer()?.into_iter().enumerate() {
        if puzzle.clues.contains_key(&Place::Cell(cell as u16)) {
            continue;
        }
        let (down, right) = match word {
            "1" => (0, 1),
            "2" => (0, 2),
            "a" => (1, 0),
            "b" => (2, 0),
            _ => (0, 0),
        };
        let board = &puzzle.board;
        for (way, n) in Direction::ALL.into_iter().zip([down, down, right, right]) {
            values.insert(Place::Edge(board.edge(cell, way) as u16), n);
        }
    }
    Ok((puzzle, values))
}

/// Games with at most two bridges; whether loops are allowed does not matter.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let most = id.params.split('m').nth(1).map_or("2", |m| m.split('d').next().unwrap_or(m));
    if most != "2" || id.params.contains('L') {
        return Err(Bad::new(format!("{:?}: two bridges at most (m2) and loops are expected", id.params)));
    }
    let mut clues = BTreeMap::new();
    for (cell, mark) in id.cells(false)?.into_iter().enumerate() {
        let Some(mark) = mark else { continue };
        let place = Place::Cell(cell as u16);
        let number = mark.chars().next().and_then(|c| c.to_digit(36));
        let number = number.ok_or_else(|| Bad::new(format!("a number is expected, not {mark:?}")))?;
        clues.insert(place, Clue::Number(number as u16));
    }
    Ok(Puzzle { board: Arc::new(Board::new(id.size)), clues })
}
