//! Minimal positions: what is left of solved positions when all is left out that does not matter.
//!
//! The positions of a main line are made smaller point by point, as long as what they show stays
//! (delta debugging); what is left is counted by form over puzzles.

mod count;

pub use count::{MINIMAL_VERSION, MinimalCluster, MinimalError, MinimalExample, MinimalSummary, Minimals};
pub use tesuji_genre::{MinimalPolicy, MinimalPosition, reduce};

use crate::refused::Refused;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Genre, Puzzle, Record};
use tesuji_solver::Clock;

/// The beginning of the keys of such forms in decisions.
pub const HEAD: &str = "minimal ";

/// The minimal positions of solved records, in parallel; the result does not depend on the number
/// of threads or the order of records, but for those that the time cuts off.
pub fn minimal(genre: &'static dyn Genre, records: &[Record], policy: &MinimalPolicy, clock: &Clock) -> Minimals {
    records.par_iter().map(|record| visit(genre, record, policy, clock)).reduce(Minimals::default, Minimals::merge)
}

fn visit(genre: &'static dyn Genre, record: &Record, policy: &MinimalPolicy, clock: &Clock) -> Minimals {
    let mut into = Minimals::default();
    into.summary.puzzles = 1;
    match of_record(genre, record, policy, clock) {
        Ok(Some((positions, undecided, found))) => {
            into.summary.positions = positions;
            into.summary.undecided = undecided;
            found.into_iter().for_each(|(form, all)| into.insert(MinimalCluster::of(form, all, record)));
        }
        Ok(None) => into.summary.unfinished = 1,
        Err(bad) => {
            into.summary.bad = 1;
            let mut refused = Refused::default();
            refused.add(record, &bad.to_string());
            into.refused = refused;
        }
    }
    into
}

type Found = (u64, u64, BTreeMap<String, Vec<MinimalPosition>>);

/// The positions looked at, those that were not decided, and the reduced ones by form; `None` when
/// the time is up.
fn of_record(
    genre: &'static dyn Genre,
    record: &Record,
    policy: &MinimalPolicy,
    clock: &Clock,
) -> Result<Option<Found>, Bad> {
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    let solution = record.solution.as_ref().ok_or_else(|| Bad::new("no solution (`grade` finds one)"))?;
    let (mut positions, mut undecided, mut by_form) = (0, 0, BTreeMap::new());
    let line = genre.as_positions().map(|actions| actions.reducible(&puzzle, solution)).transpose()?;
    for position in line.unwrap_or_default() {
        if clock.expired().is_some() {
            return Ok(None);
        }
        positions += 1;
        match reduce(position, policy) {
            Some(reduced) => {
                by_form.entry(reduced.form()).or_insert_with(Vec::new).push(reduced);
            }
            None => undecided += 1,
        }
    }
    Ok(Some((positions, undecided, by_form)))
}
