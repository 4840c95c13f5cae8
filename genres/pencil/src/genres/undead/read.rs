//! Undead as other programs write it: game IDs of Simon Tatham's collection.

use super::TOTALS;
use crate::board::{Board, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use crate::house::TathamId;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Numbers of ghosts, vampires and zombies, the cells (`L` a falling mirror, `R` a rising one,
/// letters for gaps), the numbers seen clockwise from the top left corner.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let words: Vec<&str> = id.text.split(',').collect();
    let (rows, cols) = (id.size.rows(), id.size.cols());
    if words.len() != 4 + 2 * (rows + cols) {
        return Err(Bad::new(format!("{} parts; {} are expected", words.len(), 4 + 2 * (rows + cols))).at("numbers"));
    }
    let number = |word: &str| word.parse::<u16>().map_err(|_| Bad::new(format!("{word:?} is no number")).at("numbers"));
    let marks = TathamId { text: words[3], ..*id }.cells(false)?;
    let board = Board::new(id.size).with_holes(marks.iter().map(Option::is_some).collect())?;
    let totals = words[..3].iter().map(|w| number(w).map(Some)).collect::<Result<_, Bad>>()?;
    let mut clues = BTreeMap::from([(TOTALS, Clue::Numbers(totals))]);
    for (cell, mark) in marks.iter().enumerate().filter_map(|(cell, m)| Some((cell, m.as_deref()?))) {
        let place = Place::Cell(cell as u16);
        let bad = || Bad::new(format!("a mirror or a gap is expected, not {mark:?}")).at(board.name(place));
        let rises = [("R", true), ("L", false)].into_iter().find(|(m, _)| *m == mark).ok_or_else(bad)?.1;
        clues.insert(place, Clue::Slash(rises));
    }
    let around = places::outside(&board, &[Side::Top, Side::Right]);
    let back = places::outside(&board, &[Side::Left, Side::Bottom]).into_iter().rev();
    for (place, word) in around.into_iter().chain(back).zip(&words[4..]) {
        clues.insert(place, Clue::Number(number(word)?));
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
