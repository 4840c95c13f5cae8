//! Turns: how the nodes of one of many questions go to its lists of regions.
//!
//! A question that has its nodes to itself is read in rounds. One of many that share them is gone
//! on with as long as it looks cheap, and what its numbers say matters at once: each list has a
//! share by what looks likely now, and the one that lags most behind its share has the next turn.

use super::policy::POLICY;
use super::rounds::{Round, STEPS};
use super::{LATER, LISTS, Widening};
use crate::read::search::Objective;

/// How far the turns have come.
#[derive(Default)]
pub(super) struct Turns {
    /// By how many nodes each list lags behind its share.
    lag: [i64; 3],
    /// A round ends when this number of nodes was read.
    end: u64,
    /// Nodes of regions where a capture was asked for by ko, and is none.
    failed: u64,
}

impl Turns {
    /// Counts the nodes of a settled region in which no ko was found.
    pub(super) fn failed(&mut self, nodes: u64) {
        self.failed = self.failed.saturating_add(nodes);
    }
}

/// Before the first round.
pub(super) fn before() -> Round {
    Round::before(POLICY.least_turn)
}

impl Widening<'_> {
    /// Is a round at its end?
    pub(super) fn is_round_over(&self) -> bool {
        self.at.number == 0 || self.nodes >= self.turns.end || self.is_settled()
    }

    /// Begins the turns of a round.
    pub(super) fn begin_turns(&mut self) {
        self.turns.end = self.nodes.saturating_add(self.at.nodes.saturating_mul(POLICY.shares_of_round));
    }

    /// The list that has the next turn, and how many nodes. `None` if all are settled.
    pub(super) fn turn(&mut self) -> Option<(usize, u64)> {
        let parts = self.parts();
        let is_rest_settled = self.order[0].is_empty() && self.order[1].is_empty();
        let weight = |list: usize| match list {
            _ if self.order[list].is_empty() => 0,
            // Earlier only where nothing else is left.
            LATER if self.at.number <= POLICY.shared_rounds_before_later && !is_rest_settled => 0,
            LATER => parts[0],
            _ => parts[LISTS[list]] * POLICY.later_part,
        };
        let weights = [0, 1, 2].map(weight);
        let all: u64 = weights.iter().sum();
        let nodes = (self.nodes / POLICY.turn_part).max(POLICY.least_turn);
        let mut next = None;
        for list in STEPS {
            if weights[list] == 0 {
                self.turns.lag[list] = 0;
                continue;
            }
            self.turns.lag[list] += (u128::from(nodes) * u128::from(weights[list]) / u128::from(all)) as i64;
            if next.is_none_or(|other: usize| self.turns.lag[list] > self.turns.lag[other]) {
                next = Some(list);
            }
        }
        next.map(|list| (list, nodes))
    }

    /// So many nodes were read in a turn of that list.
    pub(super) fn had_turn(&mut self, list: usize, nodes: u64) {
        self.turns.lag[list] -= nodes.max(1) as i64;
    }

    /// The shares of life and of a capture, in proportion to each other.
    fn parts(&self) -> [u64; 2] {
        let left = self.left();
        if self.asked(0) == Objective::LifeOrKo {
            return if left.likely() == Some(1) { [1, POLICY.likely_death] } else { self.shares() };
        }
        if self.asked(1) == Objective::DeathOrKo {
            // Each region for captures is harder than the one before.
            let is_none_tried = left.capture.is_none() && self.nodes > POLICY.nodes_before_no_ko;
            return if is_none_tried {
                [POLICY.no_ko, 1]
            } else {
                [POLICY.failed_nodes.saturating_add(self.turns.failed), 2 * POLICY.failed_nodes]
            };
        }
        match left.likely() {
            Some(0) => [POLICY.likely_life, 1],
            Some(_) => [1, POLICY.likely_capture],
            None => self.shares(),
        }
    }
}
