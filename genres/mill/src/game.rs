//! Mill as a game for the readers of [`tesuji_solver::reading`]: complete turns, White first.

use crate::action::Turn;
use crate::position::{Colour, Position};
use crate::rules;
use crate::tables::Tables;
use crate::variant::RuleSet;
use tesuji_solver::reading::{Closer, Game, Interval, Outcome, Side};
use tesuji_solver::{TechniqueId, Tier};

/// The game of a rule set, by complete turns. Draws by counting are left out: play that never ends
/// is a draw.
#[derive(Clone, Copy, Debug)]
pub struct MillGame {
    /// The rules.
    pub rules: RuleSet,
}

/// The side of a colour: White is first.
pub fn side_of(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::First,
        Colour::Black => Side::Second,
    }
}

impl Game for MillGame {
    type Position = Position;
    type Move = Turn;
    type Value = Outcome;

    fn side(&self, at: &Position) -> Side {
        side_of(at.side)
    }

    fn moves(&self, at: &Position, to: &mut Vec<Turn>) {
        to.extend(rules::turns(&self.rules, at));
    }

    fn play(&self, at: &Position, turn: Turn) -> Position {
        let mut next = *at;
        for action in turn.actions() {
            next = rules::play_legal(&self.rules, &next, action);
        }
        next.timeless()
    }

    fn verdict(&self, at: &Position) -> Option<Outcome> {
        at.end.map(|end| end.winner.map_or(Outcome::Draw, |winner| Outcome::won_by(side_of(winner))))
    }

    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

/// Closes every position that the tables know, with its exact value.
#[derive(Debug)]
pub struct TableCloser<'a> {
    tables: &'a Tables,
    id: TechniqueId,
}

impl<'a> TableCloser<'a> {
    /// Over tables.
    pub fn new(tables: &'a Tables) -> Self {
        TableCloser { tables, id: TechniqueId::new("endgame-table") }
    }
}

impl Closer<MillGame> for TableCloser<'_> {
    fn id(&self) -> &TechniqueId {
        &self.id
    }

    fn tier(&self) -> Tier {
        Tier::Master
    }

    fn close(&self, _game: &MillGame, at: &Position) -> Option<Interval<Outcome>> {
        let value = self.tables.probe(at)?;
        Some(Interval::exact(value.seen_by_white(at.side == Colour::White)))
    }
}
