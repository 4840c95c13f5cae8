//! What a life that the search has shown rests on.

use super::super::geometry::Geometry;
use super::super::lemmas::PositionFeatures;
use super::super::lives::{are_kept, before_move, close, of_lemma, pass_alive_zone};
use super::super::moves::successors;
use super::super::table::{INFINITE, flag};
use super::Search;
use crate::Role;
use crate::read::{Ply, State};

impl Search {
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
            self.lives.add(zone, &s);
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

    /// The zone of the position after a move elsewhere, that is after a pass: the least one that is
    /// at hand.
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
            let (whole, end) = (self.clock.clone(), self.nodes + self.policy.pass_visits);
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

    /// The moves by which the defender would have pass-alive stones at once if the attacker passed,
    /// with the zones before them.
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

    /// The zone of the position after an attacker's move that was not looked into, since it has one
    /// of those answers.
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
fn zone_by_move(geometry: &Geometry, look: &mut PositionFeatures, s: &State, next: &State, ply: Ply) -> Option<u64> {
    if next.ko != State::NO_KO {
        return None;
    }
    look.find(geometry, next.attacker, next.defender);
    let zone = pass_alive_zone(geometry, look, next)?;
    before_move(geometry, s, next, ply, zone)
}
