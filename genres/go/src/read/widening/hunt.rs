//! Hunting for captures: a reading is given up where none is near.

use super::policy::POLICY;
use super::{Settles, Widening};
use crate::read::{DfPnReader, TooLarge, Widened};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::{Limits, Stop};

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
        let first = limits.clone().with_nodes(limits.nodes.min(POLICY.hunting_round_nodes));
        let of_friends = first.nodes;
        let mut reading = Widening::new(self, question, Role::Attacker, settles, first, of_friends)?;
        let found = reading.hunt(limits.nodes);
        reading.end();
        found
    }
}

impl Widening<'_> {
    fn hunt(&mut self, most: u64) -> Result<Widened, TooLarge> {
        let mut look = POLICY.first_look.min(most);
        loop {
            if let Some(found) = self.resume(look, most)? {
                return Ok(found);
            }
            let is_near = self.left_where(0).capture.is_some_and(|cost| cost <= POLICY.near_capture);
            if look == most || !is_near {
                return Ok(self.told_bounds(if self.is_settled() { Stop::Exhausted } else { Stop::Nodes }));
            }
            look = look.saturating_mul(2).min(most);
        }
    }
}
