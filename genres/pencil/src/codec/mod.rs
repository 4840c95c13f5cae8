//! Addresses of puzz.link and states of pzprv3 ([`pzprv3`]), read and written from one description
//! a genre.
//!
//! An address is `name/columns/rows/body`, and a body is a row of sections: borders, clues of the
//! cells, numbers of the regions, numbers outside. A [`Codec`] lists the sections of a genre; each
//! section reads and writes.

mod counts;
mod crossings;
mod cursor;
mod decimal;
mod given;
mod holes;
mod older;
mod packed;
mod pieces;
pub mod pzprv3;
mod results;
mod runs;
mod sections;
mod stars;

pub use counts::{LineCounts, PoleCounts};
pub use crossings::Crossings;
pub use cursor::Cursor;
pub use decimal::{Decimal, Slash};
pub use given::{
    BordersAndHoles, GivenBorders, GivenCells, HoleMarks, LastNumber, MirrorHoles, Variant, WholeNumber, WholeNumbers,
    is_variant, variant_place, whole_number,
};
pub use holes::{ClueOrHole, Holes};
pub use older::{OlderCorners, OlderRegions};
pub use packed::{Arrows, Circles, Filled, Lists};
pub use pieces::has_pieces;
pub use results::RegionResults;
pub use runs::{FourCell, Hexadecimal, Run, SingleSymbol};
pub use sections::{
    AllEdgeClues, Borders, CellClues, CornerClues, EdgeClues, HoleClues, OutsideClues, OutsideNumbers, RegionNumbers,
    Section,
};
pub use stars::{Stars, star_places};

use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// A puzzle as the codecs see it: a board and the clues on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The board.
    pub board: Arc<Board>,
    /// The clues, by place.
    pub clues: BTreeMap<Place, Clue>,
}

/// How a genre's puzzles are written.
pub struct Codec {
    /// Names of the genre in addresses; the first is the one that is written.
    names: &'static [&'static str],
    sections: Vec<Box<dyn Section>>,
    /// Letters of variations that say how a puzzle is drawn and nothing of its rules.
    drawing: &'static str,
    /// The sections of the older form, which the letter `d` tells.
    older: Vec<Box<dyn Section>>,
    /// May a region be in several pieces?
    pieces: bool,
}

impl Codec {
    /// A codec without sections; `names` are the names that puzz.link and its relatives have for
    /// the genre, the one to write first.
    pub fn new(names: &'static [&'static str]) -> Codec {
        Codec { names, sections: Vec::new(), drawing: "", older: Vec::new(), pieces: false }
    }

    /// The codec with one more section.
    #[must_use]
    pub fn with(mut self, section: impl Section + 'static) -> Codec {
        self.sections.push(Box::new(section));
        self
    }

    /// The codec with letters of variations that tell of the drawing alone. They are not written.
    #[must_use]
    pub fn drawn_as(mut self, letters: &'static str) -> Codec {
        self.drawing = letters;
        self
    }

    /// The codec with one more section of the older form (`lits/d/…`), which is read and not
    /// written.
    #[must_use]
    pub fn with_older(mut self, section: impl Section + 'static) -> Codec {
        self.older.push(Box::new(section));
        self
    }

    /// The codec for regions that may be in several pieces: such are told by a letter for each cell
    /// behind the address, which other programs don't read.
    #[must_use]
    pub fn with_pieces(mut self) -> Codec {
        self.pieces = true;
        self
    }

    /// The sections of a variation.
    fn sections_of(&self, address: &Address<'_>) -> Result<&[Box<dyn Section>], Bad> {
        let Some((flags, column)) = address.variation else { return Ok(&self.sections) };
        let letters: String = flags.chars().filter(|&c| !self.drawing.contains(c)).collect();
        match letters.as_str() {
            "" => Ok(&self.sections),
            "d" if !self.older.is_empty() => Ok(&self.older),
            _ => Err(Bad::new(format!("the variation {letters:?} of {} is not read", address.name)).column(column)),
        }
    }

    /// The names of the genre in addresses.
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// Reads an address: whole (`https://puzz.link/p?slither/4/4/dgdh2c71`), or from the name on.
    ///
    /// # Errors
    /// [`Bad`] with the column and what is expected there.
    pub fn read(&self, text: &str) -> Result<Puzzle, Bad> {
        let (text, letters) = match text.split_once(pieces::MARK) {
            Some((text, letters)) if self.pieces => (text, Some(letters)),
            _ => (text, None),
        };
        let address = Address::split(text)?;
        if !self.names.contains(&address.name) {
            let expected = self.names.join(" or ");
            return Err(Bad::new(format!("an address of {:?}; {expected} is expected", address.name))
                .column(address.name_column));
        }
        if let Some(column) = address.variant_column {
            return Err(variant_rules().column(column));
        }
        let mut cursor = Cursor::new(address.body, address.body_column);
        let mut puzzle = Puzzle { board: Arc::new(Board::new(address.size)), clues: BTreeMap::new() };
        for section in self.sections_of(&address)? {
            section.read(&mut cursor, &mut puzzle)?;
        }
        cursor.end()?;
        if let Some(letters) = letters {
            let column = text.chars().count() + 2;
            pieces::read(letters, &mut puzzle).map_err(|bad| bad.column(column))?;
        }
        Ok(puzzle)
    }

    /// Writes a puzzle from the name on: `slither/4/4/dgdh2c71`.
    ///
    /// # Errors
    /// [`Bad`] when a clue has no form in the genre's addresses.
    pub fn write(&self, puzzle: &Puzzle) -> Result<String, Bad> {
        let name = self.names.first().copied().unwrap_or_default();
        let mut text = format!("{name}/{}/{}/", puzzle.board.cols(), puzzle.board.rows());
        for section in &self.sections {
            section.write(puzzle, &mut text)?;
        }
        if pieces::are_in(&puzzle.board) {
            if !self.pieces {
                return Err(Bad::new(format!("a region in several pieces has no form in addresses of {name}")));
            }
            pieces::write(&puzzle.board, &mut text);
        }
        Ok(text)
    }
}

/// The parts of an address.
struct Address<'a> {
    name: &'a str,
    name_column: usize,
    /// The letters of a variation, with their column.
    variation: Option<(&'a str, usize)>,
    size: Size,
    body: &'a str,
    body_column: usize,
    /// Where the mark of variant rules stands, if it does.
    variant_column: Option<usize>,
}

impl<'a> Address<'a> {
    fn split(text: &'a str) -> Result<Address<'a>, Bad> {
        let text = text.trim_end();
        let start = text.rfind('?').map_or(0, |i| i + 1);
        // `type=player&` and the like ask for a way to show the puzzle.
        let head = text[start..].split('/').next().unwrap_or("");
        let start = start + head.rfind('&').map_or(0, |i| i + 1);
        let tail = &text[start..];
        // Columns count characters from 1; what follows counts bytes of the tail.
        let column = |byte: usize| text[..start + byte].chars().count() + 1;
        let mut fields = Vec::new();
        let mut variant_column = None;
        let mut at = 0;
        for field in tail.split('/') {
            if field.starts_with("v:") {
                variant_column = Some(column(at));
            } else {
                fields.push((field, at));
            }
            at += field.len() + 1;
        }
        let (name, name_at) = fields.first().copied().unwrap_or(("", tail.len()));
        let is_letters = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_side = |i: usize| fields.get(i).is_some_and(|(text, _)| text.parse::<usize>().is_ok_and(|n| n > 0));
        let has_size = is_side(2) && is_side(3);
        let letters = fields.get(1).copied().filter(|(text, _)| has_size && is_letters(text));
        let variation = letters.map(|(text, at)| (text, column(at)));
        if letters.is_some() {
            fields.remove(1);
        }
        let field = |i: usize| fields.get(i).copied().unwrap_or(("", tail.len()));
        let side = |i: usize, what: &str| {
            let (text, at) = field(i);
            let bad = || Bad::new(format!("the number of {what} is expected, not {text:?}")).column(column(at));
            text.parse::<usize>().map_err(|_| bad())
        };
        let (cols, rows) = (side(1, "columns")?, side(2, "rows")?);
        let size = Size::new(rows, cols).map_err(|bad| bad.column(column(field(1).1)))?;
        let (_, body_at) = field(3);
        let body = tail.get(body_at..).unwrap_or("").trim_end_matches('/');
        let name = plain_name(name);
        Ok(Address {
            name,
            name_column: column(name_at),
            variation,
            size,
            body,
            body_column: column(body_at),
            variant_column,
        })
    }
}

/// The refusal of an address with the mark `v:`: by ordinary rules its answer would be wrong.
pub(crate) fn variant_rules() -> Bad {
    Bad::new(
        "the address asks for variant rules (v:), which are not read: ordinary rules would give another answer; without \
         v: it is read by these",
    )
}

/// A name without what asks for a way to show the puzzle: `slither` of `slither_edit`.
fn plain_name(name: &str) -> &str {
    name.strip_suffix("_edit").or_else(|| name.strip_suffix("_play")).unwrap_or(name)
}

/// The name of the genre that an address is of, if the text is an address: `slither` of
/// `https://puzz.link/p?slither/4/4/dgdh2c71`.
pub fn name_in_address(text: &str) -> Option<&str> {
    Address::split(text).ok().map(|address| address.name)
}

#[cfg(test)]
mod tests;
