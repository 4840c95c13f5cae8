//! The dedupe pass: one record of each symmetry class.

use super::clues;
use crate::{Filter, Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tesuji_genre::{Bad, Record, record_id};
use tesuji_solver::Limits;

/// Fills `canon` and keeps the first record of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DedupePass;

/// What a dedupe counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DedupeSummary {
    /// Records left out because an equivalent one came before.
    pub duplicates: u64,
}

impl Summary for DedupeSummary {
    fn merge(&mut self, other: &Self) {
        self.duplicates += other.duplicates;
    }
}

/// Keeps the first record of each `canon`.
#[derive(Debug, Default)]
pub struct FirstOfClass {
    // The hashes as numbers: 8 bytes a class.
    seen: HashSet<u64>,
    // What is no such hash (a record that another tool filled in).
    other: HashSet<String>,
}

impl FirstOfClass {
    fn is_new(&mut self, record: &Record) -> bool {
        let canon = record.canon.as_deref().unwrap_or(&record.id);
        match u64::from_str_radix(canon, 16) {
            Ok(hash) => self.seen.insert(hash),
            Err(_) => self.other.insert(canon.to_string()),
        }
    }
}

impl Filter<DedupeSummary> for FirstOfClass {
    fn restore(&mut self, record: &Record) {
        self.is_new(record);
    }

    fn keep(&mut self, record: &Record, into: &mut DedupeSummary) -> bool {
        let new = self.is_new(record);
        into.duplicates += u64::from(!new);
        new
    }
}

impl Pass for DedupePass {
    type Summary = DedupeSummary;

    fn name(&self) -> &'static str {
        "dedupe"
    }

    fn visit(
        &self,
        work: &Work,
        _left: &Limits,
        out: &mut dyn FnMut(Record),
        _into: &mut DedupeSummary,
    ) -> Result<(), Bad> {
        clues(work)?;
        let mut record = work.record.clone();
        let genre = work.puzzle.genre;
        record.canon = Some(record_id(genre.name(), &genre.least_image(&work.puzzle)));
        out(record);
        Ok(())
    }

    fn filter(&self) -> Option<Box<dyn Filter<DedupeSummary>>> {
        Some(Box::new(FirstOfClass::default()))
    }
}
