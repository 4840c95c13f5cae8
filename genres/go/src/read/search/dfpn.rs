//! Depth-first proof-number search for "the attacker captures".
//!
//! A move back to a position of the current path counts as the defender's survival. So captures are always proved by
//! finite trees that hold on any path; survival may rest on the path and is believed only where a closed set is found
//! (see [`certify`](super::certify)).

use super::chains::Chains;
use super::geometry::Geometry;
use super::lemmas::{no_two_eyes, pass_alive};
use super::moves::successors;
use super::prior::Prior;
use super::table::{Entry, INFINITE, Table, flag};
use super::{forced, weights};
use crate::Role;
use crate::read::{Ply, State, Supply};
use tesuji_solver::{Clock, Stop};

/// Why a search was left before it was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A limit.
    Limit(Stop),
    /// The table is full.
    Full,
}

#[derive(Clone, Copy)]
struct Child {
    place: u32,
    ply: Ply,
}

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
    chains: Chains,
    scratch: Chains,
    children: Vec<Child>,
    found: Vec<(State, Ply)>,
    /// Guesses of first numbers; the plain ones where there is none.
    pub(super) prior: Option<&'static Prior>,
}

impl Search {
    pub(super) fn new(geometry: Geometry, table: Table, clock: Clock) -> Search {
        Search {
            geometry,
            table,
            clock,
            nodes: 0,
            evaluated: 0,
            halt: None,
            tried: 0,
            chains: Chains::new(),
            scratch: Chains::new(),
            children: Vec::new(),
            found: Vec::new(),
            prior: Some(Prior::get()),
        }
    }

    /// What another supply of threats has shown of the position: captured, with the proof's freedom from bans; or
    /// survived.
    pub(super) fn borrowed(&self, s: &State) -> Option<(bool, bool)> {
        if self.tried == 0 && s.supply == Supply::NONE {
            return None;
        }
        let other = |supply: i8| self.table.get(&State { supply: Supply(supply), ..*s });
        let t = s.supply.0;
        if s.supply == Supply::ATTACKER_UNLIMITED {
            // More threats never hurt; survival without threats usually needs no ban.
            let e = other(0)?;
            return (e.killed()).then_some((true, e.is(flag::FREE))).or_else(|| e.survived().then_some((false, false)));
        }
        if t <= 0 {
            // Defender threats: a free capture holds with any number; survival with fewer is survival with more.
            for fewer in (t + 1..=0).rev() {
                if let Some(e) = other(fewer) {
                    if e.killed() && e.is(flag::FREE) {
                        return Some((true, true));
                    }
                    if e.survived() && !e.is(flag::ON_PATH) {
                        return Some((false, false));
                    }
                }
            }
            for more in (-self.tried..t).rev() {
                if let Some(e) = other(more)
                    && e.killed()
                {
                    return Some((true, e.is(flag::FREE)));
                }
            }
        } else {
            for fewer in (0..t).rev() {
                if let Some(e) = other(fewer)
                    && e.killed()
                {
                    return Some((true, e.is(flag::FREE)));
                }
            }
            if let Some(e) = other(i8::MAX)
                && e.survived()
                && !e.is(flag::ON_PATH)
            {
                return Some((false, false));
            }
        }
        None
    }

    /// The place of a position, with numbers.
    pub(super) fn known(&mut self, s: &State) -> u32 {
        let place = self.table.place(s);
        if !self.table.at(place).is(flag::KNOWN) {
            self.evaluate(place, s);
        }
        place
    }

    /// First numbers of a position: a lemma's verdict, what another supply has shown, or a guess.
    fn evaluate(&mut self, place: u32, s: &State) {
        self.evaluated += 1;
        let own = self.table.at(place).is(flag::OWN);
        let verdict = self.lemma(s);
        let borrowed = if own || verdict.is_some() { None } else { self.borrowed(s) };
        let decided = verdict.is_some() || borrowed.is_some();
        let guess = match self.prior {
            _ if decided => (1, 1),
            Some(prior) => prior.costs(&self.geometry, &self.chains, s),
            None => weights::first(&self.geometry, &self.chains, s),
        };
        let hint = if verdict.is_none() && s.supply.0 < 0 {
            self.table.get(&State { supply: Supply::NONE, ..*s }).copied()
        } else {
            None
        };
        let e = self.table.at_mut(place);
        e.flags |= flag::KNOWN;
        if let Some(killed) = verdict {
            e.decide(killed);
            e.flags |= flag::STATIC | if killed { flag::FREE } else { 0 };
        } else if let Some((killed, free)) = borrowed {
            e.decide(killed);
            if killed && free {
                e.flags |= flag::FREE;
            }
        } else {
            let (cost_of_capture, cost_of_life) = guess;
            (e.phi, e.delta) =
                if e.defends { (cost_of_life, cost_of_capture) } else { (cost_of_capture, cost_of_life) };
            // Captured without threats: most of that proof will do again.
            if let Some(hint) = hint
                && hint.killed()
            {
                e.best = hint.best;
                if e.defends { e.delta = 1 } else { e.phi = 1 }
            }
            self.is_captured_anyway(place);
        }
    }

    /// What the rules or a lemma say; leaves the chains of the position in `self.chains`.
    pub(super) fn lemma(&mut self, s: &State) -> Option<bool> {
        let area = &self.geometry.area;
        self.chains.find(&self.geometry, s.attacker, s.defender);
        if area.is_captured(s) {
            return Some(true);
        }
        if area.has_escaped(s) {
            return Some(false);
        }
        let alive = pass_alive(&self.geometry, &self.chains, s.defender);
        if alive & s.defender & area.target.unwrap_or(u64::MAX) != 0 {
            return Some(false);
        }
        let eye_cells = self.chains.eye_cells(&self.geometry, s.defender);
        if area.exits != 0 {
            let ways_out = self.chains.ways_out(&self.geometry, s).count_ones();
            if ways_out > u32::from(s.turn == Role::Attacker) {
                return Some(false);
            }
        }
        let room = self.chains.room(&self.geometry, s.defender);
        (self.chains.gates(&self.geometry, room).is_some()
            && no_two_eyes(&self.geometry, &self.chains, eye_cells, room))
        .then_some(true)
    }

    /// Searches until the position at `place` is decided or the search halts.
    pub(super) fn run(&mut self, place: u32) {
        while self.halt.is_none() && self.table.at(place).open() {
            self.visit(place, INFINITE, INFINITE, 0);
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
        e.flags |= free;
        e.best = Ply::PASS.0;
        true
    }

    fn visit(&mut self, place: u32, phi_limit: u32, delta_limit: u32, depth: usize) {
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
        if self.is_captured_anyway(place) {
            return;
        }
        let state = self.table.at(place).state();
        self.chains.find(&self.geometry, state.attacker, state.defender);
        let entry = self.table.at_mut(place);
        if !entry.is(flag::FORCED) {
            entry.flags |= flag::FORCED;
            entry.forced = forced::forced(&self.geometry, &self.chains, &mut self.scratch, &state);
        }
        let must = self.table.at(place).forced;
        let begin = self.children.len();
        let mut banned = false;
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let table = &self.table;
        let mut warm = 0;
        successors(&self.geometry, &self.chains, &state, &mut banned, |s, ply| {
            if ply.cell().is_none_or(|c| must >> c & 1 == 1) {
                // Loads that don't wait for each other: the probes below then find their lines in the cache.
                warm ^= table.warm(&s);
                found.push((s, ply));
            }
        });
        std::hint::black_box(warm);
        for (s, ply) in &found {
            let place = self.known(s);
            self.children.push(Child { place, ply: *ply });
        }
        self.found = found;
        let end = self.children.len();
        let defends = state.turn == Role::Defender;
        self.table.at_mut(place).flags |= flag::ON_PATH;
        loop {
            let (mut least, mut second, mut best, mut best_phi) = (INFINITE, INFINITE, begin, 0);
            let (mut sum, mut greatest) = (0_u32, 0_u32);
            for i in begin..end {
                let (phi, delta) = self.numbers(self.children[i].place);
                sum = (sum + phi).min(INFINITE);
                greatest = greatest.max(phi);
                if delta < least || i == begin {
                    second = if i == begin { INFINITE } else { least };
                    (least, best, best_phi) = (delta, i, phi);
                } else if delta < second {
                    second = delta;
                }
                if delta == 0 {
                    break;
                }
            }
            let success = end > begin && least == 0;
            let phi = if success { 0 } else { least };
            let failure = !success && greatest == 0;
            let delta = match () {
                () if success || greatest >= INFINITE => INFINITE,
                // The sum counts shared work many times: only a third of what is beyond the greatest.
                () => greatest + (sum - greatest) / 3,
            };
            let phi = if failure { INFINITE } else { phi };
            let ply = self.children.get(best).filter(|_| end > begin).map_or(Ply::PASS, |c| c.ply);
            let entry = self.table.at_mut(place);
            (entry.phi, entry.delta) = (phi, delta);
            entry.best = ply.0;
            if success || failure {
                self.mark_free(place, begin..end, best, defends, success, banned);
            }
            if phi >= phi_limit || delta >= delta_limit || success || failure || self.halt.is_some() {
                break;
            }
            let child = self.children[best].place;
            let child_phi =
                if delta_limit >= INFINITE { INFINITE } else { (delta_limit + best_phi - delta).min(INFINITE) };
            let widened = (second + second / 2 + 2).max(second + 1).min(INFINITE);
            self.visit(child, child_phi, phi_limit.min(widened), depth + 1);
        }
        self.children.truncate(begin);
        self.table.at_mut(place).flags &= !flag::ON_PATH;
    }

    /// Marks captures in whose proof no ban of the defender matters.
    fn mark_free(
        &mut self,
        place: u32,
        children: std::ops::Range<usize>,
        best: usize,
        defends: bool,
        success: bool,
        banned: bool,
    ) {
        let free = |c: &Child| self.table.at(c.place).is(flag::FREE);
        let is_free = match (defends, success) {
            (false, true) => free(&self.children[best]),
            (true, false) => !banned && self.children[children].iter().all(free),
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
