//! Repair: the fewest edits of clues that leave a puzzle exactly one solution.

use crate::Record;
use tesuji_solver::{Limits, Stop};

/// What to look for.
#[derive(Clone, Debug)]
pub struct RepairRequest {
    /// Most edits of one repair.
    pub edits: usize,
    /// Most repairs to give out; all have the same, least number of edits.
    pub count: usize,
    /// Bounds; `nodes` counts search nodes of each look for solutions.
    pub limits: Limits,
}

/// One edit: a clue that is changed, dropped (`to` is none) or added (`from` is none).
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ClueEdit {
    /// The place in words.
    pub at: String,
    /// The clue before.
    pub from: Option<String>,
    /// The clue after.
    pub to: Option<String>,
}

impl std::fmt::Display for ClueEdit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.from, &self.to) {
            (Some(from), Some(to)) => write!(f, "{}: {from} becomes {to}", self.at),
            (Some(from), None) if from.is_empty() => write!(f, "{} goes", self.at),
            (None, Some(to)) if to.is_empty() => write!(f, "{} is added", self.at),
            (Some(from), None) => write!(f, "{}: {from} goes", self.at),
            (None, Some(to)) => write!(f, "{}: {to} is added", self.at),
            (None, None) => write!(f, "{}: as it was", self.at),
        }
    }
}

/// How much clues are worth.
#[derive(Clone, Debug)]
pub struct WorthRequest {
    /// Counts solutions up to this number.
    pub up_to: usize,
    /// Bounds; `nodes` counts search nodes of each look for solutions.
    pub limits: Limits,
}

/// The solutions of a puzzle without one of its clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClueWorth {
    /// The clue with its place, in words.
    pub clue: String,
    /// How many were found. With one, the clue can be left out.
    pub solutions: usize,
    /// Are these all?
    pub is_exact: bool,
    /// Did the search end by itself, or by the number of solutions? Else a limit ended it.
    pub is_known: bool,
}

/// A way to repair a puzzle.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The edits, by place.
    pub edits: Vec<ClueEdit>,
    /// The puzzle after them, with its one solution.
    pub record: Record,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// How many solutions the puzzle has: none, one, or several (2).
    pub solutions: usize,
    /// Of a puzzle without a solution: clues that clash, none of which can be left out (or, where
    /// the search for them was cut short, is known to be superfluous).
    pub clash: Vec<String>,
    /// Were edits looked for? In some genres only clashes are.
    pub edits: bool,
    /// The repairs with the fewest edits.
    pub repairs: Vec<Repair>,
    /// Is it proved that no repair has fewer edits (where there is none: that none has as few as
    /// were looked for)?
    pub proved: bool,
    /// Why the search ended: `Enough` where the number of repairs asked for was reached.
    pub stop: Stop,
}
