//! Depth-first proof-number search for "the attacker captures".
//!
//! A move back to a position of the current path counts as the defender's survival. So captures are
//! always proved by finite trees that hold on any path; survival may rest on the path and is
//! believed only where a closed set is found (see [`certify`](super::certify)).
//!
//! One search owns what it remembers (a transposition table, patterns of captures and of lives),
//! how far it may go, and room to work in ([`workspace`]). Its parts stand in files of their own:
//! what decides a position at once ([`evaluate`]), what another number of threats shows
//! ([`transfer`]), the successors ([`expand`]), the search itself ([`visit`]), and what follows from
//! a position that was decided ([`simulate`], [`life_zones`], [`bans`]).

mod bans;
mod evaluate;
mod expand;
mod life_zones;
mod simulate;
mod transfer;
mod visit;
mod workspace;

use super::dominance::CapturePatterns;
use super::geometry::Geometry;
use super::lives::{LifePatterns, SharedLives, are_kept};
use super::memory::Memory;
use super::policy::Policy;
use super::prior::Prior;
use super::table::{Entry, INFINITE, Table};
use crate::Board;
use bans::SavingBans;
use std::sync::Arc;
use tesuji_solver::{Clock, Stop};
use workspace::Workspace;

/// Why a search was left before it was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::read::search) enum Halt {
    /// A limit.
    Limit(Stop),
    /// The table is full.
    Full,
}

/// A search of one area.
pub(in crate::read::search) struct Search {
    pub(in crate::read::search) geometry: Geometry,
    pub(in crate::read::search) policy: Policy,
    pub(in crate::read::search) table: Table,
    /// Captures that may show others.
    pub(in crate::read::search) captures: CapturePatterns,
    /// Lives that may show others.
    pub(in crate::read::search) lives: LifePatterns,
    pub(in crate::read::search) clock: Clock,
    /// Positions visited.
    pub(in crate::read::search) nodes: u64,
    pub(in crate::read::search) halt: Option<Halt>,
    /// Greatest number of threats that was searched, for either side.
    pub(in crate::read::search) tried: i8,
    bans: SavingBans,
    pub(in crate::read::search) work: Workspace,
    /// How much of what is beyond the greatest of the numbers that add up counts.
    share: (u32, u32),
    /// Guesses of first numbers; the plain ones where there is none.
    pub(in crate::read::search) prior: Option<Arc<Prior>>,
}

impl Search {
    /// A search without anything found yet; of the memory only the room is used.
    pub(in crate::read::search) fn new(geometry: Geometry, memory: Memory, clock: Clock, policy: Policy) -> Search {
        let Memory { table, captures } = memory;
        let share = match geometry.area.target {
            Some(_) => policy.shared_work_of_target,
            None => policy.shared_work_of_all,
        };
        Search {
            share,
            table: if are_kept(&geometry) { table.keeping_zones() } else { table },
            captures,
            lives: LifePatterns::new(&policy),
            policy,
            prior: Some(Prior::of(&geometry)),
            geometry,
            clock,
            nodes: 0,
            halt: None,
            tried: 0,
            bans: SavingBans::default(),
            work: Workspace::new(),
        }
    }

    /// Searches until the position at `place` is decided or the search halts.
    pub(in crate::read::search) fn run(&mut self, place: u32) {
        while self.halt.is_none() && self.table.at(place).open() {
            self.visit(place, INFINITE, INFINITE, 0);
        }
    }

    /// Why a search ended without deciding the position at `place`.
    pub(in crate::read::search) fn stopped(&mut self, place: u32) -> Option<Stop> {
        match self.halt.take() {
            Some(Halt::Limit(stop)) if self.entry(place).open() => Some(stop),
            Some(Halt::Full) => Some(Stop::Memory),
            Some(Halt::Limit(_)) | None => None,
        }
    }

    /// The entry at a place.
    pub(in crate::read::search) fn entry(&self, place: u32) -> &Entry {
        self.table.at(place)
    }

    /// Is there no room for more positions?
    #[inline]
    pub(in crate::read::search) fn is_full(&self) -> bool {
        self.table.is_full(self.captures.bytes())
    }

    /// Bytes of what it remembers, but for its lives.
    pub(in crate::read::search) fn memory_bytes(&self) -> usize {
        self.table.bytes() + self.captures.bytes()
    }

    /// Were enough positions visited since then for another eviction?
    pub(in crate::read::search) fn may_evict_since(&self, nodes: u64) -> bool {
        self.nodes >= nodes + self.policy.visits_between_evictions
    }

    /// Forgets what is cheap to find again, unless proofs are to be found in the table. Says
    /// whether that made enough room. Places are others from now on.
    pub(in crate::read::search) fn evict(&mut self) -> bool {
        if !self.geometry.prunes {
            return false;
        }
        let evicted = self.table.evict();
        self.captures.move_to(&evicted.places);
        evicted.is_worth_it
    }

    /// What it remembers, for the next search.
    pub(in crate::read::search) fn into_memory(self) -> Memory {
        Memory { table: self.table, captures: self.captures }
    }

    /// Takes over the lives that searches in other regions have found.
    pub(in crate::read::search) fn import_lives(&mut self, board: &Board, shared: &mut SharedLives) {
        if are_kept(&self.geometry) {
            self.lives.import(&self.geometry, board, shared);
        }
    }

    /// Hands the lives that this one has found to the others.
    pub(in crate::read::search) fn export_lives(&mut self, board: &Board, shared: &mut SharedLives) {
        if are_kept(&self.geometry) {
            self.lives.export(&self.geometry, board, shared, self.policy.shared_life_patterns);
        }
    }
}
