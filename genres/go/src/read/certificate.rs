//! Readings with the proofs that they rest on.

use super::{Area, Exits, LifeGame, NoTwoEyes, PassAlive, Reading, State, Supply, TooLarge};
use crate::{Class, Outcome, Question, Role};
use tesuji_solver::reading::{Claim, Flaw, Goal, Outcome as Value, Proof, Side, replay};

/// A proof of "captured" or "not captured" with one supply of ko threats.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The ko threats.
    pub supply: Supply,
    /// Captured?
    pub killed: bool,
    /// The proof, about the question's position with that supply.
    pub proof: Proof<LifeGame>,
}

impl Certificate {
    /// The claim: the attacker can (or can't) force his goal.
    #[must_use]
    pub fn claim(killed: bool) -> Claim<Value> {
        Goal { side: Side::First, value: Value::Win }.claim(killed)
    }

    /// Replays the proof by the rules of the game and the plain lemmas; shares nothing with the
    /// search.
    ///
    /// # Errors
    /// The first flaw.
    pub fn check(&self, game: &LifeGame, root: &State) -> Result<(), Flaw> {
        replay(game, root, Certificate::claim(self.killed), &self.proof, &[&PassAlive, &NoTwoEyes])
    }
}

/// A reading with its certificates.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The reading.
    pub reading: Reading,
    /// The certificates that it rests on.
    pub certificates: Vec<Certificate>,
    /// The same of each [friend](crate::read::Widened::friends) on whom life rests.
    pub friends: Vec<Proved>,
    /// The same of each [chain of the wall](crate::read::Widened::walls) on which a capture rests.
    pub walls: Vec<Proved>,
}

impl Proved {
    /// Do the certificates prove the outcome? Replays all of them on the question. (SEKI and ALIVE
    /// are proved as far as "not captured".)
    ///
    /// # Errors
    /// [`TooLarge`]; inside, what is wrong with a proof, or that one is missing.
    pub fn check(&self, question: &Question, first: Role) -> Result<Result<(), String>, TooLarge> {
        self.check_ends(question, question, first)
    }

    /// The same where survival is proved in the region of one question, captures in that of
    /// another.
    ///
    /// # Errors
    /// [`TooLarge`]; inside, what is wrong with a proof, or that one is missing.
    pub(crate) fn check_ends(
        &self,
        at_worst: &Question,
        at_best: &Question,
        first: Role,
    ) -> Result<Result<(), String>, TooLarge> {
        // Captures are proved with the exits free, survival with the exits blocked.
        let free = LifeGame { area: Area::of(at_best, Exits::Free)? };
        let blocked = LifeGame { area: Area::of(at_worst, Exits::Blocked)? };
        let known = |supply: Supply, killed: bool| {
            let (game, question) = if killed { (&free, at_best) } else { (&blocked, at_worst) };
            let found = self.certificates.iter().find(|c| c.supply == supply && c.killed == killed);
            let root = game.area.state(question, first, supply);
            match found {
                None => Err(format!("no proof with {supply:?}")),
                Some(c) => c.check(game, &root).map_err(|e| format!("with {supply:?}: {e}")),
            }
        };
        let outcome = self.reading.outcome;
        if outcome.threats.is_none() && !outcome.lives() && outcome.class() != Some(Class::Dead) {
            // Captured with some number of threats: at best a ko. Not captured with some number: at
            // worst a ko.
            let some = |killed: bool| match self.certificates.iter().find(|c| c.killed == killed) {
                Some(c) => known(c.supply, killed),
                None => Err(format!("no proof of {}", if killed { "a capture" } else { "survival" })),
            };
            let high = if outcome.high <= Class::Ko { some(true) } else { Ok(()) };
            return Ok(high.and_then(|()| if outcome.low >= Class::Ko { some(false) } else { Ok(()) }));
        }
        Ok(self.needed().into_iter().try_for_each(|(supply, killed)| known(supply, killed)))
    }

    /// The claims that make up the outcome.
    fn needed(&self) -> Vec<(Supply, bool)> {
        needed(self.reading.outcome)
    }
}

/// The claims that make up an outcome.
pub(crate) fn needed(outcome: Outcome) -> Vec<(Supply, bool)> {
    match (outcome.class(), outcome.threats) {
        _ if outcome.lives() => vec![(Supply::ATTACKER_UNLIMITED, false)],
        (Some(Class::Dead), _) => vec![(Supply(-(super::MOST_THREATS as i8)), true)],
        (Some(Class::Ko), Some(t)) => {
            let n = t.count as i8;
            match t.by {
                Role::Defender => vec![(Supply(1 - n), true), (Supply(-n), false)],
                Role::Attacker => vec![(Supply(n - 1), false), (Supply(n), true)],
            }
        }
        // More threats than are counted.
        (Some(Class::Ko), None) => vec![(Supply::NONE, false), (Supply::ATTACKER_UNLIMITED, true)],
        _ if outcome.high <= Class::Ko => vec![(Supply::NONE, true)],
        _ if outcome.low >= Class::Ko => vec![(Supply::NONE, false)],
        _ => Vec::new(),
    }
}
