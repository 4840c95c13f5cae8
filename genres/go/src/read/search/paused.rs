//! A search that can be resumed.

use super::SharedLives;
use super::session::{Objective, Session};
use crate::Outcome;
use crate::read::{MOST_THREATS, Reading, Supply};
use tesuji_solver::Limits;

/// A search that can be resumed: what was found stays in its table.
pub(in crate::read) struct PausedSearch {
    pub(super) session: Session,
}

impl PausedSearch {
    /// Estimates the cost of the missing proof from the numbers at the root: 0 if it is proved.
    /// Once it is proved without threats, the question with threats comes next.
    pub(in crate::read) fn cost(&self, asked: Objective) -> u32 {
        let Session { search, question, first, .. } = &self.session;
        let most = Supply(-(MOST_THREATS as i8));
        let (of_capture, first_supply, then) = match asked {
            Objective::All | Objective::Life => (false, Supply::NONE, Supply::ATTACKER_UNLIMITED),
            Objective::Death => (true, Supply::NONE, Supply(-1)),
            Objective::LifeOrKo => (false, most, most),
            Objective::DeathOrKo => (true, Supply::ATTACKER_UNLIMITED, Supply::ATTACKER_UNLIMITED),
        };
        let cost = |supply| {
            let root = search.geometry.area.state(question, *first, supply);
            search.table.place_of(&root).map_or(0, |place| {
                let e = search.entry(place);
                if of_capture == e.defends { e.delta } else { e.phi }
            })
        };
        match cost(first_supply) {
            0 => cost(then),
            cost => cost,
        }
    }

    /// Nodes so far.
    pub(in crate::read) fn spent(&self) -> u64 {
        self.session.search.nodes
    }

    /// Bytes of its table.
    pub(in crate::read) fn bytes(&self) -> usize {
        self.session.search.memory_bytes()
    }

    /// Resumes it, within the limits; the nodes are those of this time. Lives that were found in
    /// other regions are used, and those found here kept for them.
    pub(in crate::read) fn resume(
        &mut self,
        lives: &mut SharedLives,
        asked: Objective,
        settles: &dyn Fn(Outcome) -> bool,
        limits: &Limits,
    ) -> Reading {
        let session = &mut self.session;
        let before = session.search.nodes;
        session.search.clock = limits.clone().with_nodes(before.saturating_add(limits.nodes)).start();
        session.search.import_lives(&session.question.board, lives);
        let (outcome, stop) = session.answer(asked, settles);
        session.search.export_lives(&session.question.board, lives);
        let key = session.key.map(|ply| session.search.geometry.area.point(ply));
        Reading { outcome, key, stop, nodes: session.search.nodes - before }
    }
}
