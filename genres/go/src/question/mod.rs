//! The question of life and death: who wants to capture what, and where.

mod assumed;
mod bent_four;
mod candidates;
mod friends;
mod infer;
mod margin;
mod open;
mod outcome;
mod outlets;
mod picture;
mod races;
mod rounded;
#[cfg(test)]
mod tests;
mod walls;

pub(crate) use open::MOST;
pub use open::STRONG;
pub use outcome::{Class, Outcome, Role, Threats};

use crate::{BadPosition, Board, Color, Illegal, Point, Points};

/// The task of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Leave no defender stone in the region.
    Annihilation,
    /// Leave no defender stone on the points of the target, whatever becomes of the rest. (One that
    /// is played there again counts: it makes a difference only to targets of several chains.)
    Crucial,
}

/// A question: can the attacker capture, playing in the region only?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The position, and a ko ban: it binds the side that would retake, if that is asked to move
    /// first.
    pub board: Board,
    /// Who defends.
    pub defender: Color,
    /// Where both sides may play, the defender's stones and capturable attacker stones included.
    pub region: Points,
    /// Attacker stones outside the region that can't be captured: the wall. (And points that count
    /// as such, see [`rests_on`](Question::rests_on).)
    pub wall: Points,
    /// Points of the region from which the defender is taken to get away: a stone of his there
    /// counts as life.
    pub exits: Points,
    /// Exits where an attacker stone is taken to hold, as a stone of the wall: it has liberties in
    /// the open.
    pub held: Points,
    /// Exits that lie in the open: to be joined to one counts as life.
    pub away: Points,
    /// Exits beside nothing beyond but chains of the defender that live: an attacker stone there has
    /// no liberty beyond, and does not hold.
    pub shut: Points,
    /// The stones that matter.
    pub target: Points,
    /// The task of the attacker.
    pub goal: Goal,
    /// Life there is life, but a capture there proves nothing: the region was chosen for proofs of
    /// life, and chains of its wall are taken to hold that may not (see
    /// [`narrowed`](Question::narrowed)).
    pub for_life: bool,
}

/// Why a question can't be asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unclear {
    /// The position is not legal.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// There is no stone to attack.
    #[error("there is no stone to attack: mark a target, or enclose a group")]
    NoTarget,
    /// The target's points hold no stones, or stones of both colours.
    #[error("the target must be stones of one colour: {}", .0.join(", "))]
    Target(Vec<String>),
    /// It can't be told who attacks.
    #[error("both sides reach the open: mark the stones to attack")]
    WhoAttacks,
    /// The picture can't be read.
    #[error("row {row}, column {column}: {what}")]
    Picture {
        /// Row from 1.
        row: usize,
        /// Column from 1.
        column: usize,
        /// The fault.
        what: String,
    },
}

impl Question {
    /// The attacker's colour.
    #[must_use]
    pub fn attacker(&self) -> Color {
        self.defender.other()
    }

    /// The colour that plays a role.
    #[must_use]
    pub fn color(&self, role: Role) -> Color {
        match role {
            Role::Attacker => self.attacker(),
            Role::Defender => self.defender,
        }
    }

    /// The role of a colour.
    #[must_use]
    pub fn role(&self, color: Color) -> Role {
        if color == self.defender { Role::Defender } else { Role::Attacker }
    }

    /// The point where `first`, to move, may not play at once. A ban binds the side that would
    /// retake, not the one that took: its stones lie beside the point.
    #[must_use]
    pub fn banned(&self, first: Role) -> Option<Point> {
        let own = self.board.stones(self.color(first));
        self.board.ko().filter(|&p| !self.board.beside(&Points::single(p)).meets(&own))
    }

    /// Can the defender get away (so that only a proof that keeps clear of the exits counts)?
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.exits.is_empty()
    }

    /// The question after a move of `role` in the region (`None`: a pass). The region, the wall and
    /// the target stay; target stones that were captured stay in the target, so that it can be
    /// told.
    ///
    /// # Errors
    /// Why the move can't be played; off the region counts as off the board.
    pub fn play(&self, role: Role, mv: Option<Point>) -> Result<Question, Illegal> {
        let mut next = self.clone();
        match mv {
            None => next.board.pass(),
            Some(p) if !self.region.contains(p) => return Err(Illegal::OffBoard),
            Some(p) => {
                next.board.play(p, self.color(role))?;
            }
        }
        Ok(next)
    }

    /// Has the attacker reached his goal on the board?
    #[must_use]
    pub fn is_captured(&self) -> bool {
        let left = self.board.stones(self.defender) & self.region;
        match self.goal {
            Goal::Annihilation => left.is_empty(),
            Goal::Crucial => !left.meets(&self.target),
        }
    }

    /// The image of the question under a symmetry of the board.
    #[must_use]
    pub fn image(&self, symmetry: crate::Symmetry) -> Question {
        let size = self.board.size();
        let map = |set: &Points| set.iter().map(|p| symmetry.point(p, size)).collect();
        Question {
            board: self.board.image(symmetry),
            defender: symmetry.color(self.defender),
            region: map(&self.region),
            wall: map(&self.wall),
            exits: map(&self.exits),
            held: map(&self.held),
            away: map(&self.away),
            shut: map(&self.shut),
            target: map(&self.target),
            goal: self.goal,
            for_life: self.for_life,
        }
    }
}
