//! A pass: a map over records and a merge of summaries.

use crate::{Shard, Work};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tesuji_genre::{Bad, Record};
use tesuji_solver::{Limits, Stop};

/// Counts of a pass. Merging summaries in any order and grouping gives the same.
pub trait Summary:
    Serialize + DeserializeOwned + Default + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static
{
    /// Adds another part's counts. Commutative and associative; the default summary changes
    /// nothing.
    fn merge(&mut self, other: &Self);
}

impl Summary for () {
    fn merge(&mut self, _other: &()) {}
}

/// A pure function of a record, with what it counts.
pub trait Pass: Sync {
    /// Its counts.
    type Summary: Summary;

    /// State that a worker keeps from record to record, such as compiled engines. No result depends
    /// on it.
    type Kept: Default;

    /// Name in summaries and journals.
    fn name(&self) -> &'static str;

    /// The parameters that its output depends on, for telling an interrupted run from another
    /// question; none by default.
    fn parameters(&self) -> String {
        String::new()
    }

    /// Treats one record. `limits` bound the search in it: the pass's own, cut to the time that is
    /// left.
    ///
    /// # Errors
    /// [`Bad`] when the puzzle is at fault (its givens contradict each other): counted,
    /// and the run goes on.
    fn visit(
        &self,
        work: &Work,
        kept: &mut Self::Kept,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut Self::Summary,
    ) -> Result<(), Bad>;

    /// A filter that sees the records of the output in order (leaves out what came before).
    fn filter(&self) -> Option<Box<dyn Filter<Self::Summary>>> {
        None
    }
}

/// Sees the records of a run in order, before they are written.
pub trait Filter<S> {
    /// A record that a resumed run has written already.
    fn restore(&mut self, record: &Record);

    /// Should it be written?
    fn keep(&mut self, record: &Record, into: &mut S) -> bool;
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome<S> {
    /// The pass.
    #[serde(rename = "summary")]
    pub pass: String,
    /// Its parameters.
    pub parameters: String,
    /// Which part of the input.
    pub shard: Shard,
    /// Items read (lines, or puzzles of a document), blank lines and comments included.
    pub items: u64,
    /// Records among them.
    pub records: u64,
    /// Bad items.
    pub bad: u64,
    /// Records written.
    pub written: u64,
    /// Why it ended: `Exhausted` at the end of the input.
    pub stop: Stop,
    /// The pass's own counts.
    pub counts: S,
}

impl<S: Summary> Outcome<S> {
    /// Nothing done yet.
    pub fn new(pass: &str, parameters: &str, shard: Shard) -> Self {
        Outcome {
            pass: pass.to_string(),
            parameters: parameters.to_string(),
            shard,
            items: 0,
            records: 0,
            bad: 0,
            written: 0,
            stop: Stop::Exhausted,
            counts: S::default(),
        }
    }

    /// Adds another part's counts.
    pub fn merge(&mut self, other: &Self) {
        self.items += other.items;
        self.records += other.records;
        self.bad += other.bad;
        self.written += other.written;
        // The order of `Stop` puts what is complete first.
        self.stop = self.stop.max(other.stop);
        self.counts.merge(&other.counts);
    }
}
