//! A board that keeps the hashes of its patches.

use crate::board::{Board, Illegal, Played};
use crate::patch::PatchHashes;
use crate::point::{Color, Move, Point};

/// A board with the hashes of all patches, up to date after each move and each move taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    hashes: PatchHashes,
}

impl Position {
    /// An empty board.
    pub fn new(size: u8) -> Position {
        let board = Board::new(size);
        let hashes = PatchHashes::new(board.size());
        Position { board, hashes }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The hashes.
    pub fn hashes(&self) -> &PatchHashes {
        &self.hashes
    }

    fn toggle(&mut self, mv: Move, captured: &[Point]) {
        if let Some(at) = mv.at {
            self.hashes.toggle(at, mv.color);
        }
        for &p in captured {
            self.hashes.toggle(p, mv.color.other());
        }
    }

    /// Plays a move; tells how many stones it took.
    ///
    /// # Errors
    /// [`Illegal`], and nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<usize, Illegal> {
        let captured = self.board.play(mv)?.captured.clone();
        self.toggle(mv, &captured);
        Ok(captured.len())
    }

    /// Puts stones on an empty board, and says who plays first.
    ///
    /// # Errors
    /// [`Illegal`] as [`Board::set_up`].
    pub fn set_up(&mut self, stones: &[(Color, Point)], first: Color) -> Result<(), Illegal> {
        self.board.set_up(stones, first)?;
        for p in Point::all(self.board.size()) {
            if let Some(color) = self.board.at(p) {
                self.hashes.toggle(p, color);
            }
        }
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Played> {
        let last = self.board.undo()?;
        self.toggle(last.mv, &last.captured);
        Some(last)
    }
}
