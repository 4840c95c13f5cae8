//! Walls that stones of the defender touch from outside.
//!
//! A capture takes it for granted that the attacker's chains around the region hold. Where stones
//! of the defender stand beside such a chain outside the region, he may capture it there, however
//! many liberties it has, so that it has to be read: does the chain live though the defender moves
//! first, in a region of its own that has no point in common with the first one? If so, what he
//! plays in the one is answered in the one, in the other in the other. All points of the first
//! region are his in the second. Several chains want regions apart from each other, or one move
//! could be aimed at two. The life must hold against any number of ko threats. (The same argument
//! as for [friends](Question::rests_on), with the sides exchanged.)
//!
//! Where that is not shown, the chain can be [taken into the
//! region](Question::with_touched_wall_inside), as a chain that can be captured.

use super::Question;
use super::friends::regions_apart;
use super::open::{Frame, MOST, STRONG};
use crate::{Board, Chain, Color, Points};
use std::cmp::Reverse;

/// Outside liberties of a chain up to which stones of the defender beside these make it doubtful.
const FEW: usize = 4;

/// May the defender turn against a chain beside a region from outside: does a stone of his stand
/// beside it there, or, where it has few liberties outside, beside one of these (wherever such a
/// stone lies, unless it is of the target)?
pub(super) fn is_touched(board: &Board, defender: Color, target: &Points, region: &Points, chain: &Chain) -> bool {
    let (own, outside) = (board.stones(defender), chain.liberties - *region);
    let is_shut_in = outside.len() <= FEW && board.beside(&outside).meets(&(own - *target));
    is_shut_in || board.beside(&chain.stones).meets(&(own - *region))
}

impl Question {
    /// The attacker's chains in the wall that the defender touches from outside, each
    /// as its stones; the largest first (of equal ones the same in all images).
    #[must_use]
    pub fn touched_wall(&self) -> Vec<Points> {
        let chains = self.board.chains_in_order(self.attacker(), &self.wall, |c| Reverse(c.stones.len()));
        let touched = chains.into_iter().filter(|c| c.stones.meets(&self.wall));
        let touched = touched.filter(|c| is_touched(&self.board, self.defender, &self.target, &self.region, c));
        touched.map(|c| c.stones).collect()
    }

    /// Does the region say all: no exits, and no chain of the wall that has to be read?
    #[must_use]
    pub fn is_enclosed(&self) -> bool {
        !self.is_open() && self.touched_wall().is_empty()
    }

    /// Regions around a chain of the wall, the least first, apart from this one: for proofs that it
    /// lives.
    pub(crate) fn around_wall(&self, chain: &Points) -> Vec<Question> {
        regions_apart(&self.board, self.attacker(), chain, self.region, self.touched_wall().len())
    }

    /// Do those questions, each answered by life though its attacker moves first, show that all
    /// chains of the wall hold that stones of the defender touch outside the region?
    ///
    /// # Errors
    /// Which chain is not shown to hold, or what is wrong with a question.
    pub fn is_held_by(&self, walls: &[Question]) -> Result<(), String> {
        let name = |stones: &Points| stones.first().map(|p| p.name(self.board.size().1)).unwrap_or_default();
        let touched = self.touched_wall();
        if let Some(chain) = touched.iter().find(|chain| walls.iter().all(|wall| wall.target != **chain)) {
            return Err(format!(
                "the wall at {}: stones of the defender touch it, and it is not shown to hold",
                name(chain)
            ));
        }
        let mut taken = self.region;
        for wall in walls {
            let wrong = |what: &str| Err(format!("the wall at {}: {what}", name(&wall.target)));
            if !touched.contains(&wall.target) || wall.board != self.board || wall.defender != self.attacker() {
                return wrong("no chain of this wall on this board");
            }
            if !wall.target.within(&wall.region) || wall.region.meets(&taken) {
                return wrong("its region has points of another one, or lacks the chain");
            }
            if !wall.has_outlets(&self.region, walls) {
                return wrong("it does not get into the open");
            }
            taken |= wall.region;
            let outside = self.board.beside(&wall.region) - wall.region;
            if !(outside & self.region).within(&wall.wall) {
                return wrong("points of the region are not the defender's in its own");
            }
        }
        Ok(())
    }

    /// The same question in a region that holds the chains of the wall that stones of the defender
    /// touch outside, with their liberties, and again such chains of the new wall; `None` where
    /// there are none, or the region would be too large.
    #[must_use]
    pub fn with_touched_wall_inside(&self) -> Option<Question> {
        if self.touched_wall().is_empty() {
            return None;
        }
        let first = Frame::first(&self.board, self.defender, self.target, STRONG);
        let frame = Frame { holds: self.wall, is_first: false, takes_touched: true, ..first };
        let inside = frame.around(self.region);
        (inside.region.len() <= MOST && inside.region != self.region).then_some(inside)
    }
}
