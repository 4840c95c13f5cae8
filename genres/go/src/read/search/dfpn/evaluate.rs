//! A new position: a verdict at once, where something shows it, else first numbers.

use super::super::lemmas::{Judged, PositionFeatures};
use super::super::table::{Tag, flag};
use super::super::weights;
use super::Search;
use super::expand::Fresh;
use crate::Role;
use crate::read::{State, Supply};

impl Search {
    /// The place of a position, with numbers.
    pub(in crate::read::search) fn known(&mut self, s: &State) -> u32 {
        let place = self.table.place(s, Tag::of(s));
        if !self.table.at(place).is(flag::KNOWN) && !self.copy_static_result(place, s) {
            let mut it = self.work.fresh.pop().unwrap_or_else(Fresh::new);
            it.look.find(&self.geometry, s.attacker, s.defender);
            if !self.decided(place, s, &it.look) && !self.lives.decide(&self.geometry, &mut self.table, place, s) {
                let costs = self.costs(s, &it.look);
                self.guess(place, s, costs);
            }
            self.work.fresh.push(it);
        }
        place
    }

    /// Sets the numbers of a new position if a lemma, a stored capture or life, or a result with
    /// another number of threats decides it; returns whether one did.
    pub(super) fn decided(&mut self, place: u32, s: &State, look: &PositionFeatures) -> bool {
        let judged = look.judge(&self.geometry, s);
        if matches!(judged, Judged::Captured | Judged::Survived) {
            let (killed, e) = (judged == Judged::Captured, self.table.at_mut(place));
            e.decide(killed);
            e.flags |= flag::KNOWN | flag::STATIC | if killed { flag::FREE } else { 0 };
            return true;
        }
        // Not where a proof is kept: the plain lemma says nothing before the move, so the position
        // after it has to be in the proof.
        if let Judged::By(cell) = judged
            && self.geometry.prunes
        {
            let e = self.table.at_mut(place);
            e.decide(true);
            e.best = cell;
            e.flags |= flag::KNOWN | flag::STATIC | flag::FREE;
            return true;
        }
        if self.work.threats != 0 && s.turn == Role::Attacker {
            let found = look.takes_the_eyes(&self.geometry, s, self.work.threats, false);
            if found != 0 {
                let e = self.table.at_mut(place);
                e.decide(true);
                e.best = found.trailing_zeros() as u8;
                e.flags |= flag::KNOWN | flag::STATIC | flag::FREE;
                return true;
            }
        }
        if self.captures.decide(&self.geometry, &mut self.table, place, s, look.chains.room) {
            return true;
        }
        if !self.bans.saving.is_empty() && self.after_ban(s).is_some_and(|after| self.bans.saving.contains(&after)) {
            let e = self.table.at_mut(place);
            e.decide(false);
            e.flags |= flag::KNOWN;
            return true;
        }
        self.reuse_from_other_threats(place, s)
    }

    /// Guessed costs of proving capture and life.
    pub(super) fn costs(&self, s: &State, look: &PositionFeatures) -> (u32, u32) {
        match &self.prior {
            Some(prior) => prior.costs(&self.geometry, look, s),
            None => weights::first(&self.geometry, &look.chains, s),
        }
    }

    /// First numbers of a position that is not decided, from guessed costs of proving capture and
    /// life.
    pub(super) fn guess(&mut self, place: u32, s: &State, (cost_of_capture, cost_of_life): (u32, u32)) {
        let hint = if s.supply.0 < 0 { self.table.get(&State { supply: Supply::NONE, ..*s }).copied() } else { None };
        let e = self.table.at_mut(place);
        e.flags |= flag::KNOWN;
        e.guessed = (cost_of_capture.min(255) as u8, cost_of_life.min(255) as u8);
        (e.phi, e.delta) = if e.defends { (cost_of_life, cost_of_capture) } else { (cost_of_capture, cost_of_life) };
        // Captured without threats: most of that proof will do again.
        if let Some(hint) = hint
            && hint.killed()
            && hint.like().is_none()
        {
            e.best = hint.best;
            if e.defends { e.delta = 1 } else { e.phi = 1 }
        }
    }
}
