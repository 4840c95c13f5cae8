//! How puzzles of a genre file are written: sections of addresses, and forms of pasted texts.

use super::clues::{ClueKind, On};
use super::document::{Table, Text};
use super::states::StatePart;
use tesuji_genre::Bad;
use tesuji_pencil::codec::{
    Borders, CellClues, Circles, ClueOrHole, Codec, CornerClues, Decimal, EdgeClues, FourCell, Hexadecimal,
    OutsideClues, RegionNumbers, Run, SingleSymbol, Slash,
};
use tesuji_pencil::house::{Form, Signs};

/// A section of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Borders,
    Slash,
    /// Clues of cells, decimal, in which 7 is a cell out of play.
    Holes,
    Clues(On, Coding),
}

/// How clues are written one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Hex,
    Decimal,
    Four,
    Single,
    Circles,
}

impl Coding {
    const ALL: [(&'static str, Coding); 5] = [
        ("hex", Coding::Hex),
        ("decimal", Coding::Decimal),
        ("four", Coding::Four),
        ("single", Coding::Single),
        ("circles", Coding::Circles),
    ];
}

impl Section {
    /// Reads the name of a section: `borders`, `slash`, `cells hex`.
    fn read(text: &Text<'_>) -> Result<Section, Bad> {
        match text.words {
            "borders" => return Ok(Section::Borders),
            "slash" => return Ok(Section::Slash),
            "cells or holes" => return Ok(Section::Holes),
            _ => {}
        }
        let section = text.words.split_once(' ').and_then(|(on, coding)| {
            let (_, on) = On::ALL.into_iter().find(|(name, _)| *name == on)?;
            let (_, coding) = Coding::ALL.into_iter().find(|(name, _)| *name == coding)?;
            Some(Section::Clues(on, coding))
        });
        let join = |names: Vec<&str>| names.join(", ");
        section.ok_or_else(|| {
            let places = join(On::ALL.map(|(name, _)| name).into());
            let codings = join(Coding::ALL.map(|(name, _)| name).into());
            text.bad(
                0,
                format!(
                    "no section {:?}: borders, slash, cells or holes, or one of {places} with one of {codings}",
                    text.words
                ),
            )
        })
    }

    fn add(self, codec: Codec) -> Codec {
        match self {
            Section::Borders => codec.with(Borders),
            Section::Slash => codec.with(Slash),
            Section::Holes => codec.with(ClueOrHole(Decimal)),
            Section::Clues(on, Coding::Hex) => with_clues(codec, on, Hexadecimal),
            Section::Clues(on, Coding::Decimal) => with_clues(codec, on, Decimal),
            Section::Clues(on, Coding::Four) => with_clues(codec, on, FourCell),
            Section::Clues(on, Coding::Single) => with_clues(codec, on, SingleSymbol),
            Section::Clues(on, Coding::Circles) => with_clues(codec, on, Circles),
        }
    }
}

fn with_clues<R: Run + 'static>(codec: Codec, on: On, run: R) -> Codec {
    match on {
        On::Cells => codec.with(CellClues(run)),
        On::Corners => codec.with(CornerClues(run)),
        On::Links => codec.with(EdgeClues(run)),
        On::Regions => codec.with(RegionNumbers(run)),
        On::Outside(sides) => codec.with(OutsideClues { run, all_sides: sides.len() > 2 }),
    }
}

/// How a genre's puzzles are written.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) names: &'static [&'static str],
    pub(crate) sections: Vec<Section>,
    /// The sections of states; none: they are not read.
    pub(crate) states: Vec<StatePart>,
    /// Are lines drawn from cell to cell?
    pub(crate) lines_link: bool,
}

impl Face {
    /// Reads the table `[face]`, or takes what fits the board and its clues.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is wrong.
    pub(crate) fn read(
        table: Option<&Table<'static>>,
        name: &'static str,
        has_regions: bool,
        clues: &[ClueKind],
    ) -> Result<Face, Bad> {
        let (mut names, mut sections, mut lines_link) = (vec![name], Vec::new(), false);
        let mut states = Vec::new();
        if let Some(table) = table {
            table.only(&["address", "sections", "states", "lines"])?;
            states = table.texts("states")?.iter().map(StatePart::read).collect::<Result<_, Bad>>()?;
            let listed: Vec<&'static str> =
                table.texts("address")?.iter().map(|text| super::rule::kept(text.words)).collect();
            if !listed.is_empty() {
                names = listed;
            }
            sections = table.texts("sections")?.iter().map(Section::read).collect::<Result<_, Bad>>()?;
            if let Some(text) = table.text("lines")? {
                lines_link = match text.words {
                    "links" => true,
                    "edges" => false,
                    other => return text.refuse(format!("{other:?}: links or edges is expected")),
                };
            }
            for on in clues.iter().map(|kind| kind.on) {
                let is_written = |section: &Section| match section {
                    Section::Clues(of, _) => *of == on,
                    Section::Holes => on == On::Cells,
                    Section::Borders | Section::Slash => false,
                };
                if !sections.is_empty() && !sections.iter().any(is_written) {
                    let name = On::ALL.into_iter().find(|(_, of)| *of == on).map_or("", |(name, _)| name);
                    return Err(table.bad_value("sections", format!("no section has the clues of {name}")));
                }
            }
            if !sections.is_empty() && has_regions && !sections.contains(&Section::Borders) {
                return Err(table.bad_value("sections", "no section has the borders of regions"));
            }
        }
        if sections.is_empty() {
            sections.extend(has_regions.then_some(Section::Borders));
            let coding = |kind: &ClueKind| if kind.is_circle { Coding::Circles } else { Coding::Hex };
            sections.extend(clues.iter().map(|kind| Section::Clues(kind.on, coding(kind))));
        }
        Ok(Face { names: names.leak(), sections, states, lines_link })
    }

    pub(crate) fn codec(&self) -> Codec {
        self.sections.iter().fold(Codec::new(self.names), |codec, section| section.add(codec))
    }

    pub(crate) fn form(&self, has_regions: bool, clues: &[ClueKind]) -> Form {
        let signs = |kind: &ClueKind| {
            let signs = if kind.is_circle { Signs::two_colours() } else { Signs::numbers(*kind.range.start()) };
            if kind.unknown { signs.or_unknown() } else { signs }
        };
        let of = |on: fn(On) -> bool| clues.iter().find(|kind| on(kind.on));
        let cells = of(|on| on == On::Cells);
        match (has_regions, cells) {
            (true, Some(kind)) => Form::regions_and_cells(signs(kind)),
            (true, None) if of(|on| on == On::Regions).is_some() => Form::region_numbers(),
            (true, None) => Form::regions(false),
            (false, Some(kind)) => Form::cells(signs(kind)),
            (false, None) => match (of(|on| on == On::Corners), of(|on| matches!(on, On::Outside(_)))) {
                (Some(kind), _) => Form::corners(signs(kind)),
                (None, Some(ClueKind { on: On::Outside(sides), .. })) if sides.len() > 2 => Form::around(Signs::none()),
                (None, Some(_)) => Form::line_counts(Signs::none()),
                _ => Form::cells(Signs::none()),
            },
        }
    }
}
