//! The constraints that are drawn around a solution.

use crate::variant::constraint::Kind;
use crate::variant::constraints::{
    ALL_DIFFERENT, ARROW, BETWEEN, BLACK_DOT, CAGE, ENTROPIC, EVEN, GREATER, LITTLE_KILLER, MODULAR, NABNER, ODD,
    PALINDROME, QUAD, REGION_SUM_LINE, RENBAN, SANDWICH, SKYSCRAPER, SLOW_THERMO, STRICT_KROPKI, STRICT_XV, THERMO, V,
    WHISPER, WHITE_DOT, X, X_SUM, ZIPPER,
};
use crate::variant::grid::Grid;

/// Where a constraint stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On a line of cells that touch.
    Line,
    /// On cells that share sides.
    Area,
    /// Between two neighbours.
    Pair,
    /// On the corner of four cells.
    Square,
    /// At the end of a diagonal.
    Diagonal,
    /// At a row or column.
    Side,
    /// At one of the ends of a row or column.
    End,
    /// In a cell.
    Cell,
}

/// Draws constraints of one name.
#[derive(Debug)]
pub struct Maker {
    /// Its name in requests.
    pub name: &'static str,
    /// Further names.
    pub other_names: &'static [&'static str],
    /// The kinds; the first that holds is taken.
    pub kinds: &'static [&'static Kind],
    /// Where it stands.
    pub place: Place,
    /// The least and the greatest number of cells.
    pub cells: (usize, usize),
    /// The kind that says that all signs are given.
    pub absence: Option<&'static Kind>,
}

impl PartialEq for Maker {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Maker {
    /// The most of them that have room on a grid.
    pub fn most(&self, grid: &Grid) -> usize {
        let (rows, cols) = (grid.rows, grid.cols);
        let cells = rows * cols;
        match self.place {
            Place::Line | Place::Area if self.cells.0 > usize::from(grid.high) => 0,
            Place::Line | Place::Area => cells / self.cells.0,
            Place::Pair => grid.neighbours().len(),
            Place::Square => (rows - 1) * (cols - 1),
            Place::Diagonal => (4 * rows.min(cols)).saturating_sub(10),
            Place::Side => rows + cols,
            Place::End => 2 * (rows + cols),
            Place::Cell => cells,
        }
    }

    /// Does one differ from itself read from its other end?
    pub fn is_directed(&self) -> bool {
        let kinds: [&Kind; 4] = [&THERMO, &SLOW_THERMO, &ARROW, &GREATER];
        self.kinds.iter().any(|kind| kinds.iter().any(|own| std::ptr::eq(*kind, *own)))
    }
}

const fn line(name: &'static str, kinds: &'static [&'static Kind], cells: (usize, usize)) -> Maker {
    Maker { name, other_names: &[], kinds, place: Place::Line, cells, absence: None }
}

const fn at(name: &'static str, kinds: &'static [&'static Kind], place: Place, cells: usize) -> Maker {
    Maker { name, other_names: &[], kinds, place, cells: (cells, cells), absence: None }
}

/// All makers.
pub static MAKERS: [Maker; 26] = [
    Maker { other_names: &["cage", "killer-cage"], place: Place::Area, ..line("killer", &[&CAGE], (2, 5)) },
    Maker { other_names: &["thermometer"], ..line("thermo", &[&THERMO], (3, 6)) },
    line("slow-thermo", &[&SLOW_THERMO], (3, 6)),
    line("arrow", &[&ARROW], (3, 4)),
    Maker { other_names: &["whispers"], ..line("whisper", &[&WHISPER], (3, 6)) },
    line("renban", &[&RENBAN], (3, 5)),
    line("palindrome", &[&PALINDROME], (3, 5)),
    line("between", &[&BETWEEN], (3, 5)),
    Maker { other_names: &["region-sum-line"], ..line("region-sum", &[&REGION_SUM_LINE], (3, 6)) },
    line("zipper", &[&ZIPPER], (3, 5)),
    line("entropic", &[&ENTROPIC], (3, 6)),
    line("modular", &[&MODULAR], (3, 6)),
    line("nabner", &[&NABNER], (3, 4)),
    Maker { absence: Some(&STRICT_KROPKI), ..at("kropki", &[&BLACK_DOT, &WHITE_DOT], Place::Pair, 2) },
    at("white", &[&WHITE_DOT], Place::Pair, 2),
    at("black", &[&BLACK_DOT], Place::Pair, 2),
    Maker { absence: Some(&STRICT_XV), ..at("xv", &[&X, &V], Place::Pair, 2) },
    at("inequality", &[&GREATER], Place::Pair, 2),
    Maker { other_names: &["quadruples", "quad"], ..at("quadruple", &[&QUAD], Place::Square, 4) },
    at("little-killer", &[&LITTLE_KILLER], Place::Diagonal, 3),
    at("sandwich", &[&SANDWICH], Place::Side, 2),
    at("x-sum", &[&X_SUM], Place::End, 2),
    at("skyscraper", &[&SKYSCRAPER], Place::End, 2),
    at("odd", &[&ODD], Place::Cell, 1),
    at("even", &[&EVEN], Place::Cell, 1),
    Maker { place: Place::Area, ..line("extra-region", &[&ALL_DIFFERENT], (4, 9)) },
];
