//! A table of the marks that the drawings of each genre have.

/// A kind of marks with the meaning that a genre gives to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// A number on a cell, drawn in this style.
    Numbers(u8),
    /// A number on a black cell, which is out of play; a black cell without one, too.
    BlackNumbers,
    /// A white or a black circle on a cell.
    Circles(&'static str),
    /// A number with an arrow.
    Arrows,
    /// Several numbers on a cell.
    Lists,
    /// A black cell.
    Shaded,
    /// A black cell, or one that is left out of the board: out of play.
    Missing,
    /// Thick lines between cells.
    Regions,
    /// A number on a cell of a region, about the region.
    RegionNumbers,
    /// A number on a corner of cells.
    CornerNumbers,
    /// A white or a black circle on an edge.
    EdgeCircles,
    /// A number beyond the end of a line.
    OutsideNumbers,
    /// Numbers beyond the end of a line.
    OutsideLists,
    /// A tree, out of play.
    Trees,
    /// A number beside a star beyond the board, about the whole puzzle.
    Stars,
    /// White circles for 0, black ones for 1.
    CircleDigits,
    /// A circle on a cell, an edge or a corner.
    Points,
    /// Black cells with a number downwards and one to the right.
    Crossings,
    /// A number of a region with the operation that makes it.
    Results,
    /// Numbers of pluses above and left of the board, of minuses below and right of it.
    Poles,
    /// Thermometers from their bulbs on.
    Tubes,
}

use Look::*;

/// Black numbers; those in a white circle; white ones on black.
const PLAIN: Look = Numbers(1);
const CIRCLED: Look = Numbers(6);

/// By genre the tag that penpa-edit has for it, and what its drawings hold.
const GENRES: [(&str, &str, &[Look]); 41] = [
    ("akari", "akari", &[BlackNumbers]),
    ("aqre", "aqre", &[Regions, RegionNumbers]),
    ("binairo", "binairo", &[PLAIN, CircleDigits]),
    ("cave", "cave", &[PLAIN]),
    ("country-road", "country road", &[Regions, RegionNumbers]),
    ("creek", "creek", &[CornerNumbers]),
    ("dominosa", "dominosa", &[PLAIN]),
    ("fillomino", "fillomino", &[PLAIN]),
    ("galaxies", "spiralgalaxies", &[Points]),
    ("gokigen", "slant (gokigen)", &[CornerNumbers]),
    ("hashi", "hashiwokakero (hashi/bridges)", &[CIRCLED]),
    ("heyawake", "heyawake", &[Regions, RegionNumbers]),
    ("hitori", "hitori", &[PLAIN]),
    ("kakurasu", "kakurasu", &[OutsideNumbers]),
    ("kakuro", "kakuro", &[Crossings]),
    ("kenken", "tomtom", &[Regions, Results]),
    ("kropki", "kropki", &[EdgeCircles]),
    ("kurodoko", "kurodoko", &[CIRCLED]),
    ("kurotto", "kurotto", &[CIRCLED]),
    ("lits", "lits", &[Regions, Missing]),
    ("magnets", "magnets", &[Regions, Poles, Missing]),
    ("masyu", "masyu", &[Circles("circle_L")]),
    ("mines", "minesweeper", &[PLAIN]),
    ("nonogram", "nonogram", &[OutsideLists]),
    ("norinori", "norinori", &[Regions]),
    ("numberlink", "numberlink", &[PLAIN]),
    ("nurikabe", "nurikabe", &[PLAIN]),
    ("nurimisaki", "nurimisaki", &[CIRCLED]),
    ("ripple", "ripple effect", &[Regions, PLAIN, Missing]),
    ("shakashaka", "shakashaka", &[BlackNumbers]),
    ("shikaku", "shikaku", &[Numbers(7)]),
    ("simple-loop", "simple loop", &[Shaded]),
    ("skyscrapers", "skyscrapers", &[OutsideNumbers, PLAIN]),
    ("slitherlink", "slitherlink", &[PLAIN]),
    ("starbattle", "starbattle", &[Regions, Stars, Missing]),
    ("tapa", "tapa", &[Lists]),
    ("tents", "tents", &[OutsideNumbers, Trees]),
    ("thermometers", "thermometers", &[OutsideNumbers, Tubes]),
    ("unruly", "unruly", &[Circles("circle_M")]),
    ("yajilin", "yajilin", &[Arrows]),
    ("yinyang", "yin-yang", &[Circles("circle_M")]),
];

/// Are drawings of the genre read and written?
pub(crate) fn is_known(genre: &str) -> bool {
    of(genre).is_some()
}

/// The tag and the looks of a genre.
pub(super) fn of(genre: &str) -> Option<(&'static str, &'static [Look])> {
    GENRES.iter().find(|(name, ..)| *name == genre).map(|(_, tag, looks)| (*tag, *looks))
}

/// The style of the numbers of cells.
pub(super) fn number_style(looks: &[Look]) -> Option<u8> {
    looks.iter().find_map(|look| match look {
        Numbers(style) => Some(*style),
        BlackNumbers => Some(7),
        RegionNumbers => Some(1),
        _ => None,
    })
}

/// The name of the circles of cells.
pub(super) fn circle(looks: &[Look]) -> Option<&'static str> {
    looks.iter().find_map(|look| match look {
        Circles(name) => Some(*name),
        Points => Some("circle_SS"),
        _ => None,
    })
}
