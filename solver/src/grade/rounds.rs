//! How far a catalog gets when all that a technique finds is written down at once: cheaper than
//! steps one by one, for a look at puzzles that are not kept.

use super::memory::{Memory, Want};
use super::{StandardGrader, apply, changes};
use crate::techniques::steps::Trial;
use crate::{Board, Conflict, Deduction, Stop, Store, Tier};
use std::ops::ControlFlow;

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
        let mut memory = Memory::new(at.network(), self.techniques());
        let clock = self.limits.start();
        let mut reach = Reach { solved: false, tier: Tier::Beginner, score: 0, limit: None };
        let mut rounds = 0;
        while at.placed().len() < at.network().len() {
            reach.limit = clock.check(rounds).or_else(|| clock.expired());
            if reach.limit.is_some() {
                return Ok(reach);
            }
            let found = self.round(at, &mut memory, &mut reach);
            if found.is_empty() {
                return Ok(reach);
            }
            for step in &found {
                apply(at, step)?;
            }
            at.take_changed();
            rounds += 1;
        }
        Ok(Reach { solved: true, ..reach })
    }

    /// All that the first technique finds which finds something.
    fn round(&self, at: &Store<'_>, memory: &mut Memory, reach: &mut Reach) -> Vec<Deduction> {
        let board = Board::new(at);
        let mut trial = Trial::new(&board);
        memory.renew(&board);
        let mut found: Vec<Deduction> = Vec::new();
        for (index, technique) in self.techniques().enumerate() {
            let mut take = |step: &Deduction| {
                if changes(at, step) {
                    found.push(step.clone());
                }
                ControlFlow::Continue(())
            };
            if !memory.find((index, &**technique), &mut trial, Want::All, &mut take) {
                let _ = technique.find(&board, &mut |step| take(&step));
            }
            if !found.is_empty() {
                reach.tier = reach.tier.max(technique.tier());
                reach.score += technique.score();
                break;
            }
        }
        found
    }
}
