//! The older forms of addresses, whose variation is `d`: a symbol a place, without gaps. They are
//! read and not written.

use super::{Cursor, Puzzle, Section};
use crate::board::Place;
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;

fn not_written() -> Bad {
    Bad::new("the older form of an address is not written")
}

/// A symbol a corner: a number from 0 to 4, anything else for none.
#[derive(Clone, Copy, Debug)]
pub struct OlderCorners;

impl Section for OlderCorners {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        for corner in 0..puzzle.board.corners() as u16 {
            let Some(symbol) = from.take() else { break };
            if let Some(n) = symbol.to_digit(5) {
                puzzle.clues.insert(Place::Corner(corner), Clue::Number(n as u16));
            }
        }
        Ok(())
    }
    fn write(&self, _: &Puzzle, _: &mut String) -> Result<(), Bad> {
        Err(not_written())
    }
}

/// A symbol a cell: between two cells with other symbols there is a border.
#[derive(Clone, Copy, Debug)]
pub struct OlderRegions;

impl Section for OlderRegions {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let board = puzzle.board.as_ref().clone();
        let mut symbols = Vec::with_capacity(board.size().cells());
        for _ in 0..board.size().cells() {
            symbols.push(from.take().ok_or_else(|| from.unexpected("a symbol for a region"))?);
        }
        let is_border =
            |edge: usize| matches!(board.cells_beside(edge), [Some(a), Some(b)] if symbols[a] != symbols[b]);
        let borders: Vec<bool> = (0..board.edges()).map(is_border).collect();
        puzzle.board = Arc::new(board.with_borders(&borders)?);
        Ok(())
    }
    fn write(&self, _: &Puzzle, _: &mut String) -> Result<(), Bad> {
        Err(not_written())
    }
}
