//! Depth-first proof-number search for "the attacker captures".
//!
//! A move back to a position of the current path counts as the defender's survival. So captures are always proved by
//! finite trees that hold on any path; survival may rest on the path and is believed only where a closed set is found
//! (see [`certify`](super::certify)).

use super::geometry::Geometry;
use super::lemmas::{Judged, Look};
use super::lives::{self, Lives};
use super::moves::successors;
use super::prior::{Points, Prior};
use super::table::{Entry, INFINITE, Link, Table, Tag, flag};
use super::{forced, weights};
use crate::Role;
use crate::read::{Ply, State, Supply};
use std::collections::HashSet;
use tesuji_solver::{Clock, Stop};

/// Why a search was left before it was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A limit.
    Limit(Stop),
    /// The table is full.
    Full,
}

/// What one number of threats shows of another.
pub(super) struct Borrowed {
    pub(super) killed: bool,
    /// A capture in which no ban matters.
    free: bool,
    /// The move by which it was survived; 255 for a capture.
    best: u8,
}

/// A successor that is being looked at.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) state: State,
    pub(super) ply: Ply,
    pub(super) taken: u64,
    pub(super) tag: Tag,
}

/// A new successor that no lemma decides.
pub(super) struct Fresh {
    place: u32,
    state: State,
    ply: Ply,
    taken: u64,
    pub(super) look: Look,
}

impl Fresh {
    pub(super) fn new() -> Fresh {
        let none = State { attacker: 0, defender: 0, turn: Role::Attacker, ko: State::NO_KO, supply: Supply::NONE };
        Fresh { place: 0, state: none, ply: Ply::PASS, taken: 0, look: Look::new() }
    }
}

/// Steps from the defender's stones to moves that are near. (Fewer in tests of the crate, as below.)
const STEPS: usize = if cfg!(test) { 1 } else { 2 };
/// Least number of near moves, and of others, for which the others wait. (Few in tests, so that small regions show what goes wrong.)
const LEAST: [u32; 2] = if cfg!(test) { [1, 1] } else { [6, 4] };

/// The deepest path; deeper positions stay open.
const DEEPEST: usize = 400;

pub(super) struct Search {
    pub(super) geometry: Geometry,
    pub(super) table: Table,
    pub(super) clock: Clock,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Positions given first numbers.
    pub(super) evaluated: u64,
    pub(super) halt: Option<Halt>,
    /// Greatest number of threats that was searched, for either side.
    pub(super) tried: i8,
    /// Positions that save the defender where he gets them by ignoring a ban (see [`bans`](super::bans)).
    pub(super) saving: HashSet<State>,
    /// Such that were found last.
    pub(super) saved: Vec<State>,
    /// Where the attacker would take the eyes if the defender passed in the position whose successors are being made.
    pub(super) threats: u64,
    /// Chains and eyes of the position whose successors are being made.
    pub(super) parent: Look,
    pub(super) scratch: Look,
    pub(super) found: Vec<Found>,
    places: Vec<(u32, Ply)>,
    pub(super) fresh: Vec<Fresh>,
    /// Successors that simulations under way go through.
    pub(super) siblings: Vec<(u32, Ply)>,
    points: Option<Box<Points>>,
    /// How much of what is beyond the greatest of the numbers that add up counts.
    share: (u32, u32),
    /// Guesses of first numbers; the plain ones where there is none.
    pub(super) prior: Option<&'static Prior>,
    /// Lives that were found.
    pub(super) lives: Lives,
}

impl Search {
    pub(super) fn new(geometry: Geometry, table: Table, clock: Clock) -> Search {
        let share = if geometry.area.target.is_some() { (7, 10) } else { (1, 3) };
        Search {
            share,
            table: if lives::are_kept(&geometry) { table.keeping_zones() } else { table },
            lives: Lives::new(),
            prior: Some(Prior::of(&geometry)),
            geometry,
            clock,
            nodes: 0,
            evaluated: 0,
            halt: None,
            tried: 0,
            saving: HashSet::new(),
            saved: Vec::new(),
            threats: 0,
            parent: Look::new(),
            scratch: Look::new(),
            found: Vec::new(),
            places: Vec::new(),
            fresh: Vec::new(),
            siblings: Vec::new(),
            points: Some(Box::new(Points::new())),
        }
    }

    /// What another supply of threats has shown of the position, and where.
    pub(super) fn borrowed(&self, s: &State) -> Option<Borrowed> {
        if self.tried == 0 && s.supply == Supply::NONE {
            return None;
        }
        let other = |supply: i8| self.table.get(&State { supply: Supply(supply), ..*s });
        let captured = |e: &Entry| Some(Borrowed { killed: true, free: e.is(flag::FREE), best: 255 });
        let survived = |e: &Entry| Some(Borrowed { killed: false, free: false, best: e.best });
        let t = s.supply.0;
        if s.supply == Supply::ATTACKER_UNLIMITED {
            // More threats never hurt; survival without threats usually needs no ban.
            let e = other(0)?;
            return if e.killed() { captured(e) } else { e.survived().then(|| survived(e))? };
        }
        if t <= 0 {
            // Defender threats: a free capture holds with any number; survival with fewer is survival with more.
            for fewer in (t + 1..=0).rev() {
                if let Some(e) = other(fewer) {
                    if e.killed() && e.is(flag::FREE) {
                        return captured(e);
                    }
                    if e.survived() && !e.is(flag::ON_PATH) {
                        return survived(e);
                    }
                }
            }
            for more in (-self.tried..t).rev() {
                if let Some(e) = other(more)
                    && e.killed()
                {
                    return captured(e);
                }
            }
        } else {
            for fewer in (0..t).rev() {
                if let Some(e) = other(fewer)
                    && e.killed()
                {
                    return captured(e);
                }
            }
            if let Some(e) = other(i8::MAX)
                && e.survived()
                && !e.is(flag::ON_PATH)
            {
                return survived(e);
            }
            // A guess: survival without threats usually needs no ban.
            if let Some(e) = other(0)
                && e.survived()
            {
                return survived(e);
            }
        }
        None
    }

    /// The place of a position, with numbers.
    pub(super) fn known(&mut self, s: &State) -> u32 {
        let place = self.table.place(s, Tag::of(s));
        if !self.table.at(place).is(flag::KNOWN) && !self.is_like_twin(place, s) {
            let mut it = self.fresh.pop().unwrap_or_else(Fresh::new);
            it.look.find(&self.geometry, s.attacker, s.defender);
            if !self.decided(place, s, &it.look) && !self.is_shown_alive(place, s) {
                let costs = self.costs(s, &it.look);
                self.guess(place, s, costs);
            }
            self.fresh.push(it);
        }
        place
    }

    /// The numbers of a new position that a lemma decides, or what another supply has shown. Says whether it is decided.
    pub(super) fn decided(&mut self, place: u32, s: &State, look: &Look) -> bool {
        self.evaluated += 1;
        let judged = look.judge(&self.geometry, s);
        if matches!(judged, Judged::Captured | Judged::Survived) {
            let (killed, e) = (judged == Judged::Captured, self.table.at_mut(place));
            e.decide(killed);
            e.flags |= flag::KNOWN | flag::STATIC | if killed { flag::FREE } else { 0 };
            return true;
        }
        // Not where a proof is kept: the plain lemma says nothing before the move, so the position after it has to be in the proof.
        if let Judged::By(cell) = judged
            && self.geometry.prunes
        {
            let e = self.table.at_mut(place);
            e.decide(true);
            e.best = cell;
            e.flags |= flag::KNOWN | flag::STATIC | flag::FREE;
            return true;
        }
        if self.threats != 0 && s.turn == Role::Attacker {
            let found = look.takes_the_eyes(&self.geometry, s, self.threats, false);
            if found != 0 {
                let e = self.table.at_mut(place);
                e.decide(true);
                e.best = found.trailing_zeros() as u8;
                e.flags |= flag::KNOWN | flag::STATIC | flag::FREE;
                return true;
            }
        }
        if self.is_dominated(place, s, look.chains.room) {
            return true;
        }
        if !self.saving.is_empty() && self.after_ban(s).is_some_and(|after| self.saving.contains(&after)) {
            let e = self.table.at_mut(place);
            e.decide(false);
            e.flags |= flag::KNOWN;
            return true;
        }
        self.is_taken_over(place, s)
    }

    /// What the same position without threats shows: the lemmas don't ask for threats, and nor do the guesses. Says whether
    /// they need not be asked again.
    pub(super) fn is_like_twin(&mut self, place: u32, s: &State) -> bool {
        if s.supply == Supply::NONE {
            return false;
        }
        let Some(twin) = self.table.get(&State { supply: Supply::NONE, ..*s }) else { return false };
        let (killed, flags, guessed, best) = (twin.killed(), twin.flags, twin.guessed, twin.best);
        if flags & flag::KNOWN == 0 {
            return false;
        }
        if flags & flag::STATIC != 0 {
            let e = self.table.at_mut(place);
            e.decide(killed);
            e.best = best;
            e.flags |= flag::KNOWN | flags & (flag::STATIC | flag::FREE);
            return true;
        }
        if self.is_taken_over(place, s) {
            return true;
        }
        if guessed != (0, 0) {
            self.guess(place, s, (u32::from(guessed.0), u32::from(guessed.1)));
        }
        guessed != (0, 0)
    }

    /// What another supply has shown of an open position. Says whether it is decided.
    fn is_taken_over(&mut self, place: u32, s: &State) -> bool {
        let own = self.table.at(place).is(flag::OWN);
        if let Some(Borrowed { killed, free, best }) = if own { None } else { self.borrowed(s) } {
            let e = self.table.at_mut(place);
            e.decide(killed);
            e.best = best;
            e.flags |= flag::KNOWN | if free { flag::FREE } else { 0 };
            return true;
        }
        false
    }

    /// Guessed costs of proving capture and life.
    fn costs(&self, s: &State, look: &Look) -> (u32, u32) {
        match self.prior {
            Some(prior) => prior.costs(&self.geometry, look, s),
            None => weights::first(&self.geometry, &look.chains, s),
        }
    }

    /// First numbers of a position that is not decided, from guessed costs of proving capture and life.
    fn guess(&mut self, place: u32, s: &State, (cost_of_capture, cost_of_life): (u32, u32)) {
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

    /// Searches until the position at `place` is decided or the search halts.
    pub(super) fn run(&mut self, place: u32) {
        while self.halt.is_none() && self.table.at(place).open() {
            self.visit(place, INFINITE, INFINITE, 0);
        }
    }

    /// Makes room in a full table, unless proofs are to be found in it. Says whether that was worth it. Places are others from now on.
    pub(super) fn make_room(&mut self) -> bool {
        self.geometry.prunes && self.table.make_room()
    }

    /// Why a search ended without deciding the position at `place`.
    pub(super) fn stopped(&mut self, place: u32) -> Option<Stop> {
        match self.halt.take() {
            Some(Halt::Limit(stop)) if self.entry(place).open() => Some(stop),
            Some(Halt::Full) => Some(Stop::Memory),
            Some(Halt::Limit(_)) | None => None,
        }
    }

    /// A child's numbers as the parent sees them.
    #[inline]
    fn numbers(&self, place: u32) -> (u32, u32) {
        let e = self.table.at(place);
        if e.is(flag::ON_PATH) {
            return if e.defends { (0, INFINITE) } else { (INFINITE, 0) };
        }
        (e.phi, e.delta)
    }

    /// Captured even if the defender moves: then also if the attacker does. Says whether that was so.
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

    pub(super) fn visit(&mut self, place: u32, phi_limit: u32, delta_limit: u32, depth: usize) {
        self.nodes += 1;
        if let Some(stop) = self.clock.check(self.nodes) {
            self.halt = Some(Halt::Limit(stop));
            return;
        }
        if self.table.is_full() {
            self.halt = Some(Halt::Full);
            return;
        }
        if depth > DEEPEST {
            return;
        }
        if !self.table.at(place).is(flag::EXPANDED) {
            // Asked again, since it is long ago that the position was made.
            let state = self.table.at(place).state();
            if self.is_captured_anyway(place) {
                return;
            }
            self.prepare_lives(&state);
            if self.is_shown_alive_prepared(place, &state) {
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
                // The sum counts shared work many times: only a part of what is beyond the greatest.
                () => greatest + (sum - greatest) * self.share.0 / self.share.1,
            };
            if failure && entry.is_partial {
                // The far moves, too.
                self.prepare_lives(&entry.state());
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
                self.keep_capture(place);
                self.keep_life(place);
            }
            let Some(child) = best else { break };
            if phi >= phi_limit || delta >= delta_limit || success || failure || self.halt.is_some() {
                break;
            }
            let child_phi =
                if delta_limit >= INFINITE { INFINITE } else { (delta_limit + best_phi - delta).min(INFINITE) };
            // A quarter more than the second best: a visit to what is expanded already costs little.
            let widened = (second + second / 4 + 2).min(INFINITE);
            self.visit(child.place(), child_phi, phi_limit.min(widened), depth + 1);
            if self.table.at(child.place()).phi == 0 && self.halt.is_none() {
                self.ask_successors(place, &mut asked);
                self.simulate(place, child.place());
            }
        }
        let visits = u16::try_from(self.nodes - before).unwrap_or(u16::MAX);
        let e = self.table.at_mut(place);
        e.flags &= !flag::ON_PATH;
        e.effort = e.effort.saturating_add(visits);
    }

    /// Makes the successors of a position for which lives were made ready, with numbers, those that need be considered: at first, in a large open region, only those by moves that are near
    /// the defender's stones.
    fn expand(&mut self, place: u32, first: bool) {
        let state = self.table.at(place).state();
        self.parent.find(&self.geometry, state.attacker, state.defender);
        // Another capture may show it by now.
        if first && self.is_dominated(place, &state, self.parent.chains.room) {
            return;
        }
        let mut must = self.must(&state);
        let all = must;
        if first {
            must = self.near(&state, must);
        }
        let mut banned = false;
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let table = &self.table;
        successors(&self.geometry, &self.parent.chains, &state, must, &mut banned, |state, ply, taken| {
            // Loads that don't wait for each other: the probes below then find their lines in the cache.
            let tag = Tag::of(&state);
            table.prefetch_slot(tag);
            found.push(Found { state, ply, taken, tag });
        });
        for it in &found {
            table.prefetch_entry(it.tag);
        }
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        // First what is decided: one success is enough, and the others need no numbers.
        let mut fresh = std::mem::take(&mut self.fresh);
        let mut new = 0;
        for next in &found {
            let child = self.table.place(&next.state, next.tag);
            if !self.table.at(child).is(flag::KNOWN) && !self.is_like_twin(child, &next.state) {
                if new == fresh.len() {
                    fresh.push(Fresh::new());
                }
                let it = &mut fresh[new];
                it.look.follow(&self.geometry, &self.parent, &next.state, next.ply, next.taken);
                let is_decided = self.decided(child, &next.state, &it.look)
                    || self.is_shown_alive_after(child, &next.state, next.ply, next.taken);
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
        let mut points = self.points.take();
        // For two it is cheaper to look at each of them.
        let together = new > 2;
        if together && let (Some(prior), Some(points)) = (self.prior, &mut points) {
            prior.before(points, &self.geometry, &self.parent.chains, state.turn.other());
        }
        for it in &fresh[..new] {
            let costs = match (self.prior, &points) {
                (Some(prior), Some(points)) if together => {
                    prior.costs_after(points, &self.geometry, &it.look, &it.state, it.ply, it.taken)
                }
                _ => self.costs(&it.state, &it.look),
            };
            self.guess(it.place, &it.state, costs);
        }
        self.points = points;
        self.table.expand(place, places.iter().copied(), banned);
        self.table.at_mut(place).is_partial = must != all;
        (self.found, self.places, self.fresh) = (found, places, fresh);
        self.threats = 0;
    }

    /// Of the cells of moves, those that are near the defender's stones or capture something, if that leaves out enough of them.
    fn near(&self, state: &State, must: u64) -> u64 {
        let (geometry, chains) = (&self.geometry, &self.parent.chains);
        if !geometry.prunes || geometry.area.exits == 0 || geometry.area.target.is_none() {
            return must;
        }
        let mut near = state.defender;
        for _ in 0..STEPS {
            near |= geometry.around(near);
        }
        let near = must & (near | chains.attacker.atari() | chains.defender.atari());
        let (all, first) = ((must & chains.empty).count_ones(), (near & chains.empty).count_ones());
        if first >= LEAST[0] && all >= first + LEAST[1] { near } else { must }
    }

    /// The cells that the side to move need consider, and what threatens it. Its chains and eyes are those of `parent`.
    pub(super) fn must(&mut self, state: &State) -> u64 {
        // Where all stones count it saves as many positions, but no time.
        if state.turn == Role::Defender && self.geometry.prunes && self.geometry.area.target.is_some() {
            let passed = State { turn: Role::Attacker, ko: State::NO_KO, ..*state };
            self.threats = self.parent.takes_the_eyes(&self.geometry, &passed, u64::MAX, true);
        }
        forced::forced(&self.geometry, &self.parent, &mut self.scratch, state)
    }

    /// Marks a capture in whose proof no ban of the defender matters.
    pub(super) fn mark_free(&mut self, place: u32, best: Option<Link>) {
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

impl Search {
    /// The entry at a place.
    pub(super) fn entry(&self, place: u32) -> &Entry {
        self.table.at(place)
    }
}
