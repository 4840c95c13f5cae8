//! Counts of a check.

use crate::Summary;
use crate::passes::add;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One solver's part in a check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolverSummary {
    /// Puzzles given to it.
    pub asked: u64,
    /// Puzzles that it finished.
    pub done: u64,
    /// Puzzles that it finished with the answer of all others that finished.
    pub agree: u64,
    /// Puzzles that it finished with another answer, or with a solution that is none.
    pub differ: u64,
    /// Puzzles that it did not finish, by why.
    pub unfinished: BTreeMap<String, u64>,
    /// Puzzles that it can't take, by rule kind.
    pub refused: BTreeMap<String, u64>,
    /// Puzzles not given to it (beyond its share of the file).
    pub not_asked: u64,
    /// Those not given to it because it had taken more than its share of the time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over_share: u64,
    /// Its limits for a puzzle and its share, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub limits: String,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Counts of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CheckSummary {
    /// Puzzles checked.
    pub puzzles: u64,
    /// Puzzles without solution, by those that finished.
    pub none: u64,
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles that no solver finished.
    pub open: u64,
    /// Puzzles that fewer than two solvers finished, or whose answer only one of them can find:
    /// there is nothing to compare.
    #[serde(default)]
    pub uncompared: u64,
    /// Positions that no network referees: the genre's two engines were compared.
    pub readings: u64,
    /// Puzzles at which solvers disagree, or something is wrong with a solution that is stored or
    /// given.
    pub disagreements: u64,
    /// Solutions that documents give, held against what was found.
    #[serde(default)]
    pub reviewed: u64,
    /// Reviewed solutions with a fault.
    #[serde(default)]
    pub given_wrong: u64,
    /// Counts in the reviews, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, u64>,
    /// By solver.
    pub solvers: BTreeMap<String, SolverSummary>,
    /// Rules that disagreements were traced to.
    pub blamed: BTreeMap<String, u64>,
}

impl Summary for SolverSummary {
    fn merge(&mut self, other: &Self) {
        self.asked += other.asked;
        self.done += other.done;
        self.agree += other.agree;
        self.differ += other.differ;
        add(&mut self.unfinished, &other.unfinished);
        add(&mut self.refused, &other.refused);
        self.not_asked += other.not_asked;
        self.over_share += other.over_share;
        // The words are equal in every part of a run; where they differ, the greater text stays, so
        // that order does not matter.
        if self.limits < other.limits {
            self.limits.clone_from(&other.limits);
        }
    }
}

impl Summary for CheckSummary {
    fn merge(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.none += other.none;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.open += other.open;
        self.uncompared += other.uncompared;
        self.readings += other.readings;
        self.disagreements += other.disagreements;
        self.reviewed += other.reviewed;
        self.given_wrong += other.given_wrong;
        add(&mut self.given, &other.given);
        for (name, theirs) in &other.solvers {
            self.solvers.entry(name.clone()).or_default().merge(theirs);
        }
        add(&mut self.blamed, &other.blamed);
    }
}
