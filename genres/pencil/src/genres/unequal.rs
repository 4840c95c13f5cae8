//! Game IDs of Unequal: numbers with letters for the neighbours that a sign stands towards.

use crate::board::{Board, Direction, Place};
use crate::house::TathamId;
use tesuji_genre::Bad;

/// By cell the number, 0 for none, and the directions of its signs. `4D` is a 4 with a sign below;
/// `a` to `z` are gaps of 1 to 26 cells.
pub(super) fn cells(id: &TathamId<'_>, board: &Board) -> Result<Vec<(u16, Vec<Direction>)>, Bad> {
    let mut cells = Vec::new();
    for text in id.text.trim_end_matches(',').split(',') {
        let word = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        for gap in text[..text.len() - word.len()].bytes() {
            cells.extend(std::iter::repeat_n((0, Vec::new()), usize::from(gap - b'a') + 1));
        }
        let cell = cells.len();
        if word.is_empty() || cell >= board.size().cells() {
            return Err(Bad::new(format!("{text:?}: a number for each of {} cells is expected", board.size().cells()))
                .at("cells"));
        }
        let at = board.name(Place::Cell(cell as u16));
        let bad = || Bad::new(format!("a number with signs is expected, not {word:?}")).at(at.clone());
        let digits = word.trim_end_matches(|c: char| c.is_ascii_uppercase());
        let number = digits.parse().map_err(|_| bad())?;
        let way = |letter| "UDLR".chars().position(|c| c == letter).map(|i| Direction::ALL[i]);
        let ways = word[digits.len()..].chars().map(|c| way(c).filter(|&w| board.neighbour(cell, w).is_some()));
        cells.push((number, ways.collect::<Option<_>>().ok_or_else(bad)?));
    }
    if cells.len() != board.size().cells() {
        return Err(Bad::new(format!("{} numbers for {} cells", cells.len(), board.size().cells())).at("cells"));
    }
    Ok(cells)
}
