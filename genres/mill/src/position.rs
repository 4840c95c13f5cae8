//! A position: men, hands, whose turn it is, and what the rules still demand.

use crate::board::{ALL, Point, Set};
use crate::variant::RuleSet;

/// White or Black. White places first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Written `O`, moves first.
    White,
    /// Written `@`.
    Black,
}

impl Colour {
    /// Both, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `White` or `Black`.
    pub fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }
}

/// Which part of the game the side to move is in: it is placing as long as it has men in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It has men in hand.
    Placing,
    /// It has none.
    Moving,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A side has too few men left.
    FewMen,
    /// The side to move can't.
    NoMove,
    /// The board is full.
    FullBoard,
    /// Too many plies without placing or taking.
    QuietPlies,
    /// A position occurred for the third time.
    Repetition,
    /// The position was read as one of a finished game; it doesn't say how it ended.
    Stated,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct End {
    /// Who won; nobody in a draw, or where it isn't known.
    pub winner: Option<Colour>,
    /// Why.
    pub why: Why,
}

/// Men that may be taken by a further rule of taking: where, and how many of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Targets {
    /// Where they are.
    pub at: Set,
    /// How many may be taken.
    pub count: u8,
}

/// The targets of a side by rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Captures {
    /// Enclosed men.
    pub custodian: Targets,
    /// Men stepped between.
    pub intervention: Targets,
    /// Men jumped.
    pub leap: Targets,
}

impl Captures {
    /// Where any target is.
    pub fn at(&self) -> Set {
        self.custodian.at | self.intervention.at | self.leap.at
    }

    /// How many may be taken in all.
    pub fn count(&self) -> u8 {
        self.custodian.count.saturating_add(self.intervention.count).saturating_add(self.leap.count)
    }
}

/// Removals that come from having no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StalemateRemoval {
    /// None going on.
    #[default]
    None,
    /// The blocked side takes a man and then moves.
    ThenMove,
    /// Both sides take one.
    Both,
}

/// A position. Two positions are equal when all that the rules look at is equal, move counters
/// included; see [`Position::timeless`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Men on the board by colour, marked ones not included.
    pub men: [Set; 2],
    /// Points with a man that was taken but blocks its point until placing is over.
    pub marked: Set,
    /// Men in hand by colour.
    pub hand: [u8; 2],
    /// Whose turn it is.
    pub side: Colour,
    /// The phase.
    pub phase: Phase,
    /// Men that each side has to take off now.
    pub removals: [u8; 2],
    /// Are the men to take off the side's own?
    pub remove_own: [bool; 2],
    /// Men that can be taken by further rules.
    pub captures: [Captures; 2],
    /// May the removal be any that a mill allows (and not only one of the targets above)?
    pub mill_removal: bool,
    /// Removals that come from having no move.
    pub stalemate_removal: StalemateRemoval,
    /// The last move of each side that closed a mill, if its very last one did and the rules look
    /// at it.
    pub last_mill: [Option<(Option<Point>, Point)>; 2],
    /// Points of lines that have taken a man already, by colour (one-time mills).
    pub used_mills: [Set; 2],
    /// Preferred target of an intervention.
    pub preferred: Option<Point>,
    /// Plies without placing or taking.
    pub quiet: u16,
    /// Atomic places and moves since the start; removals don't count.
    pub ply: u32,
    /// How the game ended, if it did.
    pub end: Option<End>,
}

impl Position {
    /// The empty board, all men in hand, White to place.
    pub fn start(rules: &RuleSet) -> Position {
        Position { hand: [rules.men; 2], phase: Phase::Placing, ..Position::moving([0, 0], Colour::White) }
    }

    /// A position with these men and empty hands. Nothing is checked;
    /// [`settled`](crate::rules::settled) does.
    pub fn moving(men: [Set; 2], side: Colour) -> Position {
        Position {
            men,
            marked: 0,
            hand: [0, 0],
            side,
            phase: Phase::Moving,
            removals: [0, 0],
            remove_own: [false; 2],
            captures: [Captures::default(); 2],
            mill_removal: false,
            stalemate_removal: StalemateRemoval::None,
            last_mill: [None; 2],
            used_mills: [0; 2],
            preferred: None,
            quiet: 0,
            ply: 0,
            end: None,
        }
    }

    /// The men of the side to move.
    #[inline]
    pub fn own(&self) -> Set {
        self.men[self.side.index()]
    }

    /// The men of the other side.
    #[inline]
    pub fn enemy(&self) -> Set {
        self.men[self.side.other().index()]
    }

    /// Points that nobody can go to: men and marked points.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.men[0] | self.men[1] | self.marked
    }

    /// Empty points.
    #[inline]
    pub fn empty(&self) -> Set {
        ALL & !self.occupied()
    }

    /// Men of a colour on the board.
    #[inline]
    pub fn on_board(&self, colour: Colour) -> u32 {
        self.men[colour.index()].count_ones()
    }

    /// Men of a colour on the board and in hand.
    #[inline]
    pub fn total(&self, colour: Colour) -> u32 {
        self.on_board(colour) + u32::from(self.hand[colour.index()])
    }

    /// Must the side to move take a man off now?
    #[inline]
    pub fn must_remove(&self) -> bool {
        self.end.is_none() && self.removals[self.side.index()] > 0
    }

    /// The position without its counters, for use where draws by counting are left out.
    #[must_use]
    pub fn timeless(self) -> Position {
        Position { quiet: 0, ply: 0, ..self }
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn moved(self, by: crate::symmetry::Symmetry) -> Position {
        let targets = |t: Targets| Targets { at: by.set(t.at), count: t.count };
        let captures = |c: Captures| Captures {
            custodian: targets(c.custodian),
            intervention: targets(c.intervention),
            leap: targets(c.leap),
        };
        Position {
            men: self.men.map(|m| by.set(m)),
            marked: by.set(self.marked),
            captures: self.captures.map(captures),
            last_mill: self.last_mill.map(|m| m.map(|(from, to)| (from.map(|p| by.point(p)), by.point(to)))),
            used_mills: self.used_mills.map(|m| by.set(m)),
            preferred: self.preferred.map(|p| by.point(p)),
            ..self
        }
    }

    /// The position with the colours exchanged. (Not the same game where the rules treat the
    /// colours differently: who places first, a full board.)
    #[must_use]
    pub fn swapped(self) -> Position {
        let swap = |x: [Set; 2]| [x[1], x[0]];
        Position {
            men: swap(self.men),
            hand: [self.hand[1], self.hand[0]],
            side: self.side.other(),
            removals: [self.removals[1], self.removals[0]],
            remove_own: [self.remove_own[1], self.remove_own[0]],
            captures: [self.captures[1], self.captures[0]],
            last_mill: [self.last_mill[1], self.last_mill[0]],
            used_mills: swap(self.used_mills),
            end: self.end.map(|e| End { winner: e.winner.map(Colour::other), ..e }),
            ..self
        }
    }
}
