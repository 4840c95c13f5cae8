//! Shapes counted over puzzles.

use crate::refused::Refused;
use crate::shape::Shape;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_solver::{Domain, Literal, Truth};

/// A proof of some shape, with the board that it was found on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Example {
    /// Fewer candidates first: the plainer board.
    pub candidates: u32,
    /// Record id of the puzzle.
    pub id: String,
    /// The puzzle.
    pub puzzle: String,
    /// Its size.
    pub size: String,
    /// The candidates at the stall, by variable.
    pub domains: Vec<Domain>,
    /// What goes.
    pub goal: Literal,
    /// The core.
    pub core: Vec<Truth>,
    /// Trial depth of the proof.
    pub depth: u8,
}

/// All proofs of one shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cluster {
    /// The shape.
    pub shape: Shape,
    /// Removals.
    pub seen: u64,
    /// Distinct puzzles.
    pub puzzles: u64,
    /// Removals that let a single be drawn.
    pub unlocks: u64,
    /// A few examples, at most one a puzzle, the plainest boards first.
    pub examples: Vec<Example>,
}

/// What a mining pass went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Puzzles read.
    pub puzzles: u64,
    /// Solved by what is known alone.
    pub known: u64,
    /// Solved with removals found.
    pub solved: u64,
    /// Left open.
    pub stuck: u64,
    /// Records that are no puzzle of the genre, contradict themselves, or have no network.
    pub bad: u64,
    /// Not mined to the end, as the time was up: nothing of them counts.
    #[serde(default)]
    pub unfinished: u64,
    /// Removals.
    pub removals: u64,
}

/// Clusters by shape. Merging is commutative and associative (over different puzzles).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clusters {
    /// What was gone through.
    pub summary: Summary,
    /// Examples kept per cluster.
    pub keep: usize,
    /// Why some of the records were [bad](Summary::bad).
    pub refused: Refused,
    by_shape: BTreeMap<Shape, Cluster>,
}

impl Clusters {
    /// No clusters yet; `keep` examples each.
    pub fn new(keep: usize) -> Self {
        Clusters { keep, ..Clusters::default() }
    }

    /// Counts a removal. `first` says whether it is the puzzle's first of its shape.
    pub fn add(&mut self, shape: Shape, unlocks: bool, first: bool, example: Example) {
        self.summary.removals += 1;
        let new = || Cluster { shape: shape.clone(), seen: 0, puzzles: 0, unlocks: 0, examples: Vec::new() };
        let cluster = self.by_shape.entry(shape.clone()).or_insert_with(new);
        cluster.seen += 1;
        cluster.puzzles += u64::from(first);
        cluster.unlocks += u64::from(unlocks);
        cluster.examples.push(example);
        thin(&mut cluster.examples, self.keep);
    }

    /// Adds the counts of other puzzles.
    #[must_use]
    pub fn merge(mut self, other: Clusters) -> Clusters {
        self.keep = self.keep.max(other.keep);
        let (a, b) = (&mut self.summary, &other.summary);
        a.puzzles += b.puzzles;
        a.known += b.known;
        a.solved += b.solved;
        a.stuck += b.stuck;
        a.bad += b.bad;
        a.unfinished += b.unfinished;
        a.removals += b.removals;
        self.refused.merge(other.refused);
        for (shape, cluster) in other.by_shape {
            match self.by_shape.get_mut(&shape) {
                None => {
                    self.by_shape.insert(shape, cluster);
                }
                Some(own) => {
                    own.seen += cluster.seen;
                    own.puzzles += cluster.puzzles;
                    own.unlocks += cluster.unlocks;
                    own.examples.extend(cluster.examples);
                    thin(&mut own.examples, self.keep);
                }
            }
        }
        self
    }

    /// Number of clusters.
    pub fn len(&self) -> usize {
        self.by_shape.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.by_shape.is_empty()
    }

    /// All clusters by shape.
    pub fn iter(&self) -> impl Iterator<Item = &Cluster> {
        self.by_shape.values()
    }

    /// Clusters by distinct puzzles, most first; then by removals, then by shape.
    pub fn ranked(&self) -> Vec<&Cluster> {
        let mut all: Vec<&Cluster> = self.by_shape.values().collect();
        all.sort_by(|a, b| (b.puzzles, b.seen).cmp(&(a.puzzles, a.seen)).then_with(|| a.shape.cmp(&b.shape)));
        all
    }
}

/// Keeps the least example of each puzzle, and of these the least few.
fn thin(examples: &mut Vec<Example>, keep: usize) {
    examples.sort();
    let mut seen = std::collections::BTreeSet::new();
    examples.retain(|e| seen.insert(e.id.clone()));
    examples.truncate(keep);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tesuji_solver::Var;

    fn part(puzzles: &[(u8, u8, u32)]) -> Clusters {
        let mut all = Clusters::new(2);
        for &(puzzle, form, candidates) in puzzles {
            let shape = Shape { size: 1, family: "f".into(), form: form.to_string() };
            let example = Example {
                candidates,
                id: puzzle.to_string(),
                puzzle: String::new(),
                size: String::new(),
                domains: Vec::new(),
                goal: Literal { var: Var(0), value: 1 },
                core: Vec::new(),
                depth: 1,
            };
            all.add(shape, candidates % 2 == 0, true, example);
        }
        all
    }

    proptest! {
        #[test]
        fn merge_is_commutative_and_associative(
            a in prop::collection::vec((0u8..10, 0u8..3, 0u32..9), 0..8),
            b in prop::collection::vec((10u8..20, 0u8..3, 0u32..9), 0..8),
            c in prop::collection::vec((20u8..30, 0u8..3, 0u32..9), 0..8),
        ) {
            let [a, b, c] = [part(&a), part(&b), part(&c)];
            prop_assert_eq!(a.clone().merge(b.clone()), b.clone().merge(a.clone()));
            prop_assert_eq!(a.clone().merge(b.clone()).merge(c.clone()), a.merge(b.merge(c)));
        }
    }
}
