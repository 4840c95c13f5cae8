//! Dominosa as other programs write it: game IDs of Simon Tatham's collection.

use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::TathamId;
use std::sync::Arc;
use tesuji_genre::Bad;

/// `6db:…`: the greatest number, then the numbers of the cells, those above 9 in brackets.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let n = id.size.rows();
    let board = Board::new(Size::new(n + 1, n + 2)?);
    let (mut numbers, mut rest) = (Vec::new(), id.text);
    while let Some(c) = rest.chars().next() {
        let end = if c == '[' { rest.find(']') } else { Some(0) };
        let word = end.and_then(|end| rest.get(usize::from(c == '[')..end.max(1)));
        let number = word.and_then(|w| w.parse().ok()).map(Clue::Number);
        numbers.push(number.ok_or_else(|| Bad::new(format!("{rest:?}: a number is expected")).at("cells"))?);
        rest = &rest[end.unwrap_or(0) + 1..];
    }
    if numbers.len() != board.size().cells() {
        return Err(Bad::new(format!("{} numbers for {} cells", numbers.len(), board.size().cells())).at("cells"));
    }
    let clues = numbers.into_iter().enumerate().map(|(c, n)| (Place::Cell(c as u16), n)).collect();
    Ok(Puzzle { board: Arc::new(board), clues })
}
