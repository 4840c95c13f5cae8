//! Lives that show others, by the cells that they rest on, where only a target counts.
//!
//! A life that is shown by a tree rests on some of the cells only: its *zone*. In every position with the same stones on
//! these cells, and the same side to move, the defender survives too, whatever stands elsewhere. So positions are looked up by zone
//! (the relevance zones of Shih et al., *A novel approach to solving goal-achieving problems for board games*, AAAI 2022,
//! who keep zones of whole solutions; here every life of a search has one). What a zone must hold is said in [`zone`].
//!
//! No ban of the attacker's plays a part in such a tree, so it holds with any number of threats of either side; and as it is made of lives that have
//! a zone already, no position comes twice on a path of it. Not where a proof is kept: it is to hold a tree for each position.

mod patterns;
mod shared;
#[cfg(test)]
mod tests;
mod zone;

pub(in crate::read) use shared::SharedLives;

use super::dfpn::Search;
use super::geometry::Geometry;
use super::lemmas::Look;
use super::moves::successors;
use super::table::{INFINITE, flag};
use crate::read::{Ply, State};
use crate::{Board, Role};
use patterns::{Patterns, Prepared};
use shared::Told;
use zone::{before_move, close, of_lemma, pass_alive_zone};

/// Visits to the position after a pass, to find out what a life rests on if the attacker moves elsewhere.
const PASS: u64 = 40;

/// What was found to live, and room to look at positions.
pub(super) struct Lives {
    /// With the attacker to move, and with the defender.
    patterns: [Patterns; 2],
    prepared: [Prepared; 2],
    look: Look,
    after: Look,
    /// What was given to other searches and taken from them.
    told: Told,
}

impl Lives {
    pub(super) fn new() -> Lives {
        Lives {
            patterns: [Patterns::new(), Patterns::new()],
            prepared: [Prepared::default(), Prepared::default()],
            look: Look::new(),
            after: Look::new(),
            told: Told::default(),
        }
    }

    /// The zone of a life that is found in a position. A ban of the attacker's does not hurt, and for the defender a pass is as good as a move.
    fn find(&self, s: &State) -> Option<u64> {
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

    /// Makes ready for [`Lives::find_after`] all moves of a position, and for [`Lives::find_prepared`].
    fn prepare(&mut self, s: &State) {
        let [attacker, defender] = &self.patterns;
        let [by_attacker, by_defender] = &mut self.prepared;
        attacker.prepare(s, by_attacker);
        if s.turn == Role::Attacker {
            defender.prepare(s, by_defender);
        }
    }

    /// The same as [`Lives::find`], for a position after a move in the one that was made ready.
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

impl Search {
    /// Decides a position in which a life is found that was shown before. Says whether there is one.
    pub(super) fn is_shown_alive(&mut self, place: u32, s: &State) -> bool {
        let zone = if are_kept(&self.geometry) { self.lives.find(s) } else { None };
        self.decide_alive(place, zone)
    }

    /// Takes what searches in other regions have found.
    pub(super) fn take_lives(&mut self, board: &Board, shared: &mut SharedLives) {
        if are_kept(&self.geometry) {
            self.lives.take(&self.geometry, board, shared);
        }
    }

    /// Gives them what this one has found.
    pub(super) fn give_lives(&mut self, board: &Board, shared: &mut SharedLives) {
        if are_kept(&self.geometry) {
            self.lives.give(&self.geometry, board, shared);
        }
    }

    /// Makes ready for the successors of a position.
    pub(super) fn prepare_lives(&mut self, s: &State) {
        if are_kept(&self.geometry) {
            self.lives.prepare(s);
        }
    }

    /// The same as [`Search::is_shown_alive`] for the position that was made ready.
    pub(super) fn is_shown_alive_prepared(&mut self, place: u32, s: &State) -> bool {
        let zone = if are_kept(&self.geometry) { self.lives.find_prepared(s) } else { None };
        self.decide_alive(place, zone)
    }

    /// The same as [`Search::is_shown_alive`] for a successor of the position that was made ready.
    pub(super) fn is_shown_alive_after(&mut self, place: u32, s: &State, ply: Ply, taken: u64) -> bool {
        let zone = if are_kept(&self.geometry) { self.lives.find_after(s, ply, taken) } else { None };
        self.decide_alive(place, zone)
    }

    fn decide_alive(&mut self, place: u32, zone: Option<u64>) -> bool {
        let Some(zone) = zone else { return false };
        let e = self.table.at_mut(place);
        e.decide(false);
        e.flags |= flag::KNOWN | flag::STATIC;
        self.table.set_zone(place, zone);
        true
    }

    /// Asks it of the successors of a position that are open, among the lives that were found since it was asked last; `asked` are as many as there were then.
    pub(super) fn ask_successors(&mut self, place: u32, asked: &mut [usize; 2]) {
        if !are_kept(&self.geometry) {
            return;
        }
        let found = self.lives.patterns.each_ref().map(Patterns::len);
        if found == *asked {
            return;
        }
        for i in self.table.at(place).links() {
            let next = self.table.link(i).place();
            let e = self.table.at(next);
            if e.open() && !e.is(flag::ON_PATH) {
                let zone = self.lives.find_since(&e.state(), *asked);
                self.decide_alive(next, zone);
            }
        }
        *asked = found;
    }

    /// Keeps a life in mind, if it is one that a tree shows.
    pub(super) fn keep_life(&mut self, place: u32) {
        if !are_kept(&self.geometry) || !self.table.at(place).survived() || self.table.zone(place) != 0 {
            return;
        }
        let s = self.table.at(place).state();
        if s.ko != State::NO_KO {
            return;
        }
        let zone = match s.turn {
            Role::Attacker => self.zone_of_attack(place, &s),
            Role::Defender => self.zone_of_defence(place, &s),
        };
        let Some(zone) = zone else { return };
        self.table.set_zone(place, zone);
        if zone != self.geometry.all {
            self.lives.patterns[usize::from(s.turn == Role::Defender)].add(zone, &s);
        }
    }

    /// The zone of a position that has one: it was found before, or a lemma shows the life.
    fn zone_at(&mut self, place: u32) -> Option<u64> {
        let known = self.table.zone(place);
        if known != 0 {
            return Some(known);
        }
        let e = self.table.at(place);
        if !e.survived() || !e.is(flag::STATIC) {
            return None;
        }
        let s = e.state();
        let zone = of_lemma(&self.geometry, &mut self.lives.after, &s)?;
        self.table.set_zone(place, zone);
        Some(zone)
    }

    /// The zone of a life by the defender's best move.
    fn zone_of_defence(&mut self, place: u32, s: &State) -> Option<u64> {
        let e = *self.table.at(place);
        let best = *self.table.links(e.links()).iter().find(|l| l.ply().0 == e.best)?;
        let after = *self.table.at(best.place());
        if after.ko != State::NO_KO || !after.survived() {
            return None;
        }
        let zone = self.zone_at(best.place())?;
        before_move(&self.geometry, s, &after.state(), best.ply(), zone)
    }

    /// The zone of a life whatever the attacker does.
    fn zone_of_attack(&mut self, place: u32, s: &State) -> Option<u64> {
        let e = *self.table.at(place);
        self.lives.look.find(&self.geometry, s.attacker, s.defender);
        let (mut moves, mut links) = ([None; 64], [None; 64]);
        successors(&self.geometry, &self.lives.look.chains, s, u64::MAX, &mut false, |after, ply, taken| {
            if let Some(cell) = ply.cell() {
                moves[cell as usize & 63] = Some((after, taken));
            }
        });
        for l in self.table.links(e.links()) {
            if let Some(cell) = l.ply().cell() {
                links[cell as usize & 63] = Some(l.place());
            }
        }
        let answers = self.answers(s);
        let elsewhere = self.zone_of_pass(s, &answers, &links)?;
        let mut zone = close(&self.geometry, s, elsewhere);
        let mut done = 0_u64;
        loop {
            let left = zone & !done;
            if left == 0 {
                return Some(zone);
            }
            let cell = left.trailing_zeros() as usize;
            done |= 1 << cell;
            let Some((after, taken)) = moves[cell] else { continue };
            let mut next = match links[cell] {
                Some(place) => self.zone_at(place)?,
                None => self.zone_of_answer(&after, &answers)?,
            };
            // Whether it can be retaken at once is told by what is beside the stone.
            if taken != 0 && taken & (taken - 1) == 0 {
                next |= self.geometry.beside(cell as u8);
            }
            zone = close(&self.geometry, s, zone | next);
        }
    }

    /// The zone of the position after a move elsewhere, that is after a pass: the least one that is at hand.
    fn zone_of_pass(&mut self, s: &State, answers: &[(u8, u64)], links: &[Option<u32>; 64]) -> Option<u64> {
        let passed = State { turn: Role::Defender, ..*s };
        let mut least = answers.iter().map(|&(_, zone)| zone).min_by_key(|zone| zone.count_ones());
        least = least.or_else(|| self.lives.find(&passed));
        if least.is_none()
            && let Some(place) = self.table.place_of(&passed)
        {
            least = self.zone_at(place);
        }
        if least.is_none() {
            // A move that is away from what it rests on.
            for (cell, place) in links.iter().enumerate() {
                if let Some(place) = *place
                    && let Some(zone) = self.zone_at(place)
                    && zone >> cell & 1 == 0
                    && least.is_none_or(|l| zone.count_ones() < l.count_ones())
                {
                    least = Some(zone);
                }
            }
        }
        if least.is_none() && self.halt.is_none() {
            let place = self.known(&passed);
            let (whole, end) = (self.clock.clone(), self.nodes + PASS);
            self.clock = whole.until(end);
            while self.halt.is_none() && self.table.at(place).open() && self.nodes < end {
                self.visit(place, INFINITE, INFINITE, 0);
            }
            self.clock = whole;
            // If it is a limit of the whole search, it is met again.
            self.halt = None;
            least = self.zone_at(place);
        }
        least
    }

    /// The moves by which the defender would have pass-alive stones at once if the attacker passed, with the zones before them.
    fn answers(&mut self, s: &State) -> Vec<(u8, u64)> {
        let passed = State { turn: Role::Defender, ..*s };
        let near = self.geometry.around(s.defender);
        let mut found = Vec::new();
        let (geometry, look) = (&self.geometry, &mut self.lives.after);
        successors(geometry, &self.lives.look.chains, &passed, near, &mut false, |next, ply, _| {
            if let Some(cell) = ply.cell()
                && let Some(zone) = zone_by_move(geometry, look, &passed, &next, ply)
            {
                found.push((cell, zone));
            }
        });
        found
    }

    /// The zone of the position after an attacker's move that was not looked into, since it has one of those answers.
    fn zone_of_answer(&mut self, after: &State, answers: &[(u8, u64)]) -> Option<u64> {
        if let Some(place) = self.table.place_of(after)
            && let Some(zone) = self.zone_at(place)
        {
            return Some(zone);
        }
        let (geometry, look) = (&self.geometry, &mut self.lives.after);
        if after.ko == State::NO_KO
            && let Some(zone) = of_lemma(geometry, look, after)
        {
            return Some(zone);
        }
        for &(cell, _) in answers.iter().filter(|(cell, _)| *cell != after.ko) {
            look.find(geometry, after.attacker, after.defender);
            let mut next = None;
            successors(geometry, &look.chains, after, 1 << cell, &mut false, |s, ply, _| {
                if ply.0 == cell {
                    next = Some(s);
                }
            });
            if let Some(next) = next
                && let Some(zone) = zone_by_move(geometry, look, after, &next, Ply(cell))
            {
                return Some(zone);
            }
        }
        self.lives.find(after)
    }
}

/// The zone before a defender's move after which stones of the target are pass-alive.
fn zone_by_move(geometry: &Geometry, look: &mut Look, s: &State, next: &State, ply: Ply) -> Option<u64> {
    if next.ko != State::NO_KO {
        return None;
    }
    look.find(geometry, next.attacker, next.defender);
    let zone = pass_alive_zone(geometry, look, next)?;
    before_move(geometry, s, next, ply, zone)
}
