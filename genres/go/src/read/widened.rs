//! An answer, and the regions that it is about.

use super::{DfPnReader, Proved, Reading, TooLarge};
use crate::{Question, Role};
use tesuji_solver::Limits;

/// A reading, and the question in the region that it is about.
#[derive(Clone, Debug)]
pub struct Widened {
    /// The question as it was read: the given one, or with another region.
    pub question: Question,
    /// The same where the two ends of the outcome come from two regions: `question` has the one that shows that it is no worse for the
    /// defender, this one that it is no better.
    pub at_best: Option<Question>,
    /// Life in `question` rests on these: chains of the defender beyond it to which he may be joined. Each lives in its own region, though the
    /// attacker moves first there (see [`Question::rests_on`]).
    pub friends: Vec<Question>,
    /// What was found.
    pub reading: Reading,
}

impl Widened {
    /// What was found of a question in its own region.
    #[must_use]
    pub fn of(question: Question, reading: Reading) -> Widened {
        Widened { question, at_best: None, friends: Vec::new(), reading }
    }

    /// The proof of it, read again with certificates, and those of its friends.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn prove(&self, reader: &DfPnReader, first: Role, limits: &Limits) -> Result<Proved, TooLarge> {
        let mut proved = match &self.at_best {
            None => reader.prove(&self.question, first, limits),
            Some(at_best) => reader.prove_ends(&self.question, at_best, first, limits),
        }?;
        for friend in &self.friends {
            proved.friends.push(reader.prove(friend, Role::Attacker, limits)?);
        }
        Ok(proved)
    }

    /// The question in the region that shows a capture, or survival.
    #[must_use]
    pub fn showing(&self, capture: bool) -> &Question {
        self.at_best.as_ref().filter(|_| capture).unwrap_or(&self.question)
    }

    /// What the answer takes for granted (see [`Question::assumed`]).
    #[must_use]
    pub fn assumed(&self) -> Option<String> {
        let own = self.question.assumed_beside(&self.friends);
        let all: Vec<String> = own.into_iter().chain(self.at_best.as_ref().and_then(Question::assumed)).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Do the certificates prove the outcome? (See [`Proved::check`].)
    ///
    /// # Errors
    /// [`TooLarge`]; inside, what is wrong with a proof, or that one is missing.
    pub fn check(&self, proved: &Proved, first: Role) -> Result<Result<(), String>, TooLarge> {
        if let Err(why) = self.question.rests_on(&self.friends) {
            return Ok(Err(why));
        }
        if proved.friends.len() != self.friends.len() {
            return Ok(Err("a friend without a proof".to_string()));
        }
        for (friend, life) in self.friends.iter().zip(&proved.friends) {
            if !life.reading.outcome.lives() {
                return Ok(Err("a friend that was not read to live".to_string()));
            }
            if let Err(why) = life.check(friend, Role::Attacker)? {
                return Ok(Err(format!("a friend: {why}")));
            }
        }
        proved.check_ends(self.showing(false), self.showing(true), first)
    }
}
