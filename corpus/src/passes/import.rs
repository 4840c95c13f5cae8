//! The import pass: puzzles as records, nothing else done to them.

use super::{add, clues};
use crate::{Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Record};
use tesuji_solver::Limits;

/// Turns whatever the genre reads into records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportPass;

/// Counts of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ImportSummary {
    /// Records by genre and size.
    pub sizes: BTreeMap<String, u64>,
}

impl Summary for ImportSummary {
    fn merge(&mut self, other: &Self) {
        add(&mut self.sizes, &other.sizes);
    }
}

impl Pass for ImportPass {
    type Summary = ImportSummary;
    type Kept = ();

    fn name(&self) -> &'static str {
        "import"
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        _left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut ImportSummary,
    ) -> Result<(), Bad> {
        clues(work)?;
        *into.sizes.entry(format!("{} {}", work.record.genre, work.record.size)).or_default() += 1;
        out(work.record.clone());
        Ok(())
    }
}
