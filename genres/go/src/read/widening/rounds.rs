//! Rounds: how the nodes of a question that has them to itself go to its lists of regions.

use super::policy::POLICY;
use super::{LATER, LISTS, Widening};
use crate::Role;
use crate::read::search::Objective;

/// The lists in the order in which a round reads them.
pub(super) const STEPS: [usize; 3] = [1, LATER, 0];

/// A round, and how far it has come.
pub(super) struct Round {
    /// From 1 on; 0 before the first one.
    pub(super) number: u32,
    /// The nodes of one share.
    pub(super) nodes: u64,
    /// The place in [`STEPS`] of the list that is read, the nodes of its share, and those that are
    /// left of them. At the end of a round there is none.
    pub(super) step: usize,
    pub(super) share: u64,
    pub(super) left: u64,
}

impl Round {
    /// The state before the first round of a question that has `nodes` to itself.
    pub(super) fn alone(nodes: u64) -> Round {
        Round::before(nodes.div_ceil(POLICY.first_round_part))
    }

    /// The state before the first round, with `nodes` for each share.
    pub(super) fn before(nodes: u64) -> Round {
        Round { number: 0, nodes, step: STEPS.len(), share: 0, left: 0 }
    }
}

impl Widening<'_> {
    /// Begins a step of the round; after the last one none is under way.
    pub(super) fn begin_step(&mut self, step: usize) {
        self.at.step = step;
        let Some(&list) = STEPS.get(step) else { return };
        let share = self.at.nodes.saturating_mul(self.shares()[LISTS[list]]);
        self.at.share = match list {
            LATER if self.at.number <= POLICY.rounds_before_later => 0,
            LATER => share / POLICY.later_part,
            _ => share,
        };
        self.at.left = self.at.share;
    }

    /// Nodes of a round for life with the exits blocked, and for capture with the exits free, as
    /// shares: more for what the side that moves first wants; once there is a ko one way, more for
    /// the other way, which begins anew.
    pub(super) fn shares(&self) -> [u64; 2] {
        match self.first {
            _ if self.asked(0) == Objective::LifeOrKo => [2, 1],
            _ if self.asked(1) == Objective::DeathOrKo => [1, 2],
            Role::Attacker => [1, 3],
            Role::Defender => [4, 1],
        }
    }
}
