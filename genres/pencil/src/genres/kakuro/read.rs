//! Kakuro as other programs write it: grids of Puzzle Kit.

use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::Kit;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let whole = kit.size()?;
    let size = Size::new(whole.rows().saturating_sub(1), whole.cols().saturating_sub(1))?;
    let mut holes = vec![false; size.cells()];
    let mut clues = BTreeMap::new();
    for (i, word) in kit.grid(0)?.into_iter().enumerate() {
        let (r, c) = (i / whole.cols(), i % whole.cols());
        let number = |text: &str| text.parse::<u16>().ok();
        let (down, right) = word.split_once(',').map_or((None, None), |(d, r)| (number(d), number(r)));
        match (r.checked_sub(1), c.checked_sub(1)) {
            (None, Some(c)) => {
                clues.extend(down.map(|n| (Place::Outside(Side::Top, c as u16), Clue::Number(n))));
            }
            (Some(r), None) => {
                clues.extend(right.map(|n| (Place::Outside(Side::Left, r as u16), Clue::Number(n))));
            }
            (Some(r), Some(c)) if word != "0" => {
                let cell = r * size.cols() + c;
                holes[cell] = true;
                if down.is_some() || right.is_some() {
                    clues.insert(Place::Cell(cell as u16), Clue::Numbers(vec![down, right]));
                }
            }
            _ => {}
        }
    }
    let mut values = BTreeMap::new();
    for (i, word) in kit.answer()?.into_iter().enumerate() {
        let (r, c) = (i / whole.cols(), i % whole.cols());
        if let (Some(r), Some(c), Ok(n)) = (r.checked_sub(1), c.checked_sub(1), word.parse()) {
            values.insert(Place::Cell((r * size.cols() + c) as u16), n);
        }
    }
    Ok((Puzzle { board: Arc::new(Board::new(size).with_holes(holes)?), clues }, values))
}
