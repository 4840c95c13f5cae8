//! The production reader: df-pn with lemmas, forced moves, threat counts in the key, and closed sets against repetition.

mod bans;
mod certify;
mod chains;
mod dfpn;
mod dominance;
mod forced;
mod geometry;
#[cfg(test)]
mod ground;
mod induction;
mod judge;
mod lemmas;
mod lives;
mod moves;
mod nakade;
pub mod prior;
mod proof;
mod simulate;
mod sizes;
mod table;
#[cfg(test)]
mod tests;
mod weights;

use super::certificate::needed;
use super::{
    Area, Certificate, Exits, LifeGame, MOST_THREATS, NoTwoEyes, PassAlive, Ply, Proved, Reader, Reading, Supply,
    TooLarge,
};
use crate::{Class, Outcome, Question, Role};
pub use judge::SearchJudge;
pub(in crate::read) use lives::SharedLives;
pub use sizes::Solved;

use certify::Certified;
use dfpn::Search;
use geometry::Geometry;
use std::sync::Mutex;
pub(in crate::read) use table::INFINITE;
use table::{Table, flag};
use tesuji_solver::reading::{DfPn, Goal, Outcome as Value, Side};
use tesuji_solver::{Limits, Stop, Tier};

/// Bytes of table where the limits don't say less.
const MEMORY: usize = 256 << 20;
/// The same where a proof is to be kept: nothing is left out then, so that there are more positions.
const PROOF_MEMORY: usize = 1 << 30;
/// Room is made in a full table so often: in one that is too small for a search it could go on for ever.
const ROOMS: u32 = 100;
/// And only if so many positions were visited since. (Few in tests, which have small tables.)
const WORTH: u64 = if cfg!(test) { 50 } else { 1000 };
/// Closed sets that are looked for before a question is given up.
const ROUNDS: u32 = 2000;

/// The fast reader. Keeps its tables from one question to the next (but nothing that is in them).
#[derive(Default)]
pub struct DfPnReader {
    tells_seki: bool,
    tables: Mutex<Vec<Table>>,
}

impl std::fmt::Debug for DfPnReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DfPnReader").finish_non_exhaustive()
    }
}

/// A question being read: the table lasts from one number of threats to the next.
struct Session {
    search: Search,
    question: Question,
    first: Role,
    /// The first move of the last search that ended well for the side that makes it: each such search asks more of it than those before.
    key: Option<Ply>,
    /// What was decided.
    done: Vec<(Supply, Decided)>,
    /// A capture without threats: was it shown to hold with any number of them?
    with_any: Option<bool>,
    /// The search with unlimited attacker threats was left, since it did not end soon.
    is_long: bool,
    /// How often room may still be made in its table.
    rooms: u32,
}

/// What of an outcome is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::read) enum Asked {
    /// All of it.
    All,
    /// Whether it is life; of a ko only as much as shows on the way.
    Life,
    /// Whether it is death.
    Death,
    /// Whether it is life or a ko, where something else shows that it is one of them at most.
    LifeOrKo,
    /// Whether it is death or a ko, where something else shows that it is a ko at least.
    DeathOrKo,
}

/// A decided search with one supply of threats.
#[derive(Clone, Copy)]
struct Decided {
    killed: bool,
    /// Holds for any number of threats of the losing side.
    free: bool,
    /// The first move, where it is a move of the side that succeeds.
    key: Option<Ply>,
}

impl Session {
    fn new(search: Search, question: &Question, first: Role) -> Session {
        let question = question.clone();
        Session { search, question, first, key: None, done: Vec::new(), with_any: None, is_long: false, rooms: ROOMS }
    }

    /// Can the attacker capture with that supply?
    fn decide(&mut self, supply: Supply) -> Result<Decided, Stop> {
        let decided = match self.done.iter().find(|(s, _)| *s == supply) {
            Some(&(_, decided)) => decided,
            None => {
                let decided = self.search(supply)?;
                self.done.push((supply, decided));
                decided
            }
        };
        if decided.killed == (self.first == Role::Attacker) {
            self.key = decided.key;
        }
        Ok(decided)
    }

    /// The same with so many nodes at most; what was done is of use to a search that goes on.
    fn decide_within(&mut self, supply: Supply, nodes: u64) -> Result<Option<Decided>, Stop> {
        let whole = self.search.clock.clone();
        self.search.clock = whole.until(self.search.nodes + nodes);
        let decided = self.decide(supply);
        self.search.clock = whole;
        match decided {
            Err(Stop::Memory) => Err(Stop::Memory),
            Err(_) => match self.search.clock.check(self.search.nodes).or_else(|| self.search.clock.expired()) {
                Some(stop) => Err(stop),
                None => Ok(None),
            },
            Ok(decided) => Ok(Some(decided)),
        }
    }

    /// Does the capture without threats hold with any number of them? (See [`bans`].)
    fn captured_despite_bans(&mut self) -> Result<bool, Stop> {
        if let Some(known) = self.with_any {
            return Ok(known);
        }
        let root = self.search.geometry.area.state(&self.question, self.first, Supply::NONE);
        let found = self.search.captured_despite_bans(&root)?;
        self.with_any = Some(found);
        if found && self.first == Role::Attacker {
            let place = self.search.known(&root);
            self.key = Some(Ply(self.search.entry(place).best)).filter(|p| p.0 <= Ply::PASS.0);
        }
        Ok(found)
    }

    fn search(&mut self, supply: Supply) -> Result<Decided, Stop> {
        let state = self.search.geometry.area.state(&self.question, self.first, supply);
        if supply.0.abs() != i8::MAX {
            self.search.tried = self.search.tried.max(supply.0.abs());
        } else {
            self.search.tried = self.search.tried.max(1);
        }
        let first = self.first;
        let named = |best: u8, by: Role| Some(Ply(best)).filter(|p| by == first && p.0 <= Ply::PASS.0);
        for _ in 0..ROUNDS {
            let root = self.search.known(&state);
            self.search.run(root);
            if let Some(stop) = self.search.stopped(root) {
                return Err(stop);
            }
            let entry = *self.search.entry(root);
            if entry.killed() {
                let key = named(entry.best, Role::Attacker);
                return Ok(Decided { killed: true, free: entry.is(flag::FREE), key });
            }
            if let Certified::Closed { free } = self.search.certify(root) {
                return Ok(Decided { killed: false, free, key: named(entry.best, Role::Defender) });
            }
            if let Some(stop) = self.search.clock.check(self.search.nodes).or_else(|| self.search.clock.expired()) {
                return Err(stop);
            }
        }
        Err(Stop::Nodes)
    }

    /// Is what is captured with one defender threat captured with any number?
    fn is_dead(&mut self) -> Result<bool, Stop> {
        let root = self.search.geometry.area.state(&self.question, self.first, Supply(-1));
        // A proof is kept for the greatest number: it is searched for at once.
        let induction = self.search.geometry.prunes && self.search.captured_with_any(&root)?;
        Ok(induction || self.decide(Supply(-(MOST_THREATS as i8)))?.killed)
    }

    /// The certificates of an outcome that was found, as far as the limits allow.
    fn certificates(&mut self, outcome: Outcome) -> Vec<Certificate> {
        let mut all = Vec::new();
        for (supply, killed) in needed(outcome) {
            // Asked again, since a later search may have withdrawn what the closed set is made of.
            if self.search(supply).is_ok_and(|d| d.killed == killed) {
                let root = self.search.geometry.area.state(&self.question, self.first, supply);
                let proof = if killed { self.search.capture(root) } else { self.search.closed_set(root) };
                all.extend(proof.map(|proof| Certificate { supply, killed, proof }));
            }
        }
        all
    }

    /// Can the defender force pass-alive stones? Asked where he is not captured.
    fn is_alive(&mut self, limits: &Limits) -> Option<bool> {
        let area = &self.search.geometry.area;
        let root = area.state(&self.question, self.first, Supply::ATTACKER_UNLIMITED);
        let game = LifeGame { area: area.clone() };
        let goal = Goal { side: Side::Second, value: Value::Loss };
        let limits = limits.clone().with_time(self.search.clock.remaining());
        let read = DfPn::new().with_closers(&[&PassAlive, &NoTwoEyes], Tier::Easy).solve(&game, &root, goal, &limits);
        self.search.nodes += read.stats.nodes;
        read.holds
    }

    /// What is asked of the outcome, and why no more is known of it. Where the table is full, it is made room in, if that helps.
    fn told(&mut self, asked: Asked, settles: &dyn Fn(Outcome) -> bool) -> (Outcome, Stop) {
        loop {
            let mut known = Outcome::UNKNOWN;
            let before = self.search.nodes;
            match self.outcome(&mut known, asked, settles) {
                Ok(outcome) => return (outcome, Stop::Exhausted),
                Err(Stop::Memory) if self.rooms > 0 && self.search.nodes >= before + WORTH => {
                    self.rooms -= 1;
                    if !self.search.make_room() {
                        return (known, Stop::Memory);
                    }
                }
                Err(stop) => return (known, stop),
            }
        }
    }

    /// What is asked of the outcome; `settles` says of an interval that no more need be known.
    fn outcome(
        &mut self,
        known: &mut Outcome,
        asked: Asked,
        settles: &dyn Fn(Outcome) -> bool,
    ) -> Result<Outcome, Stop> {
        let lives = Outcome::between(Class::Seki, Class::Alive);
        match asked {
            Asked::DeathOrKo => {
                let is_lost = self.decide(Supply::ATTACKER_UNLIMITED)?.killed;
                return Ok(if is_lost { Outcome::between(Class::Dead, Class::Ko) } else { lives });
            }
            Asked::LifeOrKo => {
                let is_lost = self.decide(Supply(-(MOST_THREATS as i8)))?.killed;
                let saved = Outcome::between(Class::Ko, Class::Alive);
                return Ok(if is_lost { Outcome::exactly(Class::Dead) } else { saved });
            }
            Asked::All | Asked::Life | Asked::Death => {}
        }
        let plain = self.decide(Supply::NONE)?;
        if plain.killed {
            *known = Outcome::between(Class::Dead, Class::Ko);
            if plain.free {
                return Ok(Outcome::exactly(Class::Dead));
            }
            if asked == Asked::Life || settles(*known) {
                return Ok(*known);
            }
            // Where the number of threats is asked for too, what shows that there is one pays less than searching with it.
            if asked == Asked::Death && self.search.geometry.prunes && self.captured_despite_bans()? {
                return Ok(Outcome::exactly(Class::Dead));
            }
            for t in 1..=MOST_THREATS as i8 {
                let more = self.decide(Supply(-t))?;
                if !more.killed {
                    return Ok(Outcome::ko(Role::Defender, t as u8));
                }
                // Captured with most threats is captured with fewer: the searches between can be spared.
                if more.free || t == 1 && self.is_dead()? {
                    break;
                }
            }
            return Ok(Outcome::exactly(Class::Dead));
        }
        *known = Outcome::between(Class::Ko, Class::Alive);
        if plain.free {
            return Ok(lives);
        }
        if asked == Asked::Death || settles(*known) {
            return Ok(*known);
        }
        // Most kos need one threat or two: then the search with unlimited threats can be spared. Life shows quickly.
        if asked == Asked::All {
            let before = self.search.nodes;
            if self.decide(Supply(1))?.killed {
                return Ok(Outcome::ko(Role::Attacker, 1));
            }
            if !self.is_long {
                let soon = before.max(self.search.nodes - before);
                self.is_long = self.decide_within(Supply::ATTACKER_UNLIMITED, soon)?.is_none();
            }
            if self.is_long && self.decide(Supply(2))?.killed {
                return Ok(Outcome::ko(Role::Attacker, 2));
            }
        }
        if !self.decide(Supply::ATTACKER_UNLIMITED)?.killed {
            return Ok(lives);
        }
        *known = Outcome::exactly(Class::Ko);
        for t in 1..=MOST_THREATS as i8 {
            if self.decide(Supply(t))?.killed {
                return Ok(Outcome::ko(Role::Attacker, t as u8));
            }
        }
        Ok(Outcome::exactly(Class::Ko))
    }
}

impl DfPnReader {
    /// A reader with no tables yet. Where it proves life, it does not ask whether that is by seki.
    #[must_use]
    pub fn new() -> DfPnReader {
        DfPnReader::default()
    }

    /// A reader that also tells SEKI from ALIVE, with a second search.
    #[must_use]
    pub fn telling_seki() -> DfPnReader {
        DfPnReader { tells_seki: true, ..DfPnReader::default() }
    }

    fn table(&self, limits: &Limits) -> Table {
        self.table_of(if limits.memory == usize::MAX { MEMORY } else { limits.memory })
    }

    fn table_of(&self, bytes: usize) -> Table {
        let kept = self.tables.lock().ok().and_then(|mut t| t.pop());
        let mut table = kept.unwrap_or_else(Table::new);
        table.clear(bytes);
        table
    }

    fn keep(&self, table: Table) {
        if let Ok(mut tables) = self.tables.lock() {
            tables.push(table);
        }
    }

    fn read_area(&self, area: Area, question: &Question, first: Role, limits: &Limits, proofs: bool) -> Proved {
        self.read_area_until(area, question, first, &|_| false, limits, proofs)
    }

    fn read_area_until(
        &self,
        area: Area,
        question: &Question,
        first: Role,
        settles: &dyn Fn(Outcome) -> bool,
        limits: &Limits,
        proofs: bool,
    ) -> Proved {
        let mut geometry = Geometry::new(area);
        geometry.prunes = !proofs;
        let most = if proofs { PROOF_MEMORY } else { MEMORY };
        let search = Search::new(geometry, self.table_of(limits.memory.min(most)), limits.start());
        let mut session = Session::new(search, question, first);
        let (mut outcome, stop) = session.told(Asked::All, settles);
        let key = session.key;
        let certificates = if proofs { session.certificates(outcome) } else { Vec::new() };
        if self.tells_seki && stop == Stop::Exhausted && outcome.class().is_none() && outcome.lives() {
            let left = limits.nodes.saturating_sub(session.search.nodes);
            match session.is_alive(&limits.clone().with_nodes(left)) {
                Some(true) => outcome = Outcome::exactly(Class::Alive),
                Some(false) => outcome = Outcome::exactly(Class::Seki),
                None => {}
            }
        }
        let key = key.map(|ply| session.search.geometry.area.point(ply));
        let nodes = session.search.nodes;
        self.keep(session.search.table);
        Proved { reading: Reading { outcome, key, stop, nodes }, certificates, friends: Vec::new(), walls: Vec::new() }
    }

    /// A problem where the defender may get away: life counts if it needs no exit, a capture if it allows all of them.
    fn read_question(
        &self,
        question: &Question,
        first: Role,
        limits: &Limits,
        proofs: bool,
    ) -> Result<Proved, TooLarge> {
        if question.is_captured() {
            return Ok(Proved {
                reading: Reading::captured(),
                certificates: Vec::new(),
                friends: Vec::new(),
                walls: Vec::new(),
            });
        }
        if !question.is_open() {
            return Ok(self.read_area(Area::of(question, Exits::Free)?, question, first, limits, proofs));
        }
        self.read_ends(question, question, first, limits, proofs)
    }

    /// Life in the region of one question, a capture in that of another.
    fn read_ends(
        &self,
        at_worst: &Question,
        at_best: &Question,
        first: Role,
        limits: &Limits,
        proofs: bool,
    ) -> Result<Proved, TooLarge> {
        let clock = limits.start();
        let half = Limits { nodes: limits.nodes / 2, time: limits.time / 2, ..limits.clone() };
        let closed = self.read_area(Area::of(at_worst, Exits::Blocked)?, at_worst, first, &half, proofs);
        if closed.reading.outcome.lives() {
            return Ok(closed);
        }
        let left = limits.nodes.saturating_sub(closed.reading.nodes);
        let rest = limits.clone().with_nodes(left).with_time(clock.remaining());
        let open = self.read_area(Area::of(at_best, Exits::Free)?, at_best, first, &rest, proofs);
        Ok(between(closed, open, first))
    }

    /// Positions that came up in reading a question without ko threats and were decided, not by a lemma at once; and whether the question
    /// was. For training a [`prior`], which is asked itself unless that is to be `plain`.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn decided(
        &self,
        question: &Question,
        first: Role,
        exits: Exits,
        plain: bool,
        limits: &Limits,
    ) -> Result<(bool, Vec<Solved>), TooLarge> {
        let mut search = Search::new(Geometry::new(Area::of(question, exits)?), self.table(limits), limits.start());
        if plain {
            search.prior = None;
        }
        let mut session = Session::new(search, question, first);
        let is_read = session.decide(Supply::NONE).is_ok();
        let table = session.search.table;
        let found = sizes::solved(&table);
        self.keep(table);
        Ok((is_read, found))
    }

    /// Reads with the exits taken in one way.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn read_way(
        &self,
        question: &Question,
        first: Role,
        exits: Exits,
        limits: &Limits,
    ) -> Result<Reading, TooLarge> {
        Ok(self.read_area(Area::of(question, exits)?, question, first, limits, false).reading)
    }

    /// Reads an enclosed question until the outcome is known as far as it is asked for.
    pub(in crate::read) fn read_enclosed(
        &self,
        question: &Question,
        first: Role,
        settles: &dyn Fn(Outcome) -> bool,
        limits: &Limits,
    ) -> Result<Reading, TooLarge> {
        if question.is_captured() {
            return Ok(Reading::captured());
        }
        let area = Area::of(question, Exits::Free)?;
        Ok(self.read_area_until(area, question, first, settles, limits, false).reading)
    }

    /// A reading with the exits taken in one way, to be gone on with.
    pub(in crate::read) fn begin(
        &self,
        question: &Question,
        first: Role,
        exits: Exits,
        limits: &Limits,
    ) -> Result<Ongoing, TooLarge> {
        let geometry = Geometry::new(Area::of(question, exits)?);
        let search = Search::new(geometry, self.table(limits), limits.start());
        Ok(Ongoing { session: Session::new(search, question, first) })
    }

    /// Ends a reading: its table is used again.
    pub(in crate::read) fn end(&self, ongoing: Ongoing) {
        self.keep(ongoing.session.search.table);
    }

    /// Reads and keeps the proofs.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn prove(&self, question: &Question, first: Role, limits: &Limits) -> Result<Proved, TooLarge> {
        self.read_question(question, first, limits, true)
    }

    /// The same for an outcome the ends of which come from two regions.
    pub(in crate::read) fn prove_ends(
        &self,
        at_worst: &Question,
        at_best: &Question,
        first: Role,
        limits: &Limits,
    ) -> Result<Proved, TooLarge> {
        self.read_ends(at_worst, at_best, first, limits, true)
    }
}

/// A reading that can be gone on with: what was found stays in its table.
pub(in crate::read) struct Ongoing {
    session: Session,
}

impl Ongoing {
    /// What a proof of what is asked for still costs, by the numbers at the root: 0 if there is one. (What is shown without threats is asked
    /// for with some next.)
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
        self.session.search.table.bytes()
    }

    /// Goes on, within the limits; the nodes are those of this time. Lives that were found in other regions are used, and those found here kept
    /// for them.
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
        session.search.take_lives(&session.question.board, lives);
        let (outcome, stop) = session.told(asked, settles);
        session.search.give_lives(&session.question.board, lives);
        let key = session.key.map(|ply| session.search.geometry.area.point(ply));
        Reading { outcome, key, stop, nodes: session.search.nodes - before }
    }
}

/// What follows from a reading with the exits blocked, which errs on the side of death, and one with the exits free.
fn between(closed: Proved, open: Proved, first: Role) -> Proved {
    let nodes = closed.reading.nodes + open.reading.nodes;
    let (low, high) = (closed.reading.outcome, open.reading.outcome);
    if high.class() == Some(Class::Dead) {
        return Proved { reading: Reading { nodes, ..open.reading }, ..open };
    }
    if low.class() == Some(Class::Ko) && high.class() == Some(Class::Ko) {
        let key = if first == Role::Attacker { open.reading.key } else { closed.reading.key };
        let certificates = closed.certificates.into_iter().filter(|c| !c.killed);
        let certificates = certificates.chain(open.certificates.into_iter().filter(|c| c.killed)).collect();
        // Different numbers of threats: a ko, but with how many is not known.
        let outcome = if low == high { low } else { Outcome::exactly(Class::Ko) };
        return Proved {
            reading: Reading { nodes, key, outcome, ..open.reading },
            certificates,
            friends: Vec::new(),
            walls: Vec::new(),
        };
    }
    let outcome = Outcome::between(low.low, high.high);
    let certificates = closed.certificates.into_iter().filter(|c| !c.killed);
    let certificates = certificates.chain(open.certificates.into_iter().filter(|c| c.killed)).collect();
    let stop = [closed.reading.stop, open.reading.stop].into_iter().find(|&s| s != Stop::Exhausted);
    let stop = stop.unwrap_or(Stop::Exhausted);
    Proved {
        reading: Reading { outcome, key: None, stop, nodes },
        certificates,
        friends: Vec::new(),
        walls: Vec::new(),
    }
}

impl Reader for DfPnReader {
    fn name(&self) -> &'static str {
        "df-pn"
    }

    fn read_first(&self, question: &Question, first: Role, limits: &Limits) -> Result<Reading, TooLarge> {
        Ok(self.read_question(question, first, limits, false)?.reading)
    }
}
