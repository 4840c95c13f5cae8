//! Verdicts of reviewers: a file of JSON lines beside the records, which only grows.

mod book;
mod file;
#[cfg(test)]
mod tests;

pub use book::{Agreement, Standing, Verdicts};
pub use file::VerdictFile;

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A reviewer's verdict on a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is good.
    Approve,
    /// It goes.
    Delete,
    /// Not now.
    Skip,
    /// The last verdict on it does not count.
    Undo,
}

/// Why a puzzle goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A boring ladder.
    Ladder,
    /// The question or the shape is unclear.
    Unclear,
    /// Another move does as well.
    NotUnique,
    /// Too easy.
    TooEasy,
    /// Something else.
    Other,
}

/// A line of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// The record's id.
    pub id: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The line's number, from 1.
    pub n: u64,
    /// Was the puzzle shown again, to measure the reviewer? Such a line decides nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub again: bool,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Where the verdicts on a file of records are kept: `FILE.verdicts.jsonl`.
#[must_use]
pub fn verdicts_path(records: &Path) -> PathBuf {
    let mut name = records.as_os_str().to_os_string();
    name.push(".verdicts.jsonl");
    PathBuf::from(name)
}
