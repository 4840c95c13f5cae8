//! Drawing requests.

use tesuji_solver::{Literal, Var};

/// What a drawing is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// Box-drawing characters for a terminal.
    Unicode,
    /// A self-contained SVG element.
    Svg,
}

/// What to point at in a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Draw the candidates of open cells.
    pub candidates: bool,
    /// Cells to look at.
    pub cells: Vec<Var>,
    /// Candidates of the pattern.
    pub pattern: Vec<Literal>,
    /// Candidates that need a second look (fins, ends).
    pub extra: Vec<Literal>,
    /// Candidates that go.
    pub gone: Vec<Literal>,
    /// Values that can be written down.
    pub placed: Vec<Literal>,
    /// In games: the moves that are shown, the one to make first, as the genre writes moves. (Drawings have them as numbers or
    /// places; this is for programs that read a hint.)
    pub moves: Vec<String>,
}
