//! Positions along a stored line, each as a question of its own.

use crate::{Color, Illegal, Point, Problem, Question, Role};

/// A position of a stored tree.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The question as it stands there.
    pub(super) question: Question,
    /// Who is to move.
    pub(super) turn: Role,
}

impl Position {
    /// The problem itself; where it is open, in the first of the regions that the reader tries.
    pub(super) fn of(problem: &Problem) -> Position {
        let q = &problem.question;
        let target = q.target & q.board.stones(q.defender);
        let anew = if q.is_open() || q.for_life { Question::around(&q.board, &target).ok() } else { None };
        Position { question: anew.unwrap_or_else(|| q.clone()), turn: problem.first }
    }

    /// After a move. If it is not that colour's turn, the other side has passed. A ko may be taken
    /// back at once where `retakes` says that a threat was answered.
    ///
    /// # Errors
    /// Why the move can't be played.
    pub(super) fn play(&self, color: Color, mv: Option<Point>, retakes: bool) -> Result<Position, Illegal> {
        let mut question = self.question.clone();
        let role = question.role(color);
        if role != self.turn {
            question.board.pass();
        }
        if retakes {
            question.board.set_ko(None);
        }
        let next = match mv {
            Some(p) if !question.region.contains(p) => outside(question, color, p)?,
            _ => question.play(role, mv)?,
        };
        Ok(Position { question: next, turn: role.other() })
    }
}

/// After a move outside of the region: the same target, in a region that is made for the new
/// position.
fn outside(mut question: Question, color: Color, p: Point) -> Result<Question, Illegal> {
    question.board.play(p, color)?;
    let left = question.target & question.board.stones(question.defender);
    // The new stone may have a liberty of the wall, or be the way out: what the old region takes
    // for granted may not hold.
    let anew = Question::of_target(&question.board, &left).ok().filter(|q| q.defender == question.defender);
    Ok(anew.unwrap_or(question))
}
