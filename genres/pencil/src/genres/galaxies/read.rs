//! Galaxies as other programs write them: pzprv3, Puzzle Kit, Simon Tatham's collection.

use crate::board::{Board, Place};
use crate::clue::Clue;
use crate::codec::pzprv3::{Filled, Rows, StateSection, borders};
use crate::codec::{Puzzle, star_places};
use crate::genres::star_areas::{core, stars};
use crate::house::{Kit, TathamId};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// The areas between the borders of a state: their cells take a star that is in them.
pub(super) struct Areas;

impl StateSection for Areas {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        to.marks.extend(board.cells().map(|c| (Place::Cell(c as u16), None)));
        if from.is_at_end() {
            return Ok(());
        }
        let divided = Board::clone(&board).with_borders(&borders(from, &board)?)?;
        let Some(areas) = divided.regions() else { return Ok(()) };
        let mut inside = vec![Domain::EMPTY; areas.len()];
        let mut cut = Vec::new();
        for (star, value) in stars(&to.puzzle) {
            let cells = core(&board, star);
            let first = cells.first().map_or(usize::MAX, |&c| areas.of(c));
            match inside.get_mut(first).filter(|_| cells.iter().all(|&c| areas.of(c) == first)) {
                Some(stars) => *stars = stars.with(value),
                None => cut.extend(cells),
            }
        }
        for cell in board.cells() {
            // A border through a star leaves nothing for the cells that it touches.
            let left = if cut.contains(&cell) { Domain::EMPTY } else { inside[areas.of(cell)] };
            to.marks.insert(Place::Cell(cell as u16), Some(left));
        }
        Ok(())
    }
}

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let kit = kit.clone().sized_by_rows();
    let board = Board::new(kit.size()?);
    let places = star_places(&board);
    let wide = 2 * board.cols() - 1;
    let mut clues = BTreeMap::new();
    for (cell, word) in kit.grid(0)?.into_iter().enumerate() {
        let (row, col) = board.row_col(cell);
        // The cell's centre, the middle of its right side, of its lower side, its lower right
        // corner.
        let (down, right) = match word {
            "0" => (0, 0),
            "1" => (0, 1),
            "2" => (1, 0),
            "3" => (1, 1),
            _ => continue,
        };
        let place = places.get((2 * row + down) * wide + 2 * col + right).filter(|_| 2 * col + right < wide);
        let place =
            place.ok_or_else(|| Bad::new("the star is on the border").at(board.name(Place::Cell(cell as u16))))?;
        clues.insert(*place, Clue::White);
    }
    let puzzle = Puzzle { board: Arc::new(board), clues };
    // Stored areas have labels: each is the star that it holds.
    let labels = kit.answer()?;
    let mut number: BTreeMap<&str, Value> = BTreeMap::new();
    for (star, value) in stars(&puzzle) {
        number.extend(core(&puzzle.board, star).first().and_then(|&c| Some((*labels.get(c)?, value))));
    }
    let values = labels.iter().enumerate();
    let values = values.filter_map(|(c, l)| Some((Place::Cell(c as u16), *number.get(l)?))).collect();
    Ok((puzzle, values))
}

/// Gaps of points inside the board; every letter but `z` ends with a star.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let board = Board::new(id.size);
    let places = star_places(&board);
    let mut clues = BTreeMap::new();
    let mut at = 0;
    for c in id.text.chars() {
        if !c.is_ascii_lowercase() {
            return Err(Bad::new(format!("{c:?}: a gap from a to z is expected")));
        }
        at += c as usize - 'a' as usize;
        if c == 'z' {
            continue;
        }
        let place = places.get(at).ok_or_else(|| Bad::new("a star beyond the board"))?;
        clues.insert(*place, Clue::White);
        at += 1;
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
