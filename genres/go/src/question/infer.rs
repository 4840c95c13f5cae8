//! From a bare position to a question.
//!
//! The outside is the largest empty area (of equal ones those that the defender does not touch, if
//! there are such). Attacker chains that touch it are the wall; the region is all else that hangs
//! together with the defender's stones. A defender who touches the outside himself makes the
//! problem open.

use super::open::target_color;
use super::{Goal, Question, Unclear};
use crate::{Board, Color, Points};

impl Question {
    /// The question that a bare position asks: the defender is the side whose chains do not reach
    /// the largest empty area, and all his enclosed stones are to be captured.
    ///
    /// # Errors
    /// [`Unclear`] when no side, or both sides, are enclosed that way.
    pub fn infer(board: &Board) -> Result<Question, Unclear> {
        let areas = board.empty().largest_parts();
        let is_apart = |c: Color| areas.is_empty() || areas.iter().any(|area| touching(board, c, area).is_empty());
        let enclosed = |c: &Color| !board.stones(*c).is_empty() && is_apart(*c);
        let sides: Vec<Color> = Color::ALL.into_iter().filter(enclosed).collect();
        match sides[..] {
            [defender] => Question::enclosed(board, defender, board.stones(defender)),
            [] if board.stones(Color::Black).is_empty() && board.stones(Color::White).is_empty() => {
                Err(Unclear::NoTarget)
            }
            _ => Err(Unclear::WhoAttacks),
        }
    }

    /// The question whether `target` (stones of one colour, or points marked) can be captured.
    /// Inside a closed wall, all stones of the defender that hang together with it are to be
    /// captured; else, and where that wall may not [hold](Question::wall_holds), the target's own
    /// chains, in a [region around them](Question::around).
    ///
    /// # Errors
    /// [`Unclear`] when the target is not stones of one colour.
    pub fn of_target(board: &Board, target: &Points) -> Result<Question, Unclear> {
        let defender = target_color(board, target)?;
        let question = Question::enclosed(board, defender, *target & board.stones(defender))?;
        if !question.is_open() && question.wall_holds() { Ok(question) } else { Question::around(board, target) }
    }

    /// The question for known sides: annihilation of what hangs together with `target`.
    fn enclosed(board: &Board, defender: Color, target: Points) -> Result<Question, Unclear> {
        let (apart, others): (Vec<Points>, Vec<Points>) =
            board.empty().largest_parts().into_iter().partition(|area| touching(board, defender, area).is_empty());
        let outside = if apart.is_empty() { others } else { apart }.into_iter().fold(Points::EMPTY, |a, b| a | b);
        let wall = touching(board, defender.other(), &outside);
        let within = board.all() - wall - outside;
        let region: Points =
            within.parts().into_iter().filter(|part| part.meets(&target)).fold(Points::EMPTY, |a, b| a | b);
        if !region.meets(&board.stones(defender)) {
            return Err(Unclear::NoTarget);
        }
        let runs = touching(board, defender, &outside) & region;
        let exits = board.beside(&runs) & outside;
        Ok(Question {
            board: board.clone(),
            defender,
            region: region | exits,
            wall,
            exits,
            held: Points::EMPTY,
            away: Points::EMPTY,
            shut: Points::EMPTY,
            target: target & region,
            goal: Goal::Annihilation,
            for_life: false,
        })
    }
}

/// The stones of the chains of `color` that touch `area`.
fn touching(board: &Board, color: Color, area: &Points) -> Points {
    let chains = board.chains().filter(|c| c.color == color && c.liberties.meets(area));
    chains.fold(Points::EMPTY, |all, c| all | c.stones)
}
