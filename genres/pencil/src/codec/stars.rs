//! Stars on cells, inner edges and inner corners, as in addresses of Tentai Show.

use super::pzprv3::{Filled, Rows, StateSection};
use super::{Cursor, Holes, Puzzle, Section};
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
        Holes.read(from, puzzle)
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
        Holes.write(puzzle, to)
    }
}

/// The same in a state: a row of signs for each row of points, `1` white, `2` black, `X` on a cell
/// out of play.
impl StateSection for Stars {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let places = star_places(&board);
        let mut holes = vec![false; board.size().cells()];
        let words = from.grid("stars", 2 * board.rows() - 1, 1)?.unwrap_or_default();
        let signs: Vec<char> = words.iter().flat_map(|word| word.chars()).collect();
        if !signs.is_empty() && signs.len() != places.len() {
            return Err(Bad::new(format!("{} points; {} are expected", signs.len(), places.len())).at("stars"));
        }
        for (place, sign) in places.into_iter().zip(signs) {
            match (sign, place) {
                ('.', _) => {}
                ('1', _) => drop(to.puzzle.clues.insert(place, Clue::White)),
                ('2', _) => drop(to.puzzle.clues.insert(place, Clue::Black)),
                ('X', Place::Cell(cell)) => holes[usize::from(cell)] = true,
                _ => return Err(Bad::new(format!("{sign:?} is no star")).at(board.name(place))),
            }
        }
        to.puzzle.board = Arc::new(board.with_holes(holes)?);
        Ok(())
    }
}
