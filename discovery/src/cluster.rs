//! Forms counted over puzzles.

use crate::beyond::Evidence;
use crate::form::Form;
use crate::refused::Refused;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_solver::{Domain, Literal, Truth};

/// A proof of some form, with the board that it was found on.
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
    /// The proof, where it is no trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// All proofs of one form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cluster {
    /// The form.
    pub form: Form,
    /// Distinct puzzles in which it occurs.
    pub puzzles: u64,
    /// Puzzles in which it is the plainest form of some removal.
    pub plain: u64,
    /// Cores, each once a puzzle.
    pub cores: u64,
    /// Removals that it made, as the plainest with the fewest truths.
    pub seen: u64,
    /// Those of them that let a single be drawn.
    pub unlocks: u64,
    /// Puzzles of which it shows every removal that was missing: what is known and this form do
    /// them.
    #[serde(default)]
    pub finishes: u64,
    /// The removals by exact graph.
    pub variants: BTreeMap<String, u64>,
    /// A few examples, at most one a puzzle, the plainest boards first.
    pub examples: Vec<Example>,
    /// The example with the most candidates: an early board.
    pub early: Option<Example>,
    /// An example drawn by lot: another puzzle for another form.
    #[serde(default)]
    pub typical: Option<Example>,
    /// The catalog's techniques that come to its removals without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<String>,
}

/// What one puzzle adds to a cluster.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) form: Form,
    pub(crate) is_plain: bool,
    pub(crate) cores: u64,
    pub(crate) seen: u64,
    pub(crate) unlocks: u64,
    pub(crate) finishes: bool,
    pub(crate) variants: BTreeMap<String, u64>,
    pub(crate) examples: Vec<Example>,
}

impl Part {
    pub(crate) fn new(form: &Form) -> Part {
        let (variants, examples) = (BTreeMap::new(), Vec::new());
        Part { form: form.clone(), is_plain: false, cores: 0, seen: 0, unlocks: 0, finishes: false, variants, examples }
    }
}

impl Cluster {
    fn of(part: Part, keep: usize) -> Cluster {
        let Part { form, is_plain, cores, seen, unlocks, finishes, variants, mut examples } = part;
        let early = examples.iter().max().cloned();
        let typical = examples.get(examples.len() / 2).cloned();
        thin(&mut examples, keep);
        let (plain, finishes) = (u64::from(is_plain), u64::from(finishes));
        Cluster {
            form,
            puzzles: 1,
            plain,
            cores,
            seen,
            unlocks,
            finishes,
            variants,
            examples,
            early,
            typical,
            explained: Vec::new(),
        }
    }

    fn merge(&mut self, other: Cluster, keep: usize) {
        self.form.keep_plainest(&other.form);
        self.explained.clear();
        self.puzzles += other.puzzles;
        self.plain += other.plain;
        self.cores += other.cores;
        self.seen += other.seen;
        self.unlocks += other.unlocks;
        self.finishes += other.finishes;
        for (variant, n) in other.variants {
            *self.variants.entry(variant).or_default() += n;
        }
        self.examples.extend(other.examples);
        thin(&mut self.examples, keep);
        self.early = self.early.take().max(other.early);
        let drawn = |e: &Example| (lot(&self.form.key, &e.id), e.clone());
        self.typical = self.typical.take().into_iter().chain(other.typical).max_by_key(drawn);
    }

    /// Is it plain often enough, and seen in so many puzzles?
    fn counts(&self, support: u64) -> bool {
        self.puzzles >= support && self.plain > 0 && self.plain * PLAIN_OF >= self.puzzles
    }
}

/// A number that looks drawn by lot, for a form and a puzzle (FNV-1a).
fn lot(form: &str, id: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    form.bytes().chain(id.bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

/// A form is told of when it is the plainest in at least one of so many of its puzzles.
const PLAIN_OF: u64 = 50;
/// Puzzles in which a form occurs at least, to recur.
pub const SUPPORT: u64 = 2;

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
    /// Stalls at which not all cores were found that were looked for.
    #[serde(default)]
    pub incomplete: u64,
}

/// Clusters by form. Merging is commutative and associative (over different puzzles).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clusters {
    /// What was gone through.
    pub summary: Summary,
    /// Examples kept per cluster.
    pub keep: usize,
    /// Why some of the records were [bad](Summary::bad).
    pub refused: Refused,
    by_form: BTreeMap<String, Cluster>,
}

impl Clusters {
    /// No clusters yet; `keep` examples each.
    pub fn new(keep: usize) -> Self {
        Clusters { keep, ..Clusters::default() }
    }

    /// Adds what a puzzle has of a form.
    pub(crate) fn add(&mut self, part: Part) {
        let cluster = Cluster::of(part, self.keep);
        self.insert(cluster);
    }

    /// Adds a cluster of other puzzles.
    pub fn insert(&mut self, cluster: Cluster) {
        match self.by_form.get_mut(&cluster.form.key) {
            None => {
                self.by_form.insert(cluster.form.key.clone(), cluster);
            }
            Some(own) => own.merge(cluster, self.keep),
        }
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
        a.incomplete += b.incomplete;
        self.refused.merge(other.refused);
        for cluster in other.by_form.into_values() {
            self.insert(cluster);
        }
        self
    }

    /// Number of clusters.
    pub fn len(&self) -> usize {
        self.by_form.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.by_form.is_empty()
    }

    /// All clusters by form.
    pub fn iter(&self) -> impl Iterator<Item = &Cluster> {
        self.by_form.values()
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Cluster> {
        self.by_form.get_mut(key)
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Cluster> {
        self.by_form.values_mut()
    }

    /// The cluster of a form.
    pub fn get(&self, key: &str) -> Option<&Cluster> {
        self.by_form.get(key)
    }

    /// The clusters that recur, are plain often enough and are not
    /// [explained](Cluster::explained), by distinct puzzles, most first; then by those that it
    /// finishes, removals, and form.
    pub fn ranked(&self) -> Vec<&Cluster> {
        self.ranked_from(SUPPORT)
    }

    /// The same, of forms that occur in at least so many puzzles.
    pub fn ranked_from(&self, support: u64) -> Vec<&Cluster> {
        let mut all: Vec<&Cluster> =
            self.by_form.values().filter(|c| c.counts(support) && c.explained.is_empty()).collect();
        let counts = |c: &Cluster| (c.puzzles, c.finishes, c.seen);
        all.sort_by(|a, b| counts(b).cmp(&counts(a)).then_with(|| a.form.key.cmp(&b.form.key)));
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
            let form = Form { size: 1, length: candidates, scope: 0, key: form.to_string() };
            let example = Example {
                candidates,
                id: puzzle.to_string(),
                puzzle: String::new(),
                size: String::new(),
                domains: Vec::new(),
                goal: Literal { var: Var(0), value: 1 },
                core: Vec::new(),
                depth: 1,
                evidence: None,
            };
            let is_plain = candidates % 2 == 0;
            all.add(Part { is_plain, examples: vec![example], seen: 1, ..Part::new(&form) });
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
