//! Moves: what looks alike around the key moves of solved positions.
//!
//! Where puzzles are positions to be read, there is no network to stall. Their solutions say of
//! each first move whether it is right, and the reader has proved it (what a record says is taken
//! at its word: its solution, and the techniques of its grade). So views of what lies around a move
//! ([`FirstMove::shapes`]) are counted where it is right and where it is wrong; those that tell the
//! two apart are candidates. They are looked for in one half of the puzzles and checked in the
//! other, which took no part in the search. Puzzles whose solution the catalog's motifs describe
//! are left out, as long as there are others.

mod candidates;
mod page;
#[cfg(test)]
mod tests;

pub use candidates::{MoveCandidate, MoveExample, Places};
pub use page::move_page;

use crate::refused::Refused;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{FirstMove, Genre, Puzzle, Record, View, record_id};
use tesuji_solver::{Phase, TechniqueId};

/// What was gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveSummary {
    /// Puzzles read.
    pub puzzles: u64,
    /// Of those: no puzzle of the genre.
    pub bad: u64,
    /// Of those: no solution with moves that are told apart, so nothing to count.
    pub untold: u64,
    /// Of those: no grade, so that nothing is known to describe them.
    pub ungraded: u64,
}

/// The first moves of puzzles. Merging is commutative and associative (over different puzzles).
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// What was gone through.
    pub summary: MoveSummary,
    /// Why some of the records were [bad](MoveSummary::bad).
    pub refused: Refused,
    /// Puzzles by the id of their least image, so that none stands in both halves, be it mirrored.
    puzzles: BTreeMap<String, Judged>,
}

/// A puzzle with its first moves.
#[derive(Clone, Debug)]
struct Judged {
    id: String,
    puzzle: String,
    size: String,
    is_known: bool,
    moves: Vec<FirstMove>,
}

/// Is this puzzle a position to be read, which has no network?
#[must_use]
pub fn is_read(genre: &'static dyn Genre, record: &Record) -> bool {
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    matches!(genre.view(&puzzle), Ok(View::Reading))
}

/// The first moves of records that carry solutions, in parallel. `known`: a puzzle whose grade
/// names one of these is described already (`None`: all motifs of the catalog).
pub fn first_moves(genre: &'static dyn Genre, records: &[Record], known: Option<&[TechniqueId]>) -> Moves {
    let motifs = genre.catalog().list().iter().filter(|t| t.phase() == Phase::Pattern).map(|t| t.id().to_string());
    let known: Vec<String> = match known {
        Some(known) => known.iter().map(ToString::to_string).collect(),
        None => motifs.collect(),
    };
    records.par_iter().map(|record| visit(genre, record, &known)).reduce(Moves::default, Moves::merge)
}

fn visit(genre: &'static dyn Genre, record: &Record, known: &[String]) -> Moves {
    let mut into = Moves::default();
    into.summary.puzzles = 1;
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    let moves =
        match genre.as_positions().zip(record.solution.as_ref()).map(|(actions, s)| actions.first_moves(&puzzle, s)) {
            Some(Err(bad)) => {
                into.summary.bad = 1;
                into.refused.add(record, &bad.to_string());
                return into;
            }
            Some(Ok(moves)) => moves,
            None => Vec::new(),
        };
    let all = Places::of(moves.iter());
    if all.right == 0 || all.wrong == 0 {
        into.summary.untold = 1;
        return into;
    }
    into.summary.ungraded = u64::from(record.grade.is_none());
    let fired = record.grade.as_ref().map(|g| &g.techniques);
    let is_known = fired.is_some_and(|fired| fired.keys().any(|id| known.contains(&id.to_string())));
    let (id, image) = (record.id.clone(), record_id(genre.name(), &genre.least_image(&puzzle)));
    let judged = Judged { id, puzzle: record.puzzle.clone(), size: record.size.clone(), is_known, moves };
    into.puzzles.insert(image, judged);
    into
}

impl Moves {
    /// Of both.
    #[must_use]
    pub fn merge(mut self, other: Moves) -> Moves {
        let (a, b) = (&mut self.summary, other.summary);
        (a.puzzles, a.bad) = (a.puzzles + b.puzzles, a.bad + b.bad);
        (a.untold, a.ungraded) = (a.untold + b.untold, a.ungraded + b.ungraded);
        self.refused.merge(other.refused);
        for (image, mut one) in other.puzzles {
            // Of images of one puzzle that one stays which has the least id; if one is known, all
            // are.
            let own = self.puzzles.remove(&image);
            let is_known = one.is_known || own.as_ref().is_some_and(|own| own.is_known);
            if let Some(own) = own.filter(|own| own.id <= one.id) {
                one = own;
            }
            self.puzzles.insert(image, Judged { is_known, ..one });
        }
        self
    }

    /// Puzzles that are images of others, and count once.
    #[must_use]
    pub fn twice(&self) -> u64 {
        let s = self.summary;
        s.puzzles - s.bad - s.untold - self.puzzles.len() as u64
    }

    /// Puzzles whose solutions are described by what is known.
    #[must_use]
    pub fn known(&self) -> u64 {
        self.puzzles.values().filter(|p| p.is_known).count() as u64
    }

    /// Is there nothing to count?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Does what is known describe every puzzle? Then all of them are mined.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.puzzles.values().all(|p| p.is_known)
    }

    /// The puzzles that are mined.
    #[must_use]
    pub fn mined(&self) -> u64 {
        self.of_interest().count() as u64
    }

    fn of_interest(&self) -> impl Iterator<Item = (&String, &Judged)> {
        let all = self.is_known();
        self.puzzles.iter().filter(move |(_, p)| all || !p.is_known)
    }
}
