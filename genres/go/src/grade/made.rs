//! The record of a problem that was made: solution, tags, where from.

use super::{Ungraded, done, graded};
use crate::Problem;
use crate::judge::Answer;
use tesuji_genre::position::Candidate;
use tesuji_genre::{GradeRequest, Graded};
use tesuji_solver::Limits;

/// The tags of a problem: place, task, motifs.
pub(crate) fn tags(problem: &Problem, motifs: impl Iterator<Item = &'static str>, plies: usize) -> Vec<&'static str> {
    let task = match problem.first {
        crate::Role::Attacker => "to-kill",
        crate::Role::Defender => "to-live",
    };
    let mut tags = vec!["life-and-death", problem.place().name(), task];
    if problem.question.is_open() {
        tags.push("open");
    }
    if plies < 5 {
        tags.push("short");
    }
    tags.extend(motifs);
    tags
}

/// A problem that was made, read and graded.
pub(crate) struct Made {
    pub(crate) position: Problem,
    found: Answer,
    graded: Graded,
}

impl Made {
    /// Reads and grades a problem.
    pub(crate) fn of(problem: &Problem, limits: &Limits) -> Result<Made, Ungraded> {
        let mut found = done(problem, limits)?;
        let want = GradeRequest::new(super::catalog::catalog().clone(), limits.clone());
        let graded = graded(problem, &mut found, &want)?;
        Ok(Made { position: problem.clone(), found, graded })
    }

    /// Plies of the main line, without passes.
    pub(crate) fn plies(&self) -> usize {
        self.found.plies()
    }

    /// Wrong first moves that play must refute.
    pub(crate) fn plausible(&self) -> usize {
        self.found.lines.plausible()
    }

    /// The name of its tier.
    pub(crate) fn tier(&self) -> &str {
        &self.graded.info.tier
    }

    /// The number of its rank.
    pub(crate) fn rank(&self) -> u32 {
        crate::difficulty::rank_number(self.graded.info.score.unwrap_or(0))
    }

    /// Is that one of its names?
    pub(crate) fn shows(&self, id: &str) -> bool {
        self.graded.info.techniques.contains_key(id)
    }

    /// As it is given out.
    pub(crate) fn record(self, origin: &str) -> Candidate<Problem> {
        let mut extra = self.graded.extra;
        extra.insert("origin".to_string(), origin.into());
        let solution = Some(self.found.json(&self.position).into());
        Candidate { position: self.position, solution, grade: Some(self.graded.info), extra }
    }
}
