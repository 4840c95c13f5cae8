//! A position with a question, and how the question is written on a line.
//!
//! `POSITION;CATEGORY`, or `POSITION;capturePieces:K`; another rule set than the standard game
//! stands in front: `lasker_morris;POSITION;CATEGORY`. How many turns it takes is no part of the
//! question: that is found, never claimed.

use super::state::{Kernel, State};
use crate::exchange::Category;
use crate::fen::{self, Dialect};
use crate::position::{Colour, Position};
use crate::variant::{self, Variant};
use tesuji_genre::{Bad, near};

/// A position with a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The rule set.
    pub variant: &'static Variant,
    /// The position.
    pub state: State,
    /// Who is to move and to solve.
    pub side: Colour,
    /// The task.
    pub category: Category,
    /// Captures asked for; 1 but for `capturePieces`.
    pub captures: u8,
}

/// The standard game.
pub fn standard() -> &'static Variant {
    &variant::VARIANTS[0]
}

impl Question {
    /// The rules of reading.
    ///
    /// # Errors
    /// [`Bad`] when positions of the rule set are more than men.
    pub fn kernel(&self) -> Result<Kernel, Bad> {
        Kernel::of(&self.variant.rules).ok_or_else(|| {
            let what = format!("puzzles of {} can be read and checked, not solved: its past counts", self.variant.id);
            Bad::new(what).at("variant")
        })
    }

    /// The position as the rules have it.
    pub fn position(&self) -> Position {
        self.state.position(self.side)
    }

    /// The position string.
    pub fn fen(&self) -> String {
        fen::print(&self.position(), Dialect::Nodes)
    }

    /// The least image: least under the symmetries, White to move. The colour is given up only
    /// while no man is in hand: before, White is the one who placed first.
    #[must_use]
    pub fn least(&self) -> Question {
        let side = if self.state.placing() { self.side } else { Colour::White };
        Question { state: self.state.least(), side, ..*self }
    }

    /// A question from a position and a category; the category of a bare position is the best turn.
    ///
    /// # Errors
    /// [`Bad`] with the field.
    pub fn new(variant: &'static Variant, fen: &str, category: Category, captures: u8) -> Result<Question, Bad> {
        let parsed = fen::parse(&variant.rules, fen).map_err(|e| Bad::new(e.to_string()).at("position"))?;
        let position = parsed.position;
        if position.end.is_some() {
            return Err(Bad::new("the game is over in this position").at("position"));
        }
        let state = State::of(&position).ok_or_else(|| {
            Bad::new("a man is being taken or marked here: a puzzle starts with a whole turn").at("position")
        })?;
        if state.own_hand == 0 && state.enemy_hand > 0 {
            let what = format!("{} has no man in hand, the other side has", position.side.name());
            return Err(Bad::new(what).at("position"));
        }
        Ok(Question { variant, state, side: position.side, category, captures })
    }

    /// Reads the one-line notation; a bare position string is a question for the best turn.
    ///
    /// # Errors
    /// [`Bad`] with the part.
    pub fn parse(text: &str) -> Result<Question, Bad> {
        let mut parts: Vec<&str> = text.trim().split(';').map(str::trim).collect();
        let variant = match parts.first().and_then(|id| variant::VARIANTS.iter().find(|v| v.id == *id)) {
            Some(variant) => {
                parts.remove(0);
                variant
            }
            None if parts.len() == 3 => {
                let near = near(parts[0], variant::VARIANTS.iter().map(|v| v.id));
                return Err(Bad::new(format!("unknown: {:?}; {near}", parts[0])).at("variant"));
            }
            None => standard(),
        };
        let (fen, goal) = match parts[..] {
            [fen] => (fen, Category::FindBestMove.name()),
            [fen, goal] => (fen, goal),
            _ => return Err(Bad::new("POSITION;CATEGORY is expected")),
        };
        let (name, count) = goal.split_once(':').map_or((goal, None), |(name, count)| (name, Some(count)));
        let category = Category::of(name).ok_or_else(|| {
            let near = near(name, Category::NAMES.iter().copied());
            Bad::new(format!("unknown: {name:?}; {near}")).at("category")
        })?;
        let captures = match (category, count) {
            (Category::CapturePieces, None) => 2,
            (Category::CapturePieces, Some(n)) => n
                .parse()
                .ok()
                .filter(|n| (1..=7).contains(n))
                .ok_or_else(|| Bad::new(format!("1 to 7 captures are expected, this is {n:?}")).at("category"))?,
            (_, None) => 1,
            (_, Some(_)) => return Err(Bad::new("only capturePieces has a number").at("category")),
        };
        Question::new(variant, fen, category, captures)
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.variant.id != standard().id {
            write!(f, "{};", self.variant.id)?;
        }
        write!(f, "{};{}", self.fen(), self.category.name())?;
        if self.category == Category::CapturePieces {
            write!(f, ":{}", self.captures)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

    #[test]
    fn written_and_read() {
        for goal in ["", ";winGame", ";capturePieces:3", ";defend"] {
            let question = Question::parse(&format!("{FEN}{goal}")).unwrap();
            assert_eq!(Question::parse(&question.to_string()).unwrap(), question);
        }
        let lasker = Question::parse(&format!("lasker_morris;{FEN};winGame")).unwrap();
        assert_eq!(Question::parse(&lasker.to_string()).unwrap(), lasker);
        for (bad, at) in [
            ("NNNNNNNNNNNNNNNNNNNNNNNN/xxoxxxxx/0/0/b w 9 9 0;formMill", "position"),
            (&format!("{FEN};formMills"), "category"),
            (&format!("{FEN};winGame:2"), "category"),
            (&format!("{FEN};capturePieces:0"), "category"),
            (&format!("russian;{FEN};winGame"), "variant"),
            ("OO******/@@@*****/******** w m s 2 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes", "position"),
        ] {
            assert_eq!(Question::parse(bad).unwrap_err().at.as_deref(), Some(at), "{bad}");
        }
    }
}
