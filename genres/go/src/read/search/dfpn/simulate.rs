//! Simulation: what refuted one move is tried at once against the other ones.
//!
//! Most moves change nothing about why a position is won. So when a move has been refuted, the
//! winner's replies in that proof are played against the loser's other moves too (Kawano 1996,
//! "Using similar positions to search game trees"): at the winner's turn only the move of the model
//! is tried, at the loser's turn all moves are. It costs no more than the proof that it copies,
//! less than a search, since no costs are guessed. What succeeds is proved like everything else,
//! position by position; where it fails, what was decided on the way stays decided.

use super::super::moves::successors;
use super::super::table::{Entry, INFINITE, Link, Tag, flag};
use super::Search;
use super::expand::{Found, Fresh};
use crate::read::{Ply, State};

/// A simulation under way.
struct Left {
    visits: u32,
    depth: u32,
}

impl Search {
    /// Tries the refutation of one successor against the others that were searched, but are open.
    /// (Those that were not searched are mostly refuted in less than it takes to find that the
    /// model does not fit.)
    pub(super) fn simulate(&mut self, place: u32, refuted: u32) {
        for i in self.table.at(place).links() {
            let sibling = self.table.link(i).place();
            let e = self.table.at(sibling);
            if e.open() && e.is(flag::EXPANDED) && !e.is(flag::ON_PATH) {
                self.wins_like(
                    sibling,
                    refuted,
                    &mut Left { visits: self.policy.simulation_visits, depth: self.policy.simulation_depth },
                );
            }
        }
    }

    /// Does the side to move win at `place` by the moves by which it wins at `model`?
    fn wins_like(&mut self, place: u32, model: u32, left: &mut Left) -> bool {
        let model = self.table.at(model).like().unwrap_or(model);
        let (e, shown) = (*self.table.at(place), *self.table.at(model));
        if e.is(flag::ON_PATH) {
            // A repetition: the defender survives.
            return e.defends;
        }
        if !e.open() {
            return e.phi == 0;
        }
        if place == model || shown.is(flag::STATIC) || self.stops(left) {
            return false;
        }
        let ply = Ply(shown.best);
        let followed = |e: &Entry| self.table.links(e.links()).iter().find(|l| l.ply() == ply).map(|l| l.place());
        let Some(model) = followed(&shown) else { return false };
        let own = if e.is(flag::EXPANDED) { followed(&e) } else { None };
        let Some(child) = own.or_else(|| {
            let after = self.after(&e.state(), ply)?;
            Some(self.table.place(&after, Tag::of(&after)))
        }) else {
            return false;
        };
        let after = self.table.at(child).state();
        if !self.table.at(child).is(flag::KNOWN) && !self.copy_static_result(child, &after) {
            let mut it = self.work.fresh.pop().unwrap_or_else(Fresh::new);
            it.look.find(&self.geometry, after.attacker, after.defender);
            if !self.decided(child, &after, &it.look) {
                self.lives.decide(&self.geometry, &mut self.table, child, &after);
            }
            self.work.fresh.push(it);
        }
        self.enter(place, left);
        let won = self.loses_like(child, model, left);
        self.leave(place, left);
        if won {
            let e = self.table.at_mut(place);
            (e.phi, e.delta, e.best) = (0, INFINITE, ply.0);
            e.flags |= flag::KNOWN;
            self.table.expand(place, std::iter::once((child, ply)), false);
            self.mark_free(place, Some(Link::new(child, ply)));
            self.captures.record(&self.geometry, &self.table, place);
            self.keep_life(place);
        }
        won
    }

    /// Does the side to move lose at `place` whatever it does, by the replies by which it loses at
    /// `model`?
    fn loses_like(&mut self, place: u32, model: u32, left: &mut Left) -> bool {
        let model = self.table.at(model).like().unwrap_or(model);
        let (e, shown) = (*self.table.at(place), *self.table.at(model));
        if e.is(flag::ON_PATH) {
            return !e.defends;
        }
        if !e.open() {
            return e.delta == 0;
        }
        if place == model || !shown.is(flag::EXPANDED) || self.stops(left) {
            return false;
        }
        let begin = self.work.siblings.len();
        let expanded = e.is(flag::EXPANDED) && !e.is_partial;
        let mut banned = false;
        let mut lost = true;
        if expanded {
            self.work.siblings.extend(self.table.links(e.links()).iter().map(|l| (l.place(), l.ply())));
        } else {
            lost = self.list(&e.state(), &mut banned);
        }
        let end = self.work.siblings.len();
        self.enter(place, left);
        for i in begin..end {
            let (child, ply) = self.work.siblings[i];
            // What the model does not know is refuted like a pass, if at all.
            let like = |ply: Ply| self.table.links(shown.links()).iter().find(|l| l.ply() == ply);
            let like = like(ply).or_else(|| like(Ply::PASS)).map_or(child, |l| l.place());
            lost = lost && self.wins_like(child, like, left);
        }
        self.leave(place, left);
        if lost {
            let e = self.table.at_mut(place);
            (e.phi, e.delta) = (INFINITE, 0);
            e.flags |= flag::KNOWN;
            if !expanded {
                self.table.expand(place, self.work.siblings[begin..end].iter().copied(), banned);
            }
            self.mark_free(place, None);
            self.captures.record(&self.geometry, &self.table, place);
            self.keep_life(place);
        }
        self.work.siblings.truncate(begin);
        lost
    }

    fn stops(&self, left: &Left) -> bool {
        left.visits == 0 || left.depth == 0 || self.is_full() || self.clock.check(self.nodes).is_some()
    }

    fn enter(&mut self, place: u32, left: &mut Left) {
        self.nodes += 1;
        left.visits -= 1;
        left.depth -= 1;
        self.table.at_mut(place).flags |= flag::ON_PATH;
    }

    fn leave(&mut self, place: u32, left: &mut Left) {
        left.depth += 1;
        self.table.at_mut(place).flags &= !flag::ON_PATH;
    }

    /// The position after a move, if it is legal.
    fn after(&mut self, state: &State, ply: Ply) -> Option<State> {
        self.work.parent.chains.find(&self.geometry, state.attacker, state.defender);
        let cell = ply.cell().map_or(0, |cell| 1 << cell);
        let mut after = None;
        successors(&self.geometry, &self.work.parent.chains, state, cell, &mut false, |s, p, _| {
            if p == ply {
                after = Some(s);
            }
        });
        after
    }

    /// Puts the successors that need be considered among the siblings, with numbers where a lemma
    /// decides. `false` if one of them wins.
    fn list(&mut self, state: &State, banned: &mut bool) -> bool {
        self.work.parent.find(&self.geometry, state.attacker, state.defender);
        let must = self.must(state);
        let mut found = std::mem::take(&mut self.work.found);
        found.clear();
        successors(&self.geometry, &self.work.parent.chains, state, must, banned, |state, ply, taken| {
            let tag = Tag::of(&state);
            self.table.prefetch_slot(tag);
            found.push(Found { state, ply, taken, tag });
        });
        let mut it = self.work.fresh.pop().unwrap_or_else(Fresh::new);
        let mut wins = false;
        for next in &found {
            let child = self.table.place(&next.state, next.tag);
            if !self.table.at(child).is(flag::KNOWN) && !self.copy_static_result(child, &next.state) {
                it.look.follow(&self.geometry, &self.work.parent, &next.state, next.ply, next.taken);
                if !self.decided(child, &next.state, &it.look) {
                    self.lives.decide(&self.geometry, &mut self.table, child, &next.state);
                }
            }
            let e = self.table.at(child);
            if e.is(flag::KNOWN) && !e.is(flag::ON_PATH) && e.delta == 0 {
                wins = true;
                break;
            }
            self.work.siblings.push((child, next.ply));
        }
        self.work.threats = 0;
        self.work.fresh.push(it);
        self.work.found = found;
        !wins
    }
}
