//! States of pzprv3 of genre files.

use super::document::Text;
use super::scope::ValueNames;
use std::collections::BTreeSet;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_pencil::board::{Board, Place};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::codec::pzprv3::{
    Filled, Frame, Framed, Grid, Lattice, RegionBorders, RegionClues, RegionIds, Rows, StateForm, StateSection, Word,
    border, circle, clue, clue_or_shade, line, shade,
};

/// A section of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatePart {
    RegionIds,
    RegionBorders,
    RegionClues,
    CellClues,
    CornerClues,
    Shades,
    Numbers,
    Numbered,
    CellCircles,
    CornerCircles,
    CellLetters,
    LinkClues,
    CluesOrShades,
    NumbersFromOne,
    Lines,
    Borders,
    AllBorders,
    CellNotes,
    LinkNotes,
    FramedShades,
    FramedNumbers,
    FramedAround,
    Holes,
}

impl StatePart {
    /// The names in files.
    const ALL: [(&'static str, StatePart); 23] = [
        ("region ids", StatePart::RegionIds),
        ("region borders", StatePart::RegionBorders),
        ("region clues", StatePart::RegionClues),
        ("cell clues", StatePart::CellClues),
        ("corner clues", StatePart::CornerClues),
        ("shades", StatePart::Shades),
        ("numbers", StatePart::Numbers),
        ("numbered", StatePart::Numbered),
        ("cell circles", StatePart::CellCircles),
        ("corner circles", StatePart::CornerCircles),
        ("cell letters", StatePart::CellLetters),
        ("link clues", StatePart::LinkClues),
        ("clues or shades", StatePart::CluesOrShades),
        ("numbers from one", StatePart::NumbersFromOne),
        ("lines", StatePart::Lines),
        ("borders", StatePart::Borders),
        ("all borders", StatePart::AllBorders),
        ("cell notes", StatePart::CellNotes),
        ("link notes", StatePart::LinkNotes),
        ("framed shades", StatePart::FramedShades),
        ("framed numbers", StatePart::FramedNumbers),
        ("numbers in a frame", StatePart::FramedAround),
        ("holes", StatePart::Holes),
    ];

    /// The section of a name.
    ///
    /// # Errors
    /// [`Bad`] with the names that there are.
    pub(crate) fn read(text: &Text<'_>) -> Result<StatePart, Bad> {
        let found = StatePart::ALL.into_iter().find(|(name, _)| *name == text.words);
        let names = StatePart::ALL.map(|(name, _)| name).join(", ");
        found
            .map(|(_, part)| part)
            .ok_or_else(|| text.bad(0, format!("no section {:?}; there are {names}", text.words)))
    }

    fn add(self, form: StateForm) -> StateForm {
        match self {
            StatePart::RegionIds => form.with(RegionIds { borders_since: 1 }),
            StatePart::RegionBorders => form.with(RegionBorders),
            StatePart::RegionClues => form.with(RegionClues(clue)),
            StatePart::CellClues => form.with(Grid::clues(Lattice::Cells, clue)),
            StatePart::CornerClues => form.with(Grid::clues(Lattice::Corners, clue)),
            StatePart::Shades => form.with(Grid::marks(Lattice::Cells, shade)),
            StatePart::Numbers => form.with(Grid::marks(Lattice::Cells, number)),
            StatePart::Numbered => form.with(Grid::marks(Lattice::Cells, numbered)),
            StatePart::CellCircles => form.with(Grid::clues(Lattice::Cells, circle)),
            StatePart::CornerCircles => form.with(Grid::clues(Lattice::Corners, circle)),
            StatePart::CellLetters => form.with(Grid::clues(Lattice::Cells, letter)),
            StatePart::LinkClues => form.with(Grid::clues(Lattice::Inner, clue)),
            StatePart::CluesOrShades => form.with(Grid::marks(Lattice::Cells, clue_or_shade)),
            StatePart::NumbersFromOne => form.with(Grid::marks(Lattice::Cells, from_one)),
            StatePart::Lines => form.with(Grid::marks(Lattice::Inner, line)),
            StatePart::Borders => form.with(Grid::marks(Lattice::Inner, border)),
            StatePart::AllBorders => form.with(Grid::marks(Lattice::Edges, border)).with(NoFrame),
            StatePart::CellNotes => form.with(Grid::notes(Lattice::Cells)),
            StatePart::LinkNotes => form.with(Grid::notes(Lattice::Inner)),
            StatePart::FramedShades => form.with(Framed::marks(Frame::TopLeft, shade)),
            StatePart::FramedNumbers => form.with(Framed::marks(Frame::TopLeft, number)),
            StatePart::FramedAround => form.with(Framed::marks(Frame::Around, number)),
            StatePart::Holes => form.with(HoleWords),
        }
    }
}

/// Takes the marks on the frame of the board away. It has no rows of its own.
struct NoFrame;

impl StateSection for NoFrame {
    fn read(&self, _: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let inner: BTreeSet<usize> = to.puzzle.board.inner_edges().collect();
        to.marks.retain(|place, _| !matches!(place, Place::Edge(edge) if !inner.contains(&usize::from(*edge))));
        Ok(())
    }
}

/// Clues of cells, and `*` for cells out of play.
struct HoleWords;

impl StateSection for HoleWords {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let Some(words) = from.grid("clues", board.rows(), board.cols())? else { return Ok(()) };
        let is_hole: Vec<bool> = words.iter().map(|&word| word == "*").collect();
        for (cell, word) in words.into_iter().enumerate().filter(|(_, word)| *word != "*") {
            let place = Place::Cell(cell as u16);
            match clue(word) {
                Some(Word::Clue(clue)) => drop(to.puzzle.clues.insert(place, clue)),
                Some(_) => {}
                None => return Err(Bad::new(format!("{word:?} is no number")).at(board.name(place))),
            }
        }
        to.puzzle.board = Arc::new(board.with_holes(is_hole)?);
        Ok(())
    }
}

/// A letter is the number of its place in the alphabet.
fn letter(word: &str) -> Option<Word> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(Word::Clue(Clue::Number(u16::from(letter - b'a') + 1))),
        _ => clue(word),
    }
}

/// A number is the value before it: 1 is value 0; 0 says nothing.
fn from_one(word: &str) -> Option<Word> {
    if word == "0" {
        return Some(Word::Nothing);
    }
    match number(word)? {
        Word::Mark(n) => n.checked_sub(1).map(Word::Mark),
        other => Some(other),
    }
}

/// A number is a value, `-` is value 0; `+` says that there is a number.
fn number(word: &str) -> Option<Word> {
    match word {
        "." | "+" => Some(Word::Nothing),
        "-" => Some(Word::Mark(0)),
        _ => word.parse().ok().filter(|&n| n < 64).map(Word::Mark),
    }
}

/// Any number is value 1; `+` and `-` are value 0.
fn numbered(word: &str) -> Option<Word> {
    match word {
        "." => Some(Word::Nothing),
        "+" | "-" => Some(Word::Mark(0)),
        _ => word.parse::<u32>().ok().map(|_| Word::Mark(1)),
    }
}

/// The form of states with these sections; none where there are none.
pub(crate) fn form(parts: &[StatePart], values: &ValueNames) -> Option<StateForm> {
    let bare = match values {
        ValueNames::Words(_) => StateForm::unmarked_as(0),
        ValueNames::Numbers => StateForm::of_numbers(),
    };
    (!parts.is_empty()).then(|| parts.iter().fold(bare, |form, part| part.add(form)))
}
