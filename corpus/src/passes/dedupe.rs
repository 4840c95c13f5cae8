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

/// Counts of a dedupe.
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

/// Keeps the first record of each `canon`; of records with a state, the first of each puzzle and
/// state.
#[derive(Debug, Default)]
pub struct FirstOfClass {
    // The hashes as numbers: 8 bytes a class.
    seen: HashSet<u64>,
    // The hash can be wrong in a record that another tool filled in.
    other: HashSet<String>,
}

impl FirstOfClass {
    fn is_new(&mut self, record: &Record) -> bool {
        let canon = record.canon.as_deref().unwrap_or(&record.id);
        if let Some(state) = &record.state {
            // Another position of the puzzle. (Its images are not looked for: a state has no least
            // one.)
            let state = serde_json::to_string(state).unwrap_or_default();
            return self.other.insert(format!("{} {state}", record.id));
        }
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
    type Kept = ();

    fn name(&self) -> &'static str {
        "dedupe"
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
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

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::State;

    #[test]
    fn positions_of_one_puzzle_are_kept_apart() {
        let mut first = FirstOfClass::default();
        let puzzle = Record { id: "1f".into(), canon: Some("2e".into()), ..Record::default() };
        let begun = |value| {
            let state = State { placed: [(1, value)].into(), ..State::default() };
            Record { state: Some(state), ..puzzle.clone() }
        };
        let all = [puzzle.clone(), begun(2), begun(3), begun(2), puzzle.clone()];
        assert_eq!(all.each_ref().map(|r| first.is_new(r)), [true, true, true, false, false]);
    }
}
