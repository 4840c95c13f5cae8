//! Stars on cells, inner edges and inner corners, as in addresses of Tentai Show.

use super::{Cursor, Puzzle, Section};
use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;

/// A digit of base 16 for a star, odd ones black, that also says how many empty points follow; `g`
/// to `z` for gaps.
#[derive(Clone, Copy, Debug)]
pub struct Stars;

/// The largest number of empty points that a star's digit tells.
const MOST_AFTER: usize = 7;
const LONGEST_GAP: usize = 20;

/// All points that can have a star, in reading order of half cells.
pub fn star_places(board: &Board) -> Vec<Place> {
    let (rows, cols) = (board.rows(), board.cols());
    let at = |y: usize, x: usize| {
        let cell = board.cell(y / 2, x / 2);
        match (y % 2, x % 2) {
            (0, 0) => Place::Cell(cell as u16),
            (0, _) => Place::Edge(board.edge(cell, Direction::Right) as u16),
            (_, 0) => Place::Edge(board.edge(cell, Direction::Down) as u16),
            _ => Place::Corner(((y / 2 + 1) * (cols + 1) + x / 2 + 1) as u16),
        }
    };
    (0..2 * rows - 1).flat_map(|y| (0..2 * cols - 1).map(move |x| (y, x))).map(|(y, x)| at(y, x)).collect()
}

impl Section for Stars {
    fn read(&self, from: &mut Cursor<'_>, puzzle: &mut Puzzle) -> Result<(), Bad> {
        let places = star_places(&puzzle.board);
        let mut at = 0;
        while at < places.len() {
            let gap = match from.peek() {
                None => break,
                Some(c @ 'g'..='z') => {
                    from.take();
                    c as usize - 'f' as usize
                }
                Some(_) => {
                    let digit = from.digits(1, 16)?;
                    let clue = if digit % 2 == 0 { Clue::White } else { Clue::Black };
                    puzzle.clues.insert(places[at], clue);
                    1 + digit as usize / 2
                }
            };
            at += gap;
        }
        // Cells out of play may follow, five to a symbol of base 32.
        let cells = puzzle.board.size().cells();
        if from.peek().is_some() {
            let mut holes = Vec::with_capacity(cells + 4);
            while holes.len() < cells {
                let bits = from.digits(1, 32)?;
                holes.extend((0..5).map(|i| bits >> (4 - i) & 1 == 1));
            }
            holes.truncate(cells);
            puzzle.board = Arc::new(Board::clone(&puzzle.board).with_holes(holes)?);
        }
        Ok(())
    }

    fn write(&self, puzzle: &Puzzle, to: &mut String) -> Result<(), Bad> {
        let places = star_places(&puzzle.board);
        let star = |at: usize| places.get(at).and_then(|p| puzzle.clues.get(p));
        let mut at = 0;
        while at < places.len() {
            let empty = |from: usize, most: usize| (from..places.len()).take(most).take_while(|&i| star(i).is_none());
            match star(at) {
                None => {
                    let gap = empty(at, LONGEST_GAP).count();
                    to.push(char::from(b'f' + gap as u8));
                    at += gap;
                }
                Some(clue) => {
                    // At the end the digit may tell of points beyond the board.
                    let after = empty(at + 1, MOST_AFTER).count();
                    let reaches_end = at + 1 + after >= places.len();
                    let told = if reaches_end { MOST_AFTER } else { after };
                    to.extend(char::from_digit(2 * told as u32 + u32::from(*clue == Clue::Black), 16));
                    at += 1 + after;
                }
            }
        }
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
