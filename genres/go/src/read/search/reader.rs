//! The fast reader: one question, one session; its memory is used again for the next.

use super::dfpn::Search;
use super::ends::between;
use super::geometry::Geometry;
use super::memory::Memory;
use super::paused::PausedSearch;
use super::policy::Policy;
use super::prior::Prior;
use super::session::{Objective, Session};
use super::sizes::{self, Solved};
use crate::read::{Area, Exits, Proved, Reader, Reading, Supply, TooLarge};
use crate::{Class, Outcome, Question, Role};
use std::sync::{Arc, Mutex};
use tesuji_solver::{Limits, Stop};

/// What guesses the first proof numbers of a position.
#[derive(Clone, Debug)]
pub enum Guesses {
    /// The weights that come with the crate.
    Standard,
    /// A rule without weights.
    Plain,
    /// Other weights.
    Of(Arc<Prior>),
}

/// The fast reader. Keeps its tables from one question to the next (but nothing that is in them).
#[derive(Default)]
pub struct DfPnReader {
    tells_seki: bool,
    policy: Policy,
    memories: Mutex<Vec<Memory>>,
}

impl std::fmt::Debug for DfPnReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DfPnReader").finish_non_exhaustive()
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

    /// A reader with other tuning constants: for tests and for measuring.
    #[must_use]
    pub fn with_policy(policy: Policy) -> DfPnReader {
        DfPnReader { policy, ..DfPnReader::default() }
    }

    /// A search without anything found yet, with a table of as many bytes as the limits name.
    pub(super) fn search(&self, geometry: Geometry, limits: &Limits) -> Search {
        let bytes = if limits.memory == usize::MAX { self.policy.table_bytes } else { limits.memory };
        Search::new(geometry, self.memory(bytes), limits.start(), self.policy)
    }

    fn memory(&self, bytes: usize) -> Memory {
        let kept = self.memories.lock().ok().and_then(|mut m| m.pop());
        let mut memory = kept.unwrap_or_else(Memory::new);
        memory.clear(bytes);
        memory
    }

    /// Keeps the memory of a search that has ended for the next one.
    pub(super) fn reuse(&self, search: Search) {
        if let Ok(mut memories) = self.memories.lock() {
            memories.push(search.into_memory());
        }
    }

    pub(super) fn read_area(
        &self,
        area: Area,
        question: &Question,
        first: Role,
        limits: &Limits,
        proofs: bool,
    ) -> Proved {
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
        let most = if proofs { self.policy.proof_table_bytes } else { self.policy.table_bytes };
        let search = Search::new(geometry, self.memory(limits.memory.min(most)), limits.start(), self.policy);
        let mut session = Session::new(search, question, first);
        let (mut outcome, stop) = session.answer(Objective::All, settles);
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
        self.reuse(session.search);
        Proved { reading: Reading { outcome, key, stop, nodes }, certificates, friends: Vec::new(), walls: Vec::new() }
    }

    /// A problem where the defender may get away: life counts if it needs no exit, a capture if it
    /// allows all of them.
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

    /// Positions that came up in reading a question without ko threats and were decided, not by a
    /// lemma at once; and whether the question was. For training a [`prior`](super::prior): what
    /// guesses the first numbers meanwhile is named.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn decided(
        &self,
        question: &Question,
        first: Role,
        exits: Exits,
        guesses: &Guesses,
        limits: &Limits,
    ) -> Result<(bool, Vec<Solved>), TooLarge> {
        let mut search = self.search(Geometry::new(Area::of(question, exits)?), limits);
        match guesses {
            Guesses::Standard => {}
            Guesses::Plain => search.prior = None,
            Guesses::Of(prior) => search.prior = Some(Arc::clone(prior)),
        }
        let mut session = Session::new(search, question, first);
        let is_read = session.decide(Supply::NONE).is_ok();
        let found = sizes::solved(&session.search.table);
        self.reuse(session.search);
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
    ) -> Result<PausedSearch, TooLarge> {
        let geometry = Geometry::new(Area::of(question, exits)?);
        let search = self.search(geometry, limits);
        Ok(PausedSearch { session: Session::new(search, question, first) })
    }

    /// Ends a reading: its table is used again.
    pub(in crate::read) fn end(&self, ongoing: PausedSearch) {
        self.reuse(ongoing.session.search);
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

impl Reader for DfPnReader {
    fn name(&self) -> &'static str {
        "df-pn"
    }

    fn read_first(&self, question: &Question, first: Role, limits: &Limits) -> Result<Reading, TooLarge> {
        Ok(self.read_question(question, first, limits, false)?.reading)
    }
}
