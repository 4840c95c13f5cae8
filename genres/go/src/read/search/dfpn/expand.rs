//! The successors of a position.

use super::super::forced;
use super::super::lemmas::PositionFeatures;
use super::super::moves::successors;
use super::super::policy::Policy;
use super::super::table::{Tag, flag};
use super::Search;
use crate::Role;
use crate::read::{Ply, State, Supply};

/// A successor that is being looked at.
#[derive(Clone, Copy)]
pub(in crate::read::search) struct Found {
    pub(in crate::read::search) state: State,
    pub(in crate::read::search) ply: Ply,
    pub(in crate::read::search) taken: u64,
    pub(in crate::read::search) tag: Tag,
}

/// A new successor that no lemma decides.
pub(in crate::read::search) struct Fresh {
    place: u32,
    state: State,
    ply: Ply,
    taken: u64,
    pub(in crate::read::search) look: PositionFeatures,
}

impl Fresh {
    pub(in crate::read::search) fn new() -> Fresh {
        let none = State { attacker: 0, defender: 0, turn: Role::Attacker, ko: State::NO_KO, supply: Supply::NONE };
        Fresh { place: 0, state: none, ply: Ply::PASS, taken: 0, look: PositionFeatures::new() }
    }
}

impl Search {
    /// Generates the successors of a position for which lives were made ready, with numbers: those
    /// that need be considered. On the first call in a large open region only moves near the
    /// defender's stones are generated; a second call adds the rest.
    pub(super) fn expand(&mut self, place: u32, first: bool) {
        let state = self.table.at(place).state();
        self.work.parent.find(&self.geometry, state.attacker, state.defender);
        // Another capture may show it by now.
        if first && self.captures.decide(&self.geometry, &mut self.table, place, &state, self.work.parent.chains.room) {
            return;
        }
        let mut must = self.must(&state);
        let all = must;
        if first {
            must = self.near(&state, must);
        }
        let mut banned = false;
        let mut found = std::mem::take(&mut self.work.found);
        found.clear();
        let table = &self.table;
        successors(&self.geometry, &self.work.parent.chains, &state, must, &mut banned, |state, ply, taken| {
            // Loads that don't wait for each other: the probes below then find their lines in the
            // cache.
            let tag = Tag::of(&state);
            table.prefetch_slot(tag);
            found.push(Found { state, ply, taken, tag });
        });
        for it in &found {
            table.prefetch_entry(it.tag);
        }
        let mut places = std::mem::take(&mut self.work.places);
        places.clear();
        // First what is decided: one success is enough, and the others need no numbers.
        let mut fresh = std::mem::take(&mut self.work.fresh);
        let mut new = 0;
        for next in &found {
            let child = self.table.place(&next.state, next.tag);
            if !self.table.at(child).is(flag::KNOWN) && !self.copy_static_result(child, &next.state) {
                if new == fresh.len() {
                    fresh.push(Fresh::new());
                }
                let it = &mut fresh[new];
                it.look.follow(&self.geometry, &self.work.parent, &next.state, next.ply, next.taken);
                let is_decided = self.decided(child, &next.state, &it.look)
                    || self.lives.decide_after(
                        &self.geometry,
                        &mut self.table,
                        child,
                        &next.state,
                        (next.ply, next.taken),
                    );
                let it = &mut fresh[new];
                if !is_decided {
                    (it.place, it.state, it.ply, it.taken) = (child, next.state, next.ply, next.taken);
                    new += 1;
                }
            }
            let e = self.table.at(child);
            if e.is(flag::KNOWN) && !e.is(flag::ON_PATH) && e.delta == 0 {
                places.clear();
                places.push((child, next.ply));
                new = 0;
                break;
            }
            places.push((child, next.ply));
        }
        let mut points = self.work.points.take();
        // For two it is cheaper to look at each of them.
        let together = new > 2;
        if together && let (Some(prior), Some(points)) = (&self.prior, &mut points) {
            prior.before(points, &self.geometry, &self.work.parent.chains, state.turn.other());
        }
        for it in &fresh[..new] {
            let costs = match (&self.prior, &points) {
                (Some(prior), Some(points)) if together => {
                    prior.costs_after(points, &self.geometry, &it.look, &it.state, it.ply, it.taken)
                }
                _ => self.costs(&it.state, &it.look),
            };
            self.guess(it.place, &it.state, costs);
        }
        self.work.points = points;
        self.table.expand(place, places.iter().copied(), banned);
        self.table.at_mut(place).is_partial = must != all;
        (self.work.found, self.work.places, self.work.fresh) = (found, places, fresh);
        self.work.threats = 0;
    }

    /// Of the cells of moves, those that are near the defender's stones or capture something, if
    /// that leaves out enough of them.
    fn near(&self, state: &State, must: u64) -> u64 {
        let (geometry, chains) = (&self.geometry, &self.work.parent.chains);
        if !geometry.prunes || geometry.area.exits == 0 || geometry.area.target.is_none() {
            return must;
        }
        let mut near = state.defender;
        for _ in 0..self.policy.near_steps {
            near |= geometry.around(near);
        }
        let near = must & (near | chains.attacker.atari() | chains.defender.atari());
        let (all, first) = ((must & chains.empty).count_ones(), (near & chains.empty).count_ones());
        let Policy { fewest_near, fewest_far, .. } = self.policy;
        if first >= fewest_near && all >= first + fewest_far { near } else { must }
    }

    /// The cells that the side to move need consider, and what threatens it. Its chains and eyes
    /// are those of `parent`.
    pub(super) fn must(&mut self, state: &State) -> u64 {
        // Where all stones count it saves as many positions, but no time.
        if state.turn == Role::Defender && self.geometry.prunes && self.geometry.area.target.is_some() {
            let passed = State { turn: Role::Attacker, ko: State::NO_KO, ..*state };
            self.work.threats = self.work.parent.takes_the_eyes(&self.geometry, &passed, u64::MAX, true);
        }
        forced::forced(&self.geometry, &self.work.parent, &mut self.work.scratch, state)
    }
}
