//! The clues of a genre file: where they stand, what they say, how they follow from a solution.

use super::body::Phrase;
use super::document::Table;
use std::ops::RangeInclusive;
use tesuji_genre::Bad;
use tesuji_pencil::board::{Board, Place, Side};
use tesuji_pencil::clue::Clue;

/// Kinds of places that carry clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum On {
    Cells,
    Corners,
    Links,
    Regions,
    /// At the ends of lines: above and left of them, or on all four sides.
    Outside(&'static [Side]),
}

impl On {
    /// The names in files, with what they stand for.
    pub(crate) const ALL: [(&'static str, On); 6] = [
        ("cells", On::Cells),
        ("corners", On::Corners),
        ("links", On::Links),
        ("regions", On::Regions),
        ("top_and_left", On::Outside(&[Side::Top, Side::Left])),
        ("outside", On::Outside(&Side::ALL)),
    ];

    /// The places of a board.
    pub(crate) fn places(self, board: &Board) -> Vec<Place> {
        match self {
            On::Cells => board.cells().map(|c| Place::Cell(c as u16)).collect(),
            On::Corners => (0..board.corners() as u16).map(Place::Corner).collect(),
            On::Links => board.inner_edges().map(|e| Place::Edge(e as u16)).collect(),
            On::Regions => {
                let count = board.regions().map_or(0, |regions| regions.len()) as u16;
                (0..count).map(Place::Region).collect()
            }
            On::Outside(sides) => {
                let count =
                    |side: Side| if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
                sides.iter().flat_map(|&s| (0..count(s) as u16).map(move |i| Place::Outside(s, i))).collect()
            }
        }
    }

    /// The name in files.
    pub(crate) fn name(self) -> &'static str {
        On::ALL.into_iter().find(|(_, on)| *on == self).map_or("", |(name, _)| name)
    }

    /// Does the place belong to the kind?
    pub(crate) fn has(self, place: Place) -> bool {
        match (self, place) {
            (On::Cells, Place::Cell(_))
            | (On::Corners, Place::Corner(_))
            | (On::Links, Place::Edge(_))
            | (On::Regions, Place::Region(_)) => true,
            (On::Outside(sides), Place::Outside(side, _)) => sides.contains(&side),
            _ => false,
        }
    }
}

/// A kind of clues.
#[derive(Clone, Debug)]
pub(crate) struct ClueKind {
    pub(crate) on: On,
    /// Does the clue say the value of its place?
    pub(crate) is_value: bool,
    /// Is it a circle: white for 0, black for 1?
    pub(crate) is_circle: bool,
    pub(crate) range: RangeInclusive<u16>,
    /// May a question mark stand there?
    pub(crate) unknown: bool,
    /// The value of a cell with a clue.
    pub(crate) value: Option<Phrase>,
    /// The number, as it follows from a solution; the place is called `place`.
    pub(crate) derived: Option<Phrase>,
}

impl ClueKind {
    /// Reads the table of a kind.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is wrong.
    pub(crate) fn read(on: On, table: &Table<'static>) -> Result<ClueKind, Bad> {
        table.only(&["says", "range", "unknown", "value", "derive"])?;
        let says = table.needed("says")?;
        let (is_value, is_circle) = match says.words {
            "number" => (false, false),
            "value" => (true, false),
            "circle" => (true, true),
            other => return says.refuse(format!("{other:?}: number, value or circle is expected")),
        };
        if is_value && !matches!(on, On::Cells | On::Links) {
            return says.refuse("cells and links have values, other places say numbers");
        }
        let range = match table.text("range")? {
            None if is_circle => 0..=1,
            None => 0..=99,
            Some(text) => {
                let ends = text.words.split_once("..");
                let ends = ends.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                match ends.filter(|(a, b)| a <= b) {
                    Some((least, most)) => least..=most,
                    None => return text.refuse("a range such as 0..9 is expected"),
                }
            }
        };
        let phrase = |key: &str| table.text(key)?.map(Phrase::read).transpose();
        let (value, derived) = (phrase("value")?, phrase("derive")?);
        Ok(ClueKind { on, is_value, is_circle, range, unknown: table.flag("unknown")?, value, derived })
    }

    /// The clue with a number.
    pub(crate) fn clue(&self, number: u16) -> Clue {
        match (self.is_circle, number) {
            (true, 0) => Clue::White,
            (true, _) => Clue::Black,
            (false, n) => Clue::Number(n),
        }
    }

    /// The number of a clue of the kind.
    pub(crate) fn number(&self, clue: &Clue) -> Option<u16> {
        match clue {
            Clue::White if self.is_circle => Some(0),
            Clue::Black if self.is_circle => Some(1),
            Clue::Number(n) if !self.is_circle => Some(*n),
            _ => None,
        }
    }

    /// Refuses a clue that is not of the kind.
    ///
    /// # Errors
    /// [`Bad`] naming what is expected.
    pub(crate) fn lint(&self, clue: &Clue) -> Result<(), Bad> {
        if *clue == Clue::Unknown && self.unknown {
            return Ok(());
        }
        let (least, most) = (self.range.start(), self.range.end());
        match self.number(clue) {
            Some(n) if self.range.contains(&n) => Ok(()),
            _ if self.is_circle => Err(Bad::new("a white or a black circle is expected")),
            Some(n) => Err(Bad::new(format!("{n}: a number from {least} to {most} is expected"))),
            None => Err(Bad::new(format!("a number from {least} to {most} is expected"))),
        }
    }
}
