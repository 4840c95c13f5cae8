//! Cells out of play, at the end of a body.

use super::{Cursor, Puzzle, Section};
use crate::board::Board;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Cells out of play, five to a symbol of base 32; nothing where there are none.
#[derive(Clone, Copy, Debug)]
pub struct Holes;

impl Section for Holes {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        if from.peek().is_none() {
            return Ok(());
        }
        let cells = puzzle.board.size().cells();
        let mut holes = Vec::with_capacity(cells + 4);
        while holes.len() < cells {
            let bits = from.digits(1, 32)?;
            holes.extend((0..5).map(|i| bits >> (4 - i) & 1 == 1));
        }
        holes.truncate(cells);
        puzzle.board = Arc::new(Board::clone(&puzzle.board).parted_by_holes(holes)?);
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let holes: Vec<u32> = (0..puzzle.board.size().cells()).map(|c| puzzle.board.is_hole(c).into()).collect();
        if holes.contains(&1) {
            for five in holes.chunks(5) {
                let bits = five.iter().enumerate().fold(0, |bits, (i, &hole)| bits | hole << (4 - i));
                to.extend(char::from_digit(bits, 32));
            }
        }
        Ok(())
    }
}
