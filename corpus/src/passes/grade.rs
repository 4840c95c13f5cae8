//! The grade pass: names the techniques that a puzzle takes, and its tier.

use super::solve::{forget, keep_unfinished, kept, stop_name};
use super::{add, clues};
use crate::{Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Genre, GradeRequest, Record};
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId, Tier};

/// Grades each puzzle.
#[derive(Clone, Debug, Default)]
pub struct GradePass {
    /// Techniques of this tier at most; `None`: all.
    pub tier: Option<Tier>,
    /// Techniques left out.
    pub without: Vec<TechniqueId>,
    /// Find the needs.
    pub needs: bool,
    /// Where the catalog stalls, find the trial depth up to this.
    pub trial: u8,
    /// Put the steps in words into the record (`steps`).
    pub steps: bool,
}

/// What a grade pass counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GradeSummary {
    /// Puzzles by tier, of those that the catalog solves.
    pub tiers: BTreeMap<String, u64>,
    /// Puzzles at which the catalog stalls.
    pub stalled: u64,
    /// Puzzles in which a technique fired.
    pub techniques: BTreeMap<String, u64>,
    /// Puzzles that need a technique.
    pub needs: BTreeMap<String, u64>,
    /// Puzzles by trial depth.
    pub trial_depth: BTreeMap<u8, u64>,
    /// Puzzles that were not finished, by why.
    pub unfinished: BTreeMap<String, u64>,
}

impl Summary for GradeSummary {
    fn merge(&mut self, other: &Self) {
        add(&mut self.tiers, &other.tiers);
        self.stalled += other.stalled;
        add(&mut self.techniques, &other.techniques);
        add(&mut self.needs, &other.needs);
        add(&mut self.trial_depth, &other.trial_depth);
        add(&mut self.unfinished, &other.unfinished);
    }
}

impl GradePass {
    /// Can puzzles of the genre be asked all of this?
    ///
    /// # Errors
    /// [`Bad`] for a trial depth where there is none.
    pub fn fits(&self, genre: &dyn Genre) -> Result<(), Bad> {
        match self.trial {
            0 => Ok(()),
            _ if genre.has_trial() => Ok(()),
            _ => Err(Bad::new(format!("no trial depth in {}: its positions are read", genre.name()))),
        }
    }

    /// The techniques that take part, of a genre's.
    pub fn catalog(&self, all: &Catalog) -> Catalog {
        let allowed = all.without(&self.without);
        match self.tier {
            Some(tier) => allowed.up_to(tier),
            None => allowed,
        }
    }
}

impl Pass for GradePass {
    type Summary = GradeSummary;

    fn name(&self) -> &'static str {
        "grade"
    }

    fn parameters(&self) -> String {
        let mut text = format!("needs={} trial={} steps={}", self.needs, self.trial, self.steps);
        if let Some(tier) = self.tier {
            text += &format!(" tier={}", tier.name());
        }
        for id in &self.without {
            text += &format!(" without={}", id.as_str());
        }
        text
    }

    fn visit(
        &self,
        work: &Work,
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut GradeSummary,
    ) -> Result<(), Bad> {
        clues(work)?;
        let genre = work.puzzle.genre;
        self.fits(genre)?;
        let mut record = work.record.clone();
        forget(&mut record);
        // What an earlier grading found is not what this one finds.
        record.grade = None;
        record.extra.remove("steps");
        let solved = genre.solve(&work.puzzle, &Limits { solutions: 2, ..left.clone() })?;
        match solved.solutions.as_slice() {
            [] if solved.stop.is_complete() => return Err(Bad::new("no solution")),
            [_, _, ..] => return Err(Bad::new("more than one solution, where one is asked")),
            [one] if solved.stop == Stop::Exhausted => record.solution = Some(kept(work, one)?),
            _ => {
                *into.unfinished.entry(stop_name(solved.stop)).or_default() += 1;
                keep_unfinished(&mut record, &solved);
                out(record);
                return Ok(());
            }
        }
        let want = GradeRequest {
            catalog: self.catalog(genre.catalog()),
            ceiling: self.tier,
            needs: self.needs,
            trial: self.trial,
            limits: left.clone(),
        };
        let graded = genre.grade(&work.puzzle, record.state.as_ref(), &want)?;
        if let Some(stop) = graded.limit {
            *into.unfinished.entry(stop_name(stop)).or_default() += 1;
            record.extra.insert("stop".into(), stop_name(stop).into());
            out(record);
            return Ok(());
        }
        let info = graded.info;
        if info.solved {
            *into.tiers.entry(info.tier.clone()).or_default() += 1;
        } else {
            into.stalled += 1;
        }
        for id in info.techniques.keys() {
            *into.techniques.entry(id.clone()).or_default() += 1;
        }
        for need in info.needs.iter().flatten() {
            *into.needs.entry(need.technique.clone()).or_default() += 1;
        }
        if let Some(depth) = info.trial_depth {
            *into.trial_depth.entry(depth).or_default() += 1;
        }
        record.grade = Some(info);
        if self.steps {
            record.extra.insert("steps".into(), graded.words.into());
        }
        out(record);
        Ok(())
    }
}
