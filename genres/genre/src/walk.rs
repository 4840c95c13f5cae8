//! Walking through a puzzle: moves tried on the board, each judged by the solution, and the board
//! after them as a drawing with places to click. A page that shows it needs no rule of any genre.

use crate::{Restriction, Solution};
use serde::Serialize;
use serde_json::Value;
use tesuji_solver::Catalog;

/// A rectangle in the coordinates of a drawing.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Rect {
    /// Left.
    pub x: f64,
    /// Top.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// A square around a point.
    #[must_use]
    pub fn around(x: f64, y: f64, side: f64) -> Rect {
        Rect { x: x - side / 2.0, y: y - side / 2.0, w: side, h: side }
    }
}

/// A move that can be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The move, as [`WalkRequest::moves`] takes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What to call it, where several start at one place.
    pub words: String,
}

impl Choice {
    /// A move called by itself.
    pub fn plain(mv: impl Into<String>) -> Choice {
        let mv = mv.into();
        Choice { words: mv.clone(), mv }
    }
}

/// A place in the drawing with the moves that start there.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spot {
    /// What the place is called: a point, a cell.
    pub name: String,
    /// Where.
    pub at: Rect,
    /// Which.
    pub choices: Vec<Choice>,
}

/// A place in the drawing where a clue can stand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClueSpot {
    /// The name of the place.
    pub name: String,
    /// Its rectangle.
    pub at: Rect,
    /// The clue that stands there, as the genre writes it.
    pub clue: Option<String>,
}

/// What the solution says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judged {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
}

impl Judged {
    /// Right or wrong.
    #[must_use]
    pub fn of(is_right: bool) -> Judged {
        if is_right { Judged::Right } else { Judged::Wrong }
    }
}

/// What is asked of a walk.
#[derive(Clone, Copy, Debug, Default)]
pub struct WalkRequest<'a> {
    /// The solution in the record's shape.
    pub solution: Option<&'a Solution>,
    /// The moves made so far, both sides'.
    pub moves: &'a [String],
    /// Is one more step to be made, as the solution has it?
    pub step: bool,
    /// Is the whole board to be drawn, where only a part is by default?
    pub whole: bool,
    /// The techniques of a step; `None`: those of the genre itself.
    pub catalog: Option<&'a Catalog>,
    /// What the record keeps of the game that the puzzle was cut from ([`GAME_POSITION`]): with
    /// `whole`, its position is shown in place of the puzzle's.
    pub game: Option<&'a Value>,
    /// Which techniques a step may take; `None`: all of the genre.
    pub restriction: Option<&'a Restriction>,
}

/// The field of a record that [`WalkRequest::game`] is.
pub const GAME_POSITION: &str = "game_position";

/// Most moves of a walk.
pub const MOST_MOVES: usize = 5_000;

/// Where a walk is.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Walked {
    /// The board.
    pub svg: String,
    /// The board in words, for who does not see it: what stands where.
    pub alt: String,
    /// All moves, with the answers to the last one of the request.
    pub moves: Vec<String>,
    /// Who is to move, in words; empty where nobody moves.
    pub to_move: String,
    /// Places to click.
    pub spots: Vec<Spot>,
    /// Moves that have no place in the drawing.
    pub choices: Vec<Choice>,
    /// What the solution says of the last move of the solver.
    pub judged: Option<Judged>,
    /// What there is to say, a sentence each.
    pub told: Vec<String>,
    /// Does the solution end here?
    pub is_end: bool,
}
