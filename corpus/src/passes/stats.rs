//! The stats pass: what a corpus holds.

use super::add;
use crate::{Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Record};
use tesuji_solver::Limits;

/// Counts what the records say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatsPass;

/// Contents of a corpus.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StatsSummary {
    /// Records by genre and size.
    pub sizes: BTreeMap<String, u64>,
    /// Records with a solution.
    pub solved: u64,
    /// Records with a grade.
    pub graded: u64,
    /// Records with the hash of their least image.
    pub with_canon: u64,
    /// Partly filled puzzles.
    pub with_state: u64,
    /// Graded records by tier.
    pub tiers: BTreeMap<String, u64>,
    /// Graded records that the techniques do not solve.
    pub stalled: u64,
    /// Graded records by score, in steps of 100: the key is the least score of the step.
    pub scores: BTreeMap<u32, u64>,
    /// Records in which a technique fired.
    pub techniques: BTreeMap<String, u64>,
    /// Records that need a technique.
    pub needs: BTreeMap<String, u64>,
    /// Records by trial depth.
    pub trial_depth: BTreeMap<u8, u64>,
    /// Records by licence of their source.
    pub licences: BTreeMap<String, u64>,
}

impl Summary for StatsSummary {
    fn merge(&mut self, other: &Self) {
        add(&mut self.sizes, &other.sizes);
        self.solved += other.solved;
        self.graded += other.graded;
        self.with_canon += other.with_canon;
        self.with_state += other.with_state;
        add(&mut self.tiers, &other.tiers);
        self.stalled += other.stalled;
        add(&mut self.scores, &other.scores);
        add(&mut self.techniques, &other.techniques);
        add(&mut self.needs, &other.needs);
        add(&mut self.trial_depth, &other.trial_depth);
        add(&mut self.licences, &other.licences);
    }
}

impl Pass for StatsPass {
    type Summary = StatsSummary;
    type Kept = ();

    fn name(&self) -> &'static str {
        "stats"
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        _left: &Limits,
        _out: &mut dyn FnMut(Record),
        into: &mut StatsSummary,
    ) -> Result<(), Bad> {
        let record = &work.record;
        *into.sizes.entry(format!("{} {}", record.genre, record.size)).or_default() += 1;
        into.solved += u64::from(record.solution.is_some());
        into.with_canon += u64::from(record.canon.is_some());
        into.with_state += u64::from(record.state.is_some());
        if let Some(licence) = record.source.as_ref().and_then(|s| s.licence.clone()) {
            *into.licences.entry(licence).or_default() += 1;
        }
        let Some(grade) = &record.grade else { return Ok(()) };
        into.graded += 1;
        if grade.solved {
            *into.tiers.entry(grade.tier.clone()).or_default() += 1;
        } else {
            into.stalled += 1;
        }
        if let Some(score) = grade.score {
            *into.scores.entry(score / 100 * 100).or_default() += 1;
        }
        for id in grade.techniques.keys() {
            *into.techniques.entry(id.clone()).or_default() += 1;
        }
        for need in grade.needs.iter().flatten() {
            *into.needs.entry(need.technique.clone()).or_default() += 1;
        }
        if let Some(depth) = grade.trial_depth {
            *into.trial_depth.entry(depth).or_default() += 1;
        }
        Ok(())
    }
}
