//! How far a catalog gets when all that a technique finds is written down at once: cheaper than
//! steps one by one, for a look at puzzles that are not kept.

use super::StandardGrader;
use super::steps::changes;
use crate::{Conflict, Stop, Store, Tier};

/// How far a catalog gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Were all variables placed?
    pub solved: bool,
    /// The hardest tier used.
    pub tier: Tier,
    /// Points of the techniques, each counted once a round.
    pub score: u32,
    /// A limit that ended it early.
    pub limit: Option<Stop>,
}

impl StandardGrader {
    /// Runs in rounds: the first technique that finds something has all that it finds written down.
    /// Where techniques find no less with fewer candidates, that is solved which a run step by step
    /// solves.
    ///
    /// # Errors
    /// [`Conflict`] when the candidates contradict each other.
    pub fn reach(&self, at: &mut Store<'_>) -> Result<Reach, Conflict> {
        let mut sweep = self.sweep(at.network()).keeping(None);
        sweep.begin(at.clone(), &[]);
        let clock = self.limits.start();
        let mut reach = Reach { solved: false, tier: Tier::Beginner, score: 0, limit: None };
        let mut rounds = 0;
        while sweep.store().placed().len() < at.network().len() {
            reach.limit = clock.check(rounds).or_else(|| clock.expired());
            if reach.limit.is_some() {
                break;
            }
            let Some((technique, mut found)) = sweep.round() else { break };
            found.retain(|step| changes(sweep.store(), step));
            if found.is_empty() {
                break;
            }
            reach.tier = reach.tier.max(technique.tier());
            reach.score += technique.score();
            for step in &found {
                sweep.apply(step)?;
            }
            rounds += 1;
        }
        reach.solved = sweep.store().placed().len() == at.network().len();
        *at = sweep.into_store();
        Ok(reach)
    }
}
