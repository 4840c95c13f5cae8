//! A disagreement as a record: who said what.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::Solution;

/// The answer of one solver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Its solutions, in the record's shape, sorted.
    pub solutions: Vec<Solution>,
    /// Why it stopped.
    pub stop: String,
    /// A rule that one of its solutions breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken_rule: Option<String>,
    /// A solution that others found and that holds, but that it says is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Solution>,
    /// The rule through which it lost the missing solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_by: Option<String>,
}

/// Solvers differ about a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Disagreement {
    /// The solvers with a proved error: a solution that breaks a rule, or one missing that holds.
    pub wrong: Vec<String>,
    /// The rules to blame, in the genre's words.
    pub rules: Vec<String>,
    /// Who said what.
    pub said: BTreeMap<String, Said>,
}
