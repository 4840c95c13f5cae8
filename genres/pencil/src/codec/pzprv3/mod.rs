//! States of pzprv3: a puzzle with what is filled in so far.
//!
//! A state is `pzprv3/name/rows/columns/` and then rows of words, divided by `/` or by line ends.
//! The rows come in sections: clues, regions, marks. A [`StateForm`] lists the sections of a genre.
//! A text may end before a section: then nothing of it is on the board.

mod grids;
mod regions;
mod rows;
mod words;

pub use grids::{BlackHoles, ClueHoles, Frame, Framed, Grid, Lattice};
pub use regions::{RegionBorders, RegionClues, RegionIds, borders, borders_and_given};
pub use rows::Rows;
pub use words::{
    Word, arrow, border, circle, clue, clue_beside_wall, clue_or_number, clue_or_shade, line, number, runs_or_shade,
    shade, wall,
};

use super::Puzzle;
use crate::board::{Board, Place, Size};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// A puzzle and the marks on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filled {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The places that the text tells of, each with its values where a mark says which are left.
    pub marks: BTreeMap<Place, Option<Domain>>,
}

/// A part of a state's text.
pub trait StateSection: Send + Sync {
    /// Reads the section's rows into what the sections before it made.
    ///
    /// # Errors
    /// [`Bad`] with the place of what does not belong.
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad>;
}

/// A section that stands in states from a version on.
pub struct Since<S>(pub u32, pub S);

impl<S: StateSection> StateSection for Since<S> {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        if from.version() >= self.0 { self.1.read(from, to) } else { Ok(()) }
    }
}

/// A row for the letters of a variation, empty where there is none.
#[derive(Clone, Copy, Debug)]
pub struct VariationRow;

impl StateSection for VariationRow {
    fn read(&self, from: &mut Rows<'_>, _: &mut Filled) -> Result<(), Bad> {
        from.take("variation", 0).map(drop)
    }
}

/// How a genre's states are written.
pub struct StateForm {
    sections: Vec<Box<dyn StateSection>>,
    /// The value that a place has in a finished puzzle where nothing is marked on it.
    unmarked: Option<Value>,
    /// The same for edges.
    unmarked_edge: Option<Value>,
}

impl StateForm {
    /// A form whose every place must be marked in a finished puzzle: numbers.
    pub fn of_numbers() -> StateForm {
        StateForm { sections: Vec::new(), unmarked: None, unmarked_edge: None }
    }

    /// A form whose places without a mark have a value in a finished puzzle: 0 for unshaded cells,
    /// no line.
    pub fn unmarked_as(value: Value) -> StateForm {
        StateForm { sections: Vec::new(), unmarked: Some(value), unmarked_edge: Some(value) }
    }

    /// The form with another value for edges without a mark.
    #[must_use]
    pub fn with_unmarked_edges(mut self, value: Value) -> StateForm {
        self.unmarked_edge = Some(value);
        self
    }

    /// The form with one more section.
    #[must_use]
    pub fn with(mut self, section: impl StateSection + 'static) -> StateForm {
        self.sections.push(Box::new(section));
        self
    }

    /// The value of a place without a mark in a finished puzzle; `None` where there is no such
    /// value.
    pub fn unmarked(&self, place: Place) -> Option<Value> {
        if matches!(place, Place::Edge(_)) { self.unmarked_edge } else { self.unmarked }
    }

    /// Reads a state of a genre with one of these names.
    ///
    /// # Errors
    /// [`Bad`] with the place and what is expected there.
    pub fn read(&self, names: &[&str], text: &str) -> Result<Filled, Bad> {
        let mut rows = Rows::new(text);
        rows.take_version()?;
        let name = rows.take("name", 1)?[0];
        if !names.contains(&name) {
            let expected = names.join(" or ");
            return Err(Bad::new(format!("a state of {name:?}; {expected} is expected")).at("name"));
        }
        let mut side = |what: &str| -> Result<usize, Bad> {
            let word = rows.take(what, 1)?[0];
            word.parse().map_err(|_| Bad::new(format!("{word:?} is no number of {what}")).at(what))
        };
        let size = Size::new(side("rows")?, side("columns")?)?;
        rows.no_variation()?;
        let puzzle = Puzzle { board: Arc::new(Board::new(size)), clues: BTreeMap::new() };
        let mut filled = Filled { puzzle, marks: BTreeMap::new() };
        for section in &self.sections {
            section.read(&mut rows, &mut filled)?;
        }
        rows.end()?;
        Ok(filled)
    }
}

/// Is the text a state of pzprv3, whatever its genre?
pub fn is_state(text: &str) -> bool {
    text.trim_start().split(['/', '\n']).next().is_some_and(|first| rows::version_of(first.trim()).is_some())
}

/// The state that an address holds behind its `?`, with its signs in plain.
pub fn state_in_address(text: &str) -> Option<String> {
    let tail = text.trim().rsplit_once('?')?.1;
    if !is_state(tail) {
        return None;
    }
    let bytes = tail.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = tail.get(at + 1..at + 3).filter(|_| byte == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    Some(String::from_utf8_lossy(&plain).into_owned())
}

#[cfg(test)]
mod tests;
