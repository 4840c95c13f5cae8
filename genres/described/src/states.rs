//! States of pzprv3 of genre files.

use super::document::Text;
use super::scope::ValueNames;
use tesuji_genre::Bad;
use tesuji_pencil::codec::pzprv3::{
    Grid, Lattice, RegionBorders, RegionClues, RegionIds, StateForm, Word, clue, shade,
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
}

impl StatePart {
    /// The names in files.
    const ALL: [(&'static str, StatePart); 8] = [
        ("region ids", StatePart::RegionIds),
        ("region borders", StatePart::RegionBorders),
        ("region clues", StatePart::RegionClues),
        ("cell clues", StatePart::CellClues),
        ("corner clues", StatePart::CornerClues),
        ("shades", StatePart::Shades),
        ("numbers", StatePart::Numbers),
        ("numbered", StatePart::Numbered),
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
        }
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
