//! The search itself: visits the position that looks cheapest to decide.

use super::super::table::{INFINITE, Link, flag};
use super::{Halt, Search};
use crate::Role;
use crate::read::{Ply, State};

impl Search {
    /// A child's numbers as the parent sees them.
    #[inline]
    fn numbers(&self, place: u32) -> (u32, u32) {
        let e = self.table.at(place);
        if e.is(flag::ON_PATH) {
            return if e.defends { (0, INFINITE) } else { (INFINITE, 0) };
        }
        (e.phi, e.delta)
    }

    /// Captured even if the defender moves: then also if the attacker does. Says whether that was
    /// so.
    fn is_captured_anyway(&mut self, place: u32) -> bool {
        let e = self.table.at(place);
        if !e.open() || e.defends || e.ko != State::NO_KO {
            return false;
        }
        let turned = State { turn: Role::Defender, ..e.state() };
        let Some(other) = self.table.get(&turned).filter(|other| other.killed()) else { return false };
        let free = other.flags & flag::FREE;
        let e = self.table.at_mut(place);
        e.decide(true);
        e.flags |= flag::KNOWN | free;
        e.best = Ply::PASS.0;
        true
    }

    /// Searches below a position until its numbers reach a limit, it is decided, or the search
    /// halts.
    pub(super) fn visit(&mut self, place: u32, phi_limit: u32, delta_limit: u32, depth: usize) {
        self.nodes += 1;
        if let Some(stop) = self.clock.check(self.nodes) {
            self.halt = Some(Halt::Limit(stop));
            return;
        }
        if self.is_full() {
            self.halt = Some(Halt::Full);
            return;
        }
        if depth > self.policy.deepest_path {
            return;
        }
        if !self.table.at(place).is(flag::EXPANDED) {
            // Asked again, since it is long ago that the position was made.
            let state = self.table.at(place).state();
            if self.is_captured_anyway(place) {
                return;
            }
            self.lives.prepare_for(&self.geometry, &state);
            if self.lives.decide_prepared(&self.geometry, &mut self.table, place, &state) {
                return;
            }
            self.expand(place, true);
            if !self.table.at(place).open() {
                return;
            }
        }
        let before = self.nodes - 1;
        let mut entry = *self.table.at(place);
        let mut asked = [0; 2];
        self.table.at_mut(place).flags |= flag::ON_PATH;
        loop {
            let (mut least, mut second, mut best, mut best_phi) = (INFINITE, INFINITE, None, 0);
            let (mut sum, mut greatest) = (0_u32, 0_u32);
            for &link in self.table.links(entry.links()) {
                let (phi, delta) = self.numbers(link.place());
                sum = (sum + phi).min(INFINITE);
                greatest = greatest.max(phi);
                second = second.min(delta.max(least));
                let is_better = delta < least || best.is_none();
                least = least.min(delta);
                best = if is_better { Some(link) } else { best };
                best_phi = if is_better { phi } else { best_phi };
                if delta == 0 {
                    break;
                }
            }
            let success = best.is_some() && least == 0;
            let phi = if success { 0 } else { least };
            let failure = !success && greatest == 0;
            let delta = match () {
                () if success || greatest >= INFINITE => INFINITE,
                // The sum counts shared work many times: only a part of what is beyond the
                // greatest.
                () => greatest + (sum - greatest) * self.share.0 / self.share.1,
            };
            if failure && entry.is_partial {
                // The far moves, too.
                self.lives.prepare_for(&self.geometry, &entry.state());
                self.expand(place, false);
                entry = *self.table.at(place);
                continue;
            }
            let phi = if failure { INFINITE } else { phi };
            let e = self.table.at_mut(place);
            (e.phi, e.delta) = (phi, delta);
            e.best = best.map_or(Ply::PASS, Link::ply).0;
            if success || failure {
                self.mark_free(place, best);
                self.captures.record(&self.geometry, &self.table, place);
                self.keep_life(place);
            }
            let Some(child) = best else { break };
            if phi >= phi_limit || delta >= delta_limit || success || failure || self.halt.is_some() {
                break;
            }
            let child_phi =
                if delta_limit >= INFINITE { INFINITE } else { (delta_limit + best_phi - delta).min(INFINITE) };
            // Somewhat more than the second best: a visit to what is expanded already costs little.
            let widened = (second + second / self.policy.margin_part + self.policy.margin).min(INFINITE);
            self.visit(child.place(), child_phi, phi_limit.min(widened), depth + 1);
            if self.table.at(child.place()).phi == 0 && self.halt.is_none() {
                self.lives.decide_successors(&self.geometry, &mut self.table, place, &mut asked);
                self.simulate(place, child.place());
            }
        }
        let visits = u16::try_from(self.nodes - before).unwrap_or(u16::MAX);
        let e = self.table.at_mut(place);
        e.flags &= !flag::ON_PATH;
        e.effort = e.effort.saturating_add(visits);
    }

    /// Marks a capture in whose proof no ban of the defender matters.
    pub(in crate::read::search) fn mark_free(&mut self, place: u32, best: Option<Link>) {
        let entry = self.table.at(place);
        let free = |link: Link| self.table.at(link.place()).is(flag::FREE);
        let is_free = match (entry.defends, entry.phi == 0) {
            (false, true) => best.is_some_and(free),
            (true, false) => !entry.is(flag::BANNED) && self.table.links(entry.links()).iter().all(|&l| free(l)),
            _ => false,
        };
        if is_free {
            self.table.at_mut(place).flags |= flag::FREE;
        }
    }
}
