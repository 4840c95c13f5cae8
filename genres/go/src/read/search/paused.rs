//! A reading that can be gone on with.

use super::SharedLives;
use super::session::{Asked, Session};
use crate::Outcome;
use crate::read::{MOST_THREATS, Reading, Supply};
use tesuji_solver::Limits;

/// A reading that can be gone on with: what was found stays in its table.
pub(in crate::read) struct Ongoing {
    pub(super) session: Session,
}

impl Ongoing {
    /// What a proof of what is asked for still costs, by the numbers at the root: 0 if there is
    /// one. (What is shown without threats is asked for with some next.)
    pub(in crate::read) fn cost(&self, asked: Asked) -> u32 {
        let Session { search, question, first, .. } = &self.session;
        let most = Supply(-(MOST_THREATS as i8));
        let (of_capture, first_supply, then) = match asked {
            Asked::All | Asked::Life => (false, Supply::NONE, Supply::ATTACKER_UNLIMITED),
            Asked::Death => (true, Supply::NONE, Supply(-1)),
            Asked::LifeOrKo => (false, most, most),
            Asked::DeathOrKo => (true, Supply::ATTACKER_UNLIMITED, Supply::ATTACKER_UNLIMITED),
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

    /// Goes on, within the limits; the nodes are those of this time. Lives that were found in other
    /// regions are used, and those found here kept for them.
    pub(in crate::read) fn go_on(
        &mut self,
        lives: &mut SharedLives,
        asked: Asked,
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
