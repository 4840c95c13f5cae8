//! Drawing requests.

use tesuji_solver::{Literal, RuleId, Var};

/// What a drawing is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// Box-drawing characters for a terminal.
    Unicode,
    /// A self-contained SVG element.
    Svg,
}

/// A line between two candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// From here.
    pub from: Literal,
    /// To there.
    pub to: Literal,
    /// One of both holds (a strong link); else at most one does (a weak link).
    pub is_strong: bool,
}

/// What to point at in a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Draw the candidates of open cells.
    pub candidates: bool,
    /// Cells to look at.
    pub cells: Vec<Var>,
    /// Clues and other places to look at, by the board's numbers.
    pub places: Vec<u32>,
    /// Candidates of the pattern.
    pub pattern: Vec<Literal>,
    /// Candidates that need a second look (fins, ends).
    pub extra: Vec<Literal>,
    /// Variables of which something is known that the pattern rests on.
    pub facts: Vec<Var>,
    /// Rules to look at.
    pub rules: Vec<RuleId>,
    /// Candidates that go.
    pub gone: Vec<Literal>,
    /// Values that can be written down.
    pub placed: Vec<Literal>,
    /// Houses to look at. (Only grids of candidates draw them, and the links.)
    pub houses: Vec<Vec<Var>>,
    /// Links between candidates.
    pub links: Vec<Link>,
    /// Words below the drawing in place of the usual ones, where more is known of the puzzle.
    pub caption: Option<String>,
    /// In games: the moves that are shown, the one to make first, as the genre writes moves.
    /// (Drawings have them as numbers or places; this is for programs that read a hint.)
    pub moves: Vec<String>,
}
