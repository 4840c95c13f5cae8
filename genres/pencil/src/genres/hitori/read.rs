//! Hitori as other programs write it: game IDs of Simon Tatham's collection.

use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::TathamId;
use std::sync::Arc;
use tesuji_genre::Bad;

pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let board = Board::new(id.size);
    let digits: Vec<Option<u32>> = id.text.chars().map(|c| c.to_digit(36)).collect();
    if digits.len() != board.size().cells() {
        return Err(Bad::new(format!("{} numbers for {} cells", digits.len(), board.size().cells())).at("cells"));
    }
    let number = |(i, d): (usize, Option<u32>)| {
        let place = Place::Cell(i as u16);
        let n = d.ok_or_else(|| Bad::new("a number is expected").at(board.name(place)))?;
        Ok((place, Clue::Number(n as u16)))
    };
    let clues = digits.into_iter().enumerate().map(number).collect::<Result<_, Bad>>()?;
    Ok(Puzzle { board: Arc::new(board), clues })
}
