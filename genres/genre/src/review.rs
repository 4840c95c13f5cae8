//! What came of holding a solution that a document gives against what the genre's engine finds.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The field of a record with its review.
pub const REVIEW: &str = "review";

/// A remark on a given solution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Remark {
    /// What it is: `second solution`, `contradiction` … one of a few names of the genre.
    pub kind: String,
    /// Is the given solution wrong there?
    pub is_fault: bool,
    /// Where in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The moves down to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The moves that show it, from there on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// It in words.
    pub words: String,
}

/// A given solution, reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Review {
    /// Is nothing in it wrong, as far as it was decided?
    pub is_right: bool,
    /// What is given, in short.
    pub given: String,
    /// What was found, in short.
    pub found: String,
    /// What came of it, in short.
    pub verdict: String,
    /// The remarks, faults first.
    pub remarks: Vec<Remark>,
    /// Counts by name.
    pub counts: BTreeMap<String, u64>,
    /// For a drawing, by the numbers of cells or points: first moves that are given and hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<u32>,
    /// First moves that do as well, and are not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<u32>,
    /// First moves that are given, and fail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<u32>,
}
