//! Thermometers as other programs write them: grids of Puzzle Kit.

use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use crate::house::Kit;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

pub(super) fn kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad> {
    let mut puzzle = places::outside_puzzle(Board::new(kit.size()?), kit.problem.iter().take(2))?;
    let board = Arc::clone(&puzzle.board);
    let mut cells = BTreeMap::new();
    for (cell, word) in kit.grid(2)?.into_iter().enumerate() {
        let place = Place::Cell(cell as u16);
        let bad =
            || Bad::new(format!("a thermometer and a place on it are expected, not {word:?}")).at(board.name(place));
        let (name, at) = word.split_once('.').ok_or_else(bad)?;
        cells.insert((name, at.parse::<usize>().map_err(|_| bad())?), cell);
    }
    for (&(name, at), &cell) in &cells {
        let Some(&next) = cells.get(&(name, at + 1)) else { continue };
        let way = Direction::ALL.into_iter().find(|&d| board.neighbour(cell, d) == Some(next));
        let place = Place::Cell(cell as u16);
        let way = way.ok_or_else(|| Bad::new("the next cell is not beside it").at(board.name(place)))?;
        puzzle.clues.insert(place, Clue::Arrow(way, None));
    }
    Ok((puzzle, kit.marked("x")?))
}
