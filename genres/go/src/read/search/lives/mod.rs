//! Lives that show others, by the cells that they rest on, where only a target counts.
//!
//! A life that is shown by a tree rests on some of the cells only: its *zone*. In every position
//! with the same stones on these cells, and the same side to move, the defender survives too,
//! whatever stands elsewhere. So positions are looked up by zone (the relevance zones of Shih et
//! al., *A novel approach to solving goal-achieving problems for board games*, AAAI 2022, who keep
//! zones of whole solutions; here every life of a search has one). What a zone must hold is said in
//! [`zone`].
//!
//! No ban of the attacker's plays a part in such a tree, so it holds with any number of threats of
//! either side; and as it is made of lives that have a zone already, no position comes twice on a
//! path of it. Not where a proof is kept: it is to hold a tree for each position.

mod patterns;
mod shared;
#[cfg(test)]
mod tests;
mod zone;

pub(in crate::read) use shared::SharedLives;

use super::geometry::Geometry;
use super::lemmas::PositionFeatures;
use super::policy::Policy;
use super::table::{Table, flag};
use crate::Role;
use crate::read::{Ply, State};
use patterns::{Patterns, Prepared};
use shared::Exchanged;
pub(super) use zone::{before_move, close, of_lemma, pass_alive_zone};

/// What was found to live, and room to look at positions.
pub(super) struct LifePatterns {
    /// With the attacker to move, and with the defender.
    patterns: [Patterns; 2],
    prepared: [Prepared; 2],
    pub(super) look: PositionFeatures,
    pub(super) after: PositionFeatures,
    /// What was exported to other searches and imported from them.
    exchanged: Exchanged,
}

impl LifePatterns {
    /// Without any.
    pub(super) fn new(policy: &Policy) -> LifePatterns {
        LifePatterns {
            patterns: [Patterns::new(policy.life_patterns), Patterns::new(policy.life_patterns)],
            prepared: [Prepared::default(), Prepared::default()],
            look: PositionFeatures::new(),
            after: PositionFeatures::new(),
            exchanged: Exchanged::default(),
        }
    }

    /// The zone of a life that is found in a position. A ban of the attacker's does not hurt, and
    /// for the defender a pass is as good as a move.
    pub(super) fn find(&self, s: &State) -> Option<u64> {
        self.find_since(s, [0; 2])
    }

    /// The same among those that were added since there were so many (of either).
    fn find_since(&self, s: &State, [of_attacker, of_defender]: [usize; 2]) -> Option<u64> {
        let [attacker, defender] = &self.patterns;
        let by_attacker = || attacker.find_since(s, of_attacker);
        match s.turn {
            Role::Attacker => by_attacker(),
            Role::Defender if s.ko == State::NO_KO => defender.find_since(s, of_defender).or_else(by_attacker),
            Role::Defender => None,
        }
    }

    /// The same for the position that was made ready.
    fn find_prepared(&self, s: &State) -> Option<u64> {
        let ([attacker, defender], [by_attacker, _]) = (&self.patterns, &self.prepared);
        match s.turn {
            Role::Attacker => attacker.find_prepared(by_attacker),
            Role::Defender if s.ko == State::NO_KO => {
                defender.find_since(s, 0).or_else(|| attacker.find_prepared(by_attacker))
            }
            Role::Defender => None,
        }
    }

    /// Makes ready for [`LifePatterns::find_after`] all moves of a position, and for
    /// [`LifePatterns::find_prepared`].
    fn prepare(&mut self, s: &State) {
        let [attacker, defender] = &self.patterns;
        let [by_attacker, by_defender] = &mut self.prepared;
        attacker.prepare(s, by_attacker);
        if s.turn == Role::Attacker {
            defender.prepare(s, by_defender);
        }
    }

    /// The same as [`LifePatterns::find`], for a position after a move in the one that was made
    /// ready.
    fn find_after(&self, s: &State, ply: Ply, taken: u64) -> Option<u64> {
        if taken != 0 {
            return self.find(s);
        }
        let [attacker, defender] = &self.patterns;
        let [by_attacker, by_defender] = &self.prepared;
        match s.turn {
            Role::Attacker => attacker.find_after(by_attacker, s, ply),
            Role::Defender if s.ko == State::NO_KO => {
                defender.find_after(by_defender, s, ply).or_else(|| attacker.find_after(by_attacker, s, ply))
            }
            Role::Defender => None,
        }
    }
}

/// Are lives kept in mind?
pub(super) fn are_kept(geometry: &Geometry) -> bool {
    geometry.prunes && geometry.area.target.is_some()
}

impl LifePatterns {
    /// Marks the position as alive if it contains a stored life; returns whether it does.
    pub(super) fn decide(&self, geometry: &Geometry, table: &mut Table, place: u32, s: &State) -> bool {
        let zone = if are_kept(geometry) { self.find(s) } else { None };
        decide_alive(table, place, zone)
    }

    /// Makes ready for the successors of a position.
    pub(super) fn prepare_for(&mut self, geometry: &Geometry, s: &State) {
        if are_kept(geometry) {
            self.prepare(s);
        }
    }

    /// The same as [`LifePatterns::decide`] for the position that was made ready.
    pub(super) fn decide_prepared(&self, geometry: &Geometry, table: &mut Table, place: u32, s: &State) -> bool {
        let zone = if are_kept(geometry) { self.find_prepared(s) } else { None };
        decide_alive(table, place, zone)
    }

    /// The same as [`LifePatterns::decide`] for a successor of the position that was made ready.
    pub(super) fn decide_after(
        &self,
        geometry: &Geometry,
        table: &mut Table,
        place: u32,
        s: &State,
        (ply, taken): (Ply, u64),
    ) -> bool {
        let zone = if are_kept(geometry) { self.find_after(s, ply, taken) } else { None };
        decide_alive(table, place, zone)
    }

    /// Decides the open successors of a position by the lives that were found since it was asked
    /// last; `asked` are as many as there were then.
    pub(super) fn decide_successors(&self, geometry: &Geometry, table: &mut Table, place: u32, asked: &mut [usize; 2]) {
        if !are_kept(geometry) {
            return;
        }
        let found = self.patterns.each_ref().map(Patterns::len);
        if found == *asked {
            return;
        }
        for i in table.at(place).links() {
            let next = table.link(i).place();
            let e = table.at(next);
            if e.open() && !e.is(flag::ON_PATH) {
                let zone = self.find_since(&e.state(), *asked);
                decide_alive(table, next, zone);
            }
        }
        *asked = found;
    }

    /// Keeps a life with what it rests on.
    pub(super) fn add(&mut self, zone: u64, s: &State) {
        self.patterns[usize::from(s.turn == Role::Defender)].add(zone, s);
    }
}

/// Decides that the defender survives, with what that rests on.
fn decide_alive(table: &mut Table, place: u32, zone: Option<u64>) -> bool {
    let Some(zone) = zone else { return false };
    let e = table.at_mut(place);
    e.decide(false);
    e.flags |= flag::KNOWN | flag::STATIC;
    table.set_zone(place, zone);
    true
}
