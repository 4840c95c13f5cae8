//! Cells out of play, at the end of a body.

use super::{CellClues, Cursor, Puzzle, Run, Section};
use crate::board::{Board, Place};
use crate::clue::Clue;
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

/// The clues of all cells, in which 7 is a cell out of play.
#[derive(Clone, Copy, Debug)]
pub struct ClueOrHole<R>(pub R);

const HOLE: Clue = Clue::Number(7);

impl<R: Run + Copy> Section for ClueOrHole<R> {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        CellClues(self.0).read(from, puzzle)?;
        let cells = 0..puzzle.board.size().cells();
        let is_hole = |cell: usize| puzzle.clues.get(&Place::Cell(cell as u16)) == Some(&HOLE);
        let holes: Vec<bool> = cells.map(is_hole).collect();
        puzzle.clues.retain(|_, clue| *clue != HOLE);
        puzzle.board = Arc::new(Board::clone(&puzzle.board).parted_by_holes(holes)?);
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let mut marked = puzzle.clone();
        let holes = (0..puzzle.board.size().cells()).filter(|&cell| puzzle.board.is_hole(cell));
        marked.clues.extend(holes.map(|cell| (Place::Cell(cell as u16), HOLE)));
        CellClues(self.0).write(&marked, to)
    }
}
