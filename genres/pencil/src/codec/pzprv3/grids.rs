//! Sections that are grids of words over the places of a board.

use super::{Filled, Rows, StateSection, Word};
use crate::board::{Board, Direction, Place, Side};
use crate::clue::Clue;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Domain;

/// The places that a section is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// The cells.
    Cells,
    /// The edges between cells: first those between columns, row by row, then those between rows.
    Inner,
    /// All edges, in the same order.
    Edges,
    /// The corners.
    Corners,
}

impl Lattice {
    /// Grids of places: rows and columns of each, and its places row by row.
    fn grids(self, board: &Board) -> Vec<(usize, usize, Vec<Place>)> {
        let (rows, cols) = (board.rows(), board.cols());
        let between = |direction: Direction, rows: usize, cols: usize| {
            let cells = (0..rows).flat_map(move |r| (0..cols).map(move |c| board.cell(r, c)));
            (rows, cols, cells.map(|cell| Place::Edge(board.edge(cell, direction) as u16)).collect())
        };
        let numbered = |count: usize, place: fn(u16) -> Place| (0..count).map(|i| place(i as u16)).collect();
        let horizontal = board.horizontal_edges();
        match self {
            Lattice::Cells => vec![(rows, cols, numbered(rows * cols, Place::Cell))],
            Lattice::Corners => vec![(rows + 1, cols + 1, numbered(board.corners(), Place::Corner))],
            Lattice::Inner => {
                vec![between(Direction::Right, rows, cols - 1), between(Direction::Down, rows - 1, cols)]
            }
            Lattice::Edges => {
                let vertical = (horizontal..board.edges()).map(|e| Place::Edge(e as u16)).collect();
                vec![(rows, cols + 1, vertical), (rows + 1, cols, numbered(horizontal, Place::Edge))]
            }
        }
    }
}

/// A word for each place of a lattice.
#[derive(Clone, Copy)]
pub struct Grid {
    what: &'static str,
    lattice: Lattice,
    words: fn(&str) -> Option<Word>,
    is_marks: bool,
}

impl Grid {
    /// Clues.
    pub const fn clues(lattice: Lattice, words: fn(&str) -> Option<Word>) -> Grid {
        Grid { what: "clues", lattice, words, is_marks: false }
    }

    /// Marks, or marks and clues in one.
    pub const fn marks(lattice: Lattice, words: fn(&str) -> Option<Word>) -> Grid {
        Grid { what: "marks", lattice, words, is_marks: true }
    }

    /// Notes, which say nothing of the solution.
    pub const fn notes(lattice: Lattice) -> Grid {
        Grid { what: "notes", lattice, words: |_| Some(Word::Nothing), is_marks: false }
    }
}

impl StateSection for Grid {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        for (rows, cols, places) in self.lattice.grids(&to.puzzle.board) {
            if self.is_marks {
                to.marks.extend(places.iter().map(|&place| (place, None)));
            }
            let Some(words) = from.grid(self.what, rows, cols)? else { continue };
            for (place, word) in places.into_iter().zip(words) {
                let said = (self.words)(word).ok_or_else(|| no_word(word).at(to.puzzle.board.name(place)))?;
                to.say(place, said);
            }
        }
        Ok(())
    }
}

impl Filled {
    /// Takes what a word says.
    pub(super) fn say(&mut self, place: Place, said: Word) {
        match said {
            Word::Nothing => {}
            Word::Clue(clue) => drop(self.puzzle.clues.insert(place, clue)),
            Word::Mark(value) => drop(self.marks.insert(place, Some(Domain::single(value)))),
            Word::OneOf(values) => drop(self.marks.insert(place, Some(values))),
        }
    }
}

pub(super) fn no_word(word: &str) -> Bad {
    Bad::new(format!("{word:?} is no word that is expected here"))
}

/// Takes the cells with clues out of play. It has no rows of its own.
#[derive(Clone, Copy, Debug)]
pub struct ClueHoles;

impl StateSection for ClueHoles {
    fn read(&self, _: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let clues = &mut to.puzzle.clues;
        let cells = 0..to.puzzle.board.size().cells();
        let holes = cells.map(|c| clues.contains_key(&Place::Cell(c as u16))).collect();
        clues.retain(|_, clue| *clue != Clue::Unknown);
        to.puzzle.board = Arc::new(Board::clone(&to.puzzle.board).with_holes(holes)?);
        Ok(())
    }
}

/// Takes the cells with a black sign out of play. It has no rows of its own.
#[derive(Clone, Copy, Debug)]
pub struct BlackHoles;

impl StateSection for BlackHoles {
    fn read(&self, _: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let clues = &mut to.puzzle.clues;
        let cells = 0..to.puzzle.board.size().cells();
        let holes = cells.map(|c| clues.get(&Place::Cell(c as u16)) == Some(&Clue::Black)).collect();
        clues.retain(|_, clue| *clue != Clue::Black);
        to.puzzle.board = Arc::new(Board::clone(&to.puzzle.board).parted_by_holes(holes)?);
        Ok(())
    }
}

/// How many places for clues a board has outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// A number above each column and left of each row.
    TopLeft,
    /// A number at both ends of each column and row.
    Around,
    /// Numbers above the columns and left of the rows, as many as half of their cells.
    Lines,
}

/// A grid of marks with clues outside of it.
#[derive(Clone, Copy)]
pub struct Framed {
    frame: Frame,
    words: fn(&str) -> Option<Word>,
}

impl Framed {
    /// Marks of the cells in a frame.
    pub const fn marks(frame: Frame, words: fn(&str) -> Option<Word>) -> Framed {
        Framed { frame, words }
    }
}

impl StateSection for Framed {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        let (rows, cols) = (board.rows(), board.cols());
        let (top, left, after) = match self.frame {
            Frame::TopLeft => (1, 1, 0),
            Frame::Around => (1, 1, 1),
            Frame::Lines => (rows.div_ceil(2), cols.div_ceil(2), 0),
        };
        to.marks.extend((0..board.size().cells()).map(|c| (Place::Cell(c as u16), None)));
        let wide = left + cols + after;
        let Some(words) = from.grid("board", top + rows + after, wide)? else { return Ok(()) };
        for (i, word) in words.into_iter().enumerate() {
            let (r, c) = (i / wide, i % wide);
            let row = r.checked_sub(top).filter(|&r| r < rows);
            let col = c.checked_sub(left).filter(|&c| c < cols);
            let place = match (row, col) {
                (Some(r), Some(c)) => Place::Cell(board.cell(r, c) as u16),
                (Some(r), None) => Place::Outside(if c < left { Side::Left } else { Side::Right }, r as u16),
                (None, Some(c)) => Place::Outside(if r < top { Side::Top } else { Side::Bottom }, c as u16),
                (None, None) => continue,
            };
            // A `c` says that the number is crossed out.
            let (words, word): (fn(&str) -> Option<Word>, &str) = match place {
                Place::Cell(_) => (self.words, word),
                _ => (super::clue, word.strip_prefix('c').unwrap_or(word)),
            };
            match words(word).ok_or_else(|| no_word(word).at(board.name(place)))? {
                Word::Clue(clue) if self.frame == Frame::Lines => to.lengthen(place, &clue),
                said => to.say(place, said),
            }
        }
        Ok(())
    }
}

impl Filled {
    /// Takes one more number of a line.
    fn lengthen(&mut self, place: Place, clue: &Clue) {
        let line = self.puzzle.clues.entry(place).or_insert_with(|| Clue::Numbers(Vec::new()));
        if let Clue::Numbers(numbers) = line {
            numbers.push(clue.number());
        }
    }
}
