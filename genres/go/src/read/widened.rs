//! An answer, and the regions that it is about.

use super::{DfPnReader, Proved, Reading, TooLarge};
use crate::{Class, Question, Role};
use tesuji_solver::Limits;

/// A reading, and the question in the region that it is about.
#[derive(Clone, Debug)]
pub struct Widened {
    /// The question as it was read: the given one, or with another region.
    pub question: Question,
    /// The same where the two ends of the outcome come from two regions: `question` has the one
    /// that shows that it is no worse for the defender, this one that it is no better.
    pub at_best: Option<Question>,
    /// Life in `question` rests on these: chains of the defender beyond it to which he may be
    /// joined. Each lives in its own region, though the attacker moves first there (see
    /// [`Question::rests_on`]).
    pub friends: Vec<Question>,
    /// A capture, or a ko at best, rests on these: chains of the wall that stones of the defender
    /// touch outside the region. Each lives in its own region, though the defender moves first
    /// there (see [`Question::is_held_by`]).
    pub walls: Vec<Question>,
    /// What was found.
    pub reading: Reading,
}

impl Widened {
    /// What was found of a question in its own region.
    #[must_use]
    pub fn of(question: Question, reading: Reading) -> Widened {
        Widened { question, at_best: None, friends: Vec::new(), walls: Vec::new(), reading }
    }

    /// The proof of it, read again with certificates, and those of its friends and walls.
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
        for wall in &self.walls {
            proved.walls.push(reader.prove(wall, Role::Attacker, limits)?);
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
        let walls = if self.at_best.is_none() { &self.walls[..] } else { &[] };
        let own = self.question.assumed_beside(&self.friends, walls);
        let best = self.at_best.as_ref().and_then(|q| q.assumed_beside(&[], &self.walls));
        let all: Vec<String> = own.into_iter().chain(best).collect();
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
        if let Err(why) = check_lives("a friend", &self.friends, &proved.friends)? {
            return Ok(Err(why));
        }
        if self.reading.outcome.high < Class::Seki {
            if let Err(why) = self.showing(true).is_held_by(&self.walls) {
                return Ok(Err(why));
            }
            if let Err(why) = check_lives("a wall", &self.walls, &proved.walls)? {
                return Ok(Err(why));
            }
        }
        proved.check_ends(self.showing(false), self.showing(true), first)
    }
}

/// Do the certificates prove that the target of each question lives though its attacker moves
/// first?
fn check_lives(what: &str, questions: &[Question], proofs: &[Proved]) -> Result<Result<(), String>, TooLarge> {
    if proofs.len() != questions.len() {
        return Ok(Err(format!("{what} without a proof")));
    }
    for (question, life) in questions.iter().zip(proofs) {
        if !life.reading.outcome.lives() {
            return Ok(Err(format!("{what} that was not read to live")));
        }
        if let Err(why) = life.check(question, Role::Attacker)? {
            return Ok(Err(format!("{what}: {why}")));
        }
    }
    Ok(Ok(()))
}
