//! Constraints as data, and the kinds that there are.

use super::rules::Rules;
use super::scene::Scene;
use std::cmp::Ordering;
use tesuji_genre::Bad;

pub use super::words::{Family, Words};

/// What a constraint says.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its kind.
    pub kind: &'static Kind,
    /// Numbers: a sum, a difference, coefficients, values.
    pub numbers: Vec<i32>,
    /// A word: a pattern, the key of a relation, the line of a clue outside.
    pub text: String,
    /// What a user calls it.
    pub name: String,
    /// Cells and variables outside, a list for each line or set.
    pub cells: Vec<Vec<u32>>,
    /// Constraints inside of it.
    pub inner: Vec<Constraint>,
}

impl Constraint {
    fn key(&self) -> (&str, &[Vec<u32>], &[i32], &str, &str, &[Constraint]) {
        (self.kind.name, &self.cells, &self.numbers, &self.text, &self.name, &self.inner)
    }
}

impl PartialEq for Constraint {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Constraint {}

impl PartialOrd for Constraint {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Constraint {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Constraint {
    /// Says nothing yet.
    pub fn of(kind: &'static Kind) -> Constraint {
        let (numbers, cells, inner) = (Vec::new(), Vec::new(), Vec::new());
        Constraint { kind, numbers, text: String::new(), name: String::new(), cells, inner }
    }

    /// With one list of cells.
    pub fn over(kind: &'static Kind, cells: Vec<u32>) -> Constraint {
        Constraint { cells: vec![cells], ..Constraint::of(kind) }
    }

    /// With a number and one list of cells.
    pub fn with(kind: &'static Kind, number: i32, cells: Vec<u32>) -> Constraint {
        Constraint { numbers: vec![number], ..Constraint::over(kind, cells) }
    }

    /// Is it of the kind?
    pub fn is(&self, kind: &Kind) -> bool {
        std::ptr::eq(self.kind, kind)
    }

    /// The first number.
    pub fn number(&self) -> i32 {
        self.numbers.first().copied().unwrap_or(0)
    }

    /// The first list of cells.
    pub fn line(&self) -> &[u32] {
        self.cells.first().map_or(&[], Vec::as_slice)
    }
}

/// How a constraint is written: its name, then words apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Nothing more.
    Global,
    /// A word out of a list.
    Choice(&'static [&'static str]),
    /// Cells.
    Cells,
    /// A number, then cells; without a number this one.
    Number(Option<i32>),
    /// A sum, perhaps with coefficients, then cells.
    Weighted,
    /// Values, then cells.
    Values,
    /// A word, then cells.
    Word,
    /// Lists of cells of one length; their number comes first.
    Sets,
    /// Lists of cells apart.
    Segments,
    /// A row or column, the number at its start and the one at its end.
    Ends,
    /// A number and a row or column.
    Side,
    /// A number and the cell where a diagonal starts.
    Diagonal,
    /// The first of four cells, and values.
    Square,
    /// The key of a relation, then named lists of cells.
    Relation,
    /// A key as older texts write it.
    OldRelation(&'static str),
    /// An automaton, then named lists of cells with segments.
    Automaton,
    /// A pattern, then lists of cells.
    Pattern,
    /// Values, and the cells of the grid or of a group outside.
    Connected,
    /// Other constraints, up to an end.
    Branches,
    /// The text has its own meaning: the shape of the grid, regions, variables, copies.
    Structure,
}

/// Maps of a grid onto itself that lead a constraint to one of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Maps {
    /// None is known.
    Unknown,
    /// Turns and mirrors lead it to the constraint on the images of its cells, in their order.
    Cells,
    /// Turns and mirrors lead it to the images of its cells, whose order says nothing.
    Sets,
    /// Turns and mirrors leave it as it is.
    Grid,
    /// Orders of lines, too, which keep both diagonals, if both are named.
    Diagonals,
}

/// Tells which maps of the grid and of values keep a constraint.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    /// Maps of cells.
    pub maps: Maps,
    /// May values be renamed?
    pub renames: bool,
}

impl Symmetry {
    /// No map is known.
    pub const UNKNOWN: Symmetry = Symmetry { maps: Maps::Unknown, renames: false };
    /// It moves with its cells.
    pub const CELLS: Symmetry = Symmetry { maps: Maps::Cells, renames: false };
    /// It moves with its cells, whose order says nothing.
    pub const SETS: Symmetry = Symmetry { maps: Maps::Sets, renames: false };
    /// It is of the whole grid.
    pub const GRID: Symmetry = Symmetry { maps: Maps::Grid, renames: false };
    /// Cells of diagonals differ.
    pub const DIAGONALS: Symmetry = Symmetry { maps: Maps::Diagonals, renames: true };

    /// Lets values be renamed, too.
    #[must_use]
    pub const fn renaming(self) -> Symmetry {
        Symmetry { renames: true, ..self }
    }
}

/// A kind of constraints.
pub struct Kind {
    /// Its name in constraint strings.
    pub name: &'static str,
    /// What people call one.
    pub noun: &'static str,
    /// How hints speak of it.
    pub words: Words,
    /// How it is written.
    pub form: Form,
    /// The maps of the grid that keep it.
    pub symmetry: Symmetry,
    /// States its rules.
    pub rules: fn(&Constraint, &mut Rules<'_>) -> Result<(), Bad>,
    /// Draws it.
    pub draw: fn(&Constraint, &mut Scene<'_>),
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
