//! Hunting for captures: a reading is given up where none is near.

use super::{Settles, Widening};
use crate::read::{DfPnReader, TooLarge, Widened};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::{Limits, Stop};

/// Nodes after which a capture has to look near for the first time; then after twice as many, and
/// so on.
const FIRST_LOOK: u64 = 1_500;
/// Rounds, and the nodes for friends, begin as where a question has so many nodes to itself: the
/// first look is to come when a capture was asked for.
const ROUNDS: u64 = 5_000;
/// What may be left to prove of a capture. Of 5,369 groups of played games, the attacker first, 115
/// were captured within 5,000 nodes, none of which had more than 380 left at the first look; of
/// those that stayed open three of four had more, or no region in which a capture was asked for.
const NEAR: u64 = 400;

impl DfPnReader {
    /// Reads as [`read_widening`](Self::read_widening) does, with the attacker first, and gives up
    /// where no capture is near: a search for groups that can be captured asks many questions, and
    /// most of them would take all their nodes without an answer.
    ///
    /// # Errors
    /// [`TooLarge`] if all its regions are.
    pub fn read_hunting(&self, question: &Question, limits: &Limits) -> Result<Widened, TooLarge> {
        if question.is_enclosed() || question.is_captured() {
            return self.read_widening(question, Role::Attacker, limits);
        }
        let settles: Settles<'_> = Box::new(|o: Outcome| o.lives() || o.class() == Some(Class::Dead));
        let first = limits.clone().with_nodes(limits.nodes.min(ROUNDS));
        let of_friends = first.nodes;
        let mut reading = Widening::new(self, question, Role::Attacker, settles, first, of_friends)?;
        let found = reading.hunt(limits.nodes);
        reading.end();
        found
    }
}

impl Widening<'_> {
    fn hunt(&mut self, most: u64) -> Result<Widened, TooLarge> {
        let mut look = FIRST_LOOK.min(most);
        loop {
            if let Some(found) = self.resume(look, most)? {
                return Ok(found);
            }
            let is_near = self.left_where(0).capture.is_some_and(|cost| cost <= NEAR);
            if look == most || !is_near {
                return Ok(self.told_bounds(if self.is_settled() { Stop::Exhausted } else { Stop::Nodes }));
            }
            look = look.saturating_mul(2).min(most);
        }
    }
}
