//! Knowledge of a problem: the answer, for either side first, and the regions that it rests on.

use super::judge::JudgeOptions;
use super::validate::{Outside, Rejected, distinct};
use crate::analyze::zone_of_reading;
use crate::judge::Who;
use crate::judge::is_decided;
use crate::judge::{Answer, Unfinished, answer};
use crate::names::shown;
use crate::read::{DfPnReader, Reader, Widened};
use crate::study::Line;
use crate::{Board, Outcome, Point, Points, Problem, Role};
use tesuji_solver::{Limits, Stop};

/// A problem and its answers.
pub(super) struct Known {
    pub(super) problem: Problem,
    pub(super) found: Answer,
    pub(super) otherwise: Outcome,
    pub(super) keys: Vec<Point>,
}

impl Known {
    pub(super) fn of(problem: Problem, reader: &DfPnReader, limits: &Limits) -> Result<Known, Rejected> {
        let found = match answer(&problem, limits, Who::Search) {
            Err(_) => return Err(Rejected::Unknown(0)),
            Ok(Err(Unfinished { stop: Stop::Open, .. })) => return Err(Rejected::Open),
            Ok(Err(unfinished)) => return Err(Rejected::Unknown(unfinished.nodes)),
            Ok(Ok(found)) => found,
        };
        let otherwise = match &found.regional {
            Some(regional) => regional.found.otherwise(),
            None => reader.read_first(&problem.question, problem.first.other(), limits).ok().map(|r| r.outcome),
        };
        let otherwise = otherwise.filter(|&o| is_decided(o)).ok_or(Rejected::Unknown(found.nodes()))?;
        if found.is_settled() {
            return Err(Rejected::Settled);
        }
        let keys = found.keys();
        Ok(Known { problem, found, otherwise, keys })
    }

    pub(super) fn undecided(&self) -> &[Option<Point>] {
        &self.found.study.undecided
    }

    /// Names what the crop lacks, where its answer is not that of the board.
    pub(super) fn lacks(&self, crop: &Known) -> Option<Outside> {
        let is_same = |a: Outcome, b: Outcome| a == b || a.lives() && b.lives();
        let is_known = |known: &Known, p: &Point| known.keys.contains(p) || known.undecided().contains(&Some(*p));
        let is_equal = is_same(self.found.study.outcome, crop.found.study.outcome)
            && is_same(self.otherwise, crop.otherwise)
            && self.keys.iter().all(|p| crop.keys.contains(p))
            && crop.keys.iter().all(|p| is_known(self, p));
        if is_equal {
            return None;
        }
        let shown = self.found.problem(&self.problem);
        let scene = crate::grade::scene(&shown, &self.found);
        let rests = self.readings().iter().any(|(read, _)| !read.friends.is_empty());
        let stones = |board: &Board| board.all() - board.empty();
        let gone = stones(&shown.question.board) - stones(&crop.problem.question.board);
        let near = shown.question.region | shown.question.board.beside(&shown.question.region);
        Some(match () {
            () if shown_names(&scene).any(|id| id == "ladder") => Outside::LadderBreaker,
            () if rests || !shown.question.lives_at().is_empty() => Outside::Connection,
            () if near.meets(&gone) => Outside::EyeSpace,
            () => Outside::Other,
        })
    }

    /// The readings of it, for either side first.
    pub(super) fn readings(&self) -> Vec<(Widened, Role)> {
        let first = self.problem.first;
        match &self.found.regional {
            Some(regional) => {
                let other = regional.found.other.iter().map(|read| (read.clone(), first.other()));
                std::iter::once((regional.found.read.clone(), first)).chain(other).collect()
            }
            None => {
                let read = |outcome, first| {
                    let reading = crate::read::Reading { outcome, key: None, stop: Stop::Exhausted, nodes: 0 };
                    (Widened::of(self.problem.question.clone(), reading), first)
                };
                vec![read(self.found.study.outcome, first), read(self.otherwise, first.other())]
            }
        }
    }

    /// The points that the proofs speak of, which replay.
    pub(super) fn zone(&self, reader: &DfPnReader, limits: &Limits) -> Result<Points, Rejected> {
        let zones = self.readings().into_iter().map(|(read, first)| {
            let zone = zone_of_reading(&read, reader, first, limits);
            zone.ok().flatten().ok_or(Rejected::Unproved)
        });
        zones.reduce(|a, b| Ok(a? | b?)).unwrap_or(Err(Rejected::Unproved))
    }

    /// Points on which the main line plays.
    pub(super) fn played(&self) -> Points {
        let area = self.found.judge.area();
        let plies = self.found.lines.main.iter().flat_map(|line: &Line| &line.plies);
        plies.filter_map(|&ply| area.point(ply)).collect()
    }

    /// Is it a problem, before it is graded?
    pub(super) fn check(&self, options: &JudgeOptions) -> Result<(), Rejected> {
        match distinct(&self.problem, &self.keys) {
            1 => {}
            n => return Err(Rejected::Keys(n)),
        }
        if !self.undecided().is_empty() {
            return Err(Rejected::Undecided(self.undecided().len()));
        }
        match self.found.plies() {
            n if n < options.plies.0 => Err(Rejected::Short(n)),
            n if n > options.plies.1 => Err(Rejected::Long(n)),
            _ if self.found.lines.plausible() == 0 => Err(Rejected::NoWrongMove),
            _ => Ok(()),
        }
    }
}

fn shown_names(scene: &crate::names::Scene<'_>) -> impl Iterator<Item = &'static str> {
    shown(scene).into_iter().map(|motif| motif.id)
}
