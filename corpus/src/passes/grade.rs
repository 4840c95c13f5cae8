//! The grade pass: names the techniques that a puzzle takes, and its tier.

use super::solve::{forget, keep_unfinished, kept, stop_name};
use super::{add, clues};
use crate::{Pass, Summary, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{
    Bad, Catalogs, Genre, GradeInfo, GradeRequest, Record, RestrictionRequest, Solution, StepData, known_techniques,
};
use tesuji_solver::{Limits, Stop};

/// Grades each puzzle.
#[derive(Clone, Debug, Default)]
pub struct GradePass {
    /// The techniques that there are, by genre.
    pub catalogs: Catalogs,
    /// Which techniques take part, where that is not as each record asks.
    pub restriction: RestrictionRequest,
    /// Find the needs.
    pub needs: bool,
    /// Where the catalog stalls, find the trial depth up to this.
    pub trial: u8,
    /// Put the steps into the record, in words (`steps`) and as data (`step_data`).
    pub steps: bool,
    /// Find the longest chain that can't be avoided, too (features `chain` and `rating`).
    pub rating: bool,
}

/// Counts of a grade pass.
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
    /// Puzzles graded without some techniques because their records ask for that, by which.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub restricted: BTreeMap<String, u64>,
}

impl Summary for GradeSummary {
    fn merge(&mut self, other: &Self) {
        add(&mut self.tiers, &other.tiers);
        self.stalled += other.stalled;
        add(&mut self.techniques, &other.techniques);
        add(&mut self.needs, &other.needs);
        add(&mut self.trial_depth, &other.trial_depth);
        add(&mut self.unfinished, &other.unfinished);
        add(&mut self.restricted, &other.restricted);
    }
}

impl GradePass {
    /// Does the genre take this request?
    ///
    /// # Errors
    /// [`Bad`] for a trial depth where there is none.
    pub fn fits(&self, genre: &dyn Genre) -> Result<(), Bad> {
        match self.trial {
            0 => Ok(()),
            _ if genre.info().has_trial => Ok(()),
            _ => Err(Bad::new(format!("no trial depth in {}: its positions are read", genre.name()))),
        }
    }

    /// Keeps of an earlier grade what this one did not look for: needs with the ceiling under which
    /// they were found, where the same techniques take part, the trial depth, further figures, and
    /// fields that this version does not know. The rating by chains is kept where the puzzle is solved
    /// by the same steps.
    fn keep(&self, earlier: GradeInfo, info: &mut GradeInfo) {
        let same_ceiling = info.ceiling.is_none() || info.ceiling == earlier.ceiling;
        let same_techniques = (&info.without, info.take_over) == (&earlier.without, earlier.take_over);
        if !self.needs && same_ceiling && same_techniques {
            info.needs = earlier.needs;
            info.ceiling = earlier.ceiling;
        }
        if self.trial == 0 {
            info.trial_depth = info.trial_depth.or(earlier.trial_depth);
        }
        let same_steps = same_techniques && earlier.techniques == info.techniques;
        for (name, figure) in earlier.features {
            if same_steps || !RATED_BY_CHAINS.contains(&name.as_str()) {
                info.features.entry(name).or_insert(figure);
            }
        }
        for (name, value) in earlier.extra {
            info.extra.entry(name).or_insert(value);
        }
    }
}

/// The figures of the rating by chains, which rest on the techniques that take part.
const RATED_BY_CHAINS: [&str; 2] = ["chain", "rating"];

/// Where a record keeps its earlier grade while a new one is not finished.
const EARLIER: &str = "earlier_grade";

/// The grade that a record has from before, or that an unfinished grading put aside.
fn take_earlier(record: &mut Record) -> Option<GradeInfo> {
    let aside = record.extra.remove(EARLIER).and_then(|value| serde_json::from_value(value).ok());
    record.grade.take().or(aside)
}

/// The field of a record with its steps as data.
const STEP_DATA: &str = "step_data";

/// A step of a game with the main line of the solution, or with a right move where it has no line.
fn with_line(mut step: StepData, solution: Option<&Solution>) -> StepData {
    if !step.placements.is_empty() || !step.eliminations.is_empty() {
        return step;
    }
    step.moves = solution.map_or_else(Vec::new, |s| s.moves().into_iter().map(str::to_string).collect());
    step
}

/// Keeps an earlier grade out of the field that tells of a finished one.
fn put_aside(record: &mut Record, earlier: Option<GradeInfo>) {
    if let Some(value) = earlier.and_then(|grade| serde_json::to_value(grade).ok()) {
        record.extra.insert(EARLIER.into(), value);
    }
}

impl Pass for GradePass {
    type Summary = GradeSummary;
    type Kept = ();

    fn name(&self) -> &'static str {
        "grade"
    }

    fn parameters(&self) -> String {
        let Self { catalogs: _, restriction, needs, trial, steps, rating } = self;
        let rating = if *rating { " rating=chain" } else { "" };
        format!("needs={needs} trial={trial} steps={steps}{rating}{}", restriction.describe())
    }

    fn visit(
        &self,
        work: &Work,
        _kept: &mut (),
        left: &Limits,
        out: &mut dyn FnMut(Record),
        into: &mut GradeSummary,
    ) -> Result<(), Bad> {
        clues(work)?;
        let genre = work.puzzle.genre;
        self.fits(genre)?;
        let own = self.catalogs.of(genre);
        known_techniques(genre.name(), own, self.restriction.without.as_deref().unwrap_or_default())?;
        let mut record = work.record.clone();
        forget(&mut record);
        let earlier = take_earlier(&mut record);
        let solved = genre.solve(&work.puzzle, &Limits { solutions: 2, ..left.clone() })?;
        match solved.solutions.as_slice() {
            [] if solved.stop.is_complete() => return Err(Bad::new("no solution")),
            [_, _, ..] => return Err(Bad::new("more than one solution, where one is asked")),
            [one] if solved.stop == Stop::Exhausted => record.solution = Some(kept(work, one)?),
            _ => {
                *into.unfinished.entry(stop_name(solved.stop)).or_default() += 1;
                keep_unfinished(&mut record, &solved);
                put_aside(&mut record, earlier);
                out(record);
                return Ok(());
            }
        }
        let (restriction, is_own) = self.restriction.over(earlier.as_ref());
        if let (true, Some(words)) = (is_own, restriction.words()) {
            *into.restricted.entry(words).or_default() += 1;
        }
        let want = GradeRequest {
            ceiling: restriction.tier,
            needs: self.needs,
            trial: self.trial,
            words: self.steps,
            rating: self.rating,
            ..GradeRequest::new(restriction.apply(own), left.clone())
        };
        let graded = genre.grade(&work.puzzle, record.state.as_ref(), &want)?;
        if let Some(stop) = graded.limit {
            *into.unfinished.entry(stop_name(stop)).or_default() += 1;
            record.extra.insert("stop".into(), stop_name(stop).into());
            put_aside(&mut record, earlier);
            out(record);
            return Ok(());
        }
        let mut info = graded.info;
        restriction.note(&mut info);
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
        // Steps of another way to the solution are not this grade's.
        let same_way = earlier.as_ref().is_some_and(|e| e.techniques == info.techniques);
        if self.steps {
            record.extra.insert("steps".into(), graded.words.into());
            let data = graded.data.into_iter().map(|step| with_line(step, record.solution.as_ref()));
            let data = serde_json::to_value(data.collect::<Vec<_>>()).map_err(|e| Bad::new(e.to_string()))?;
            record.extra.insert(STEP_DATA.into(), data);
        } else if !same_way {
            record.extra.remove("steps");
            record.extra.remove(STEP_DATA);
        }
        if let Some(earlier) = earlier {
            self.keep(earlier, &mut info);
        }
        record.grade = Some(info);
        record.extra.extend(graded.extra);
        out(record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::Need;

    fn earlier() -> GradeInfo {
        GradeInfo {
            ceiling: Some("hard".into()),
            needs: Some(vec![Need::new("x-wing", 20, 30)]),
            trial_depth: Some(1),
            features: [("theirs".to_string(), 2.0), ("effort".to_string(), 9.0)].into(),
            extra: [("stars".to_string(), 3.into())].into(),
            ..GradeInfo::default()
        }
    }

    #[test]
    fn a_grade_keeps_what_it_did_not_look_for() {
        let mut info = GradeInfo { features: [("effort".to_string(), 1.0)].into(), ..GradeInfo::default() };
        GradePass::default().keep(earlier(), &mut info);
        let features = [("theirs".to_string(), 2.0), ("effort".to_string(), 1.0)].into();
        assert_eq!(info, GradeInfo { features, ..earlier() });
    }

    #[test]
    fn needs_are_not_kept_beside_other_ones_nor_under_another_ceiling() {
        let mut found = GradeInfo { needs: Some(Vec::new()), ..GradeInfo::default() };
        GradePass { needs: true, ..GradePass::default() }.keep(earlier(), &mut found);
        assert_eq!((found.needs, found.ceiling), (Some(Vec::new()), None));
        let mut under = GradeInfo { ceiling: Some("easy".into()), ..GradeInfo::default() };
        GradePass::default().keep(earlier(), &mut under);
        assert_eq!((under.needs, under.ceiling.as_deref()), (None, Some("easy")));
        let mut other = GradeInfo { without: vec!["xy-wing".into()], ..GradeInfo::default() };
        GradePass::default().keep(earlier(), &mut other);
        assert_eq!((other.needs, other.without), (None, vec!["xy-wing".to_string()]));
    }

    #[test]
    fn a_rating_by_chains_is_kept_with_the_same_steps_alone() {
        let features = [("braid", 3.0), ("chain", 6.0), ("rating", 6e6)].map(|(name, x)| (name.to_string(), x));
        let steps = |technique: &str| BTreeMap::from([(technique.to_string(), 1_u32)]);
        let (one, other) = (steps("x-wing"), steps("xy-wing"));
        let rated = || GradeInfo { techniques: one.clone(), features: features.clone().into(), ..GradeInfo::default() };
        let kept = |mut info: GradeInfo| {
            GradePass::default().keep(rated(), &mut info);
            info.features
        };
        assert_eq!(kept(GradeInfo { techniques: one.clone(), ..GradeInfo::default() }), features.clone().into());
        let braid_alone: BTreeMap<String, f64> = [("braid".to_string(), 3.0)].into();
        assert_eq!(kept(GradeInfo { techniques: other.clone(), ..GradeInfo::default() }), braid_alone);
        let without = vec!["xy-wing".into()];
        assert_eq!(kept(GradeInfo { techniques: one.clone(), without, ..GradeInfo::default() }), braid_alone);
    }

    #[test]
    fn an_unfinished_grading_puts_the_earlier_grade_aside_and_a_finished_one_takes_it_back() {
        let mut record = Record { grade: Some(earlier()), ..Record::default() };
        let taken = take_earlier(&mut record);
        put_aside(&mut record, taken);
        assert!(record.grade.is_none() && record.extra.contains_key(EARLIER));
        assert_eq!(take_earlier(&mut record), Some(earlier()));
        assert!(record.extra.is_empty());
    }
}
