//! Questions of a person about a chain on any board: its status for either side to move first, the
//! right first moves, and the points that the proof speaks of. In words, and in what GoGui draws.
//!
//! ```
//! use tesuji_go::{Analysis, Board, Color, Point};
//! use tesuji_solver::Limits;
//!
//! // Three in a row in the corner, White around it.
//! let black = ["A2", "B2", "C2", "D2", "D1"];
//! let white = ["A3", "B3", "C3", "D3", "E2", "E1"];
//! let stones = |words: &[&str], color| words.iter().map(|w| (Point::parse(w, 9, 9).unwrap(), color)).collect::<Vec<_>>();
//! let board = Board::set_up(9, 9, [stones(&black, Color::Black), stones(&white, Color::White)].concat())?;
//! let asked = Analysis::of(&board, Point::parse("B2", 9, 9).unwrap(), Color::Black)?;
//! let status = asked.status(&Limits::default().with_nodes(100_000))?;
//! assert!(status.to_string().contains("White first: DEAD, by B1"), "{status}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod keys;
mod status;
#[cfg(test)]
mod tests;
mod zone;

pub use keys::{Keys, SideKeys};
pub use status::{SideStatus, Status};
pub(crate) use zone::zone_of_reading;
pub use zone::{Zone, zone_of};

use crate::read::{DfPnReader, TooLarge, Widened};
use crate::{Board, Color, Outcome, Point, Question, Role, Unclear};
use tesuji_solver::Limits;

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no chain to ask about.
    #[error("no stone at {0}")]
    NoStone(String),
    /// No question can be made of it.
    #[error(transparent)]
    Unclear(#[from] Unclear),
    /// The region is too large to read.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// A chain, and the question around it.
#[derive(Debug)]
pub struct Analysis {
    question: Question,
    /// Whose move it is on the board: a ko ban binds that side alone.
    turn: Color,
    reader: DfPnReader,
}

impl Analysis {
    /// Asks about the chain at a point.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn of(board: &Board, at: Point, turn: Color) -> Result<Analysis, Fault> {
        let chain = board.chain(at).ok_or_else(|| Fault::NoStone(at.name(board.size().1)))?;
        let question = Question::around(board, &chain.stones)?;
        Ok(Analysis { question, turn, reader: DfPnReader::telling_seki() })
    }

    /// The question, in its least region.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The colours, in the order of the reports: Black, White.
    fn sides(&self) -> [(Color, Role); 2] {
        Color::ALL.map(|c| (c, self.question.role(c)))
    }

    /// Reads with that side first; half of the nodes.
    fn read(&self, first: Role, limits: &Limits) -> Result<Widened, TooLarge> {
        self.reader.read_widening(&self.asked(first), first, &limits.clone().with_nodes(limits.nodes / 2))
    }

    /// The question with that side first.
    fn asked(&self, first: Role) -> Question {
        let mut question = self.question.clone();
        if question.color(first) != self.turn {
            question.board.set_ko(None);
        }
        question
    }

    fn name(&self, p: Point) -> String {
        p.name(self.question.board.size().1)
    }

    fn names(&self, points: impl IntoIterator<Item = Point>) -> String {
        points.into_iter().map(|p| self.name(p)).collect::<Vec<_>>().join(" ")
    }

    /// The outcome in the words of the board: who needs the threats is told by colour.
    fn words(&self, outcome: Outcome) -> String {
        match outcome.threats {
            Some(t) => {
                let (by, s) = (title(self.question.color(t.by)), if t.count == 1 { "" } else { "s" });
                format!("KO, {by} needs {} ko threat{s}", t.count)
            }
            None => outcome.to_string(),
        }
    }
}

/// A colour at the beginning of a sentence.
fn title(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
