//! A problem studied: what each first move comes to, the main line, and how the wrong moves fail.

mod horizon;
pub mod judge;
pub(crate) mod lemmas;
mod lines;
#[cfg(test)]
mod tests;
mod tree;
mod variations;

pub use crate::read::reference::GraphJudge;
pub use judge::{Aim, Judge, outcome};
pub use lines::{Line, Lines, proved_within};
pub use tree::solution_tree;
pub use variations::{Unwritten, variations};

use crate::read::{Ply, State};
use crate::{Class, Outcome, Point, Problem, Role};
use std::collections::BTreeSet;
use tesuji_solver::Stop;

/// A first move and whether it gets the first side the best there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First {
    /// The move.
    pub ply: Ply,
    /// The position after it, with the aim's threats.
    pub after: State,
    /// Does it keep the best outcome?
    pub right: bool,
}

/// What a problem comes to, and by which first moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// The outcome with the first side to move.
    pub outcome: Outcome,
    /// The question that right moves answer; `None` where there is nothing to play for.
    pub aim: Option<Aim>,
    /// The position asked about, with the aim's threats.
    pub root: State,
    /// All legal first moves of which it is known whether they are right, the pass last; only the
    /// pass where that is right, and none without an aim.
    pub firsts: Vec<First>,
    /// The others, a pass as `None`: only in open problems, where what shows that one move succeeds
    /// does not show that another fails.
    pub undecided: Vec<Option<Point>>,
}

/// Studies the first moves of a problem.
///
/// # Errors
/// The limit that was reached.
pub fn study(problem: &Problem, judge: &mut dyn Judge) -> Result<Study, Stop> {
    let (q, first) = (&problem.question, problem.first);
    let plain = crate::read::Supply::NONE;
    let root = judge.area().state(q, first, plain);
    let outcome = judge::outcome(judge, &root)?;
    let aim = Aim::of(outcome, first).filter(|_| !q.is_captured());
    let mut study = Study { outcome, aim, root, firsts: Vec::new(), undecided: Vec::new() };
    if let Some(aim) = aim {
        study.root = judge.area().state(q, first, aim.supply);
        let mut plies = judge.area().moves(&study.root);
        // Where a pass is as good nothing else has to be looked at.
        plies.sort_by_key(|&ply| ply != Ply::PASS);
        for ply in plies {
            if let Some(after) = judge.area().play(&study.root, ply) {
                let right = aim.kept(judge, &after)?;
                study.firsts.push(First { ply, after, right });
                if right && ply == Ply::PASS {
                    break;
                }
            }
        }
        study.firsts.sort_by_key(|first| first.ply);
    }
    Ok(study)
}

impl Study {
    /// Nothing to do: a pass is as good as any move, or no move helps.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.firsts.iter().any(|f| f.right && f.ply == Ply::PASS) || self.keys().next().is_none()
    }

    /// The right first moves.
    pub fn keys(&self) -> impl Iterator<Item = &First> {
        self.firsts.iter().filter(|f| f.right)
    }

    /// The wrong ones, without the pass.
    pub fn wrong(&self) -> impl Iterator<Item = &First> {
        self.firsts.iter().filter(|f| !f.right && f.ply != Ply::PASS)
    }

    /// The points of the right first moves.
    #[must_use]
    pub fn key_points(&self, area: &crate::read::Area) -> Vec<Point> {
        self.keys().filter_map(|first| area.point(first.ply)).collect()
    }

    /// The same, one of each class of moves that are images of each other.
    #[must_use]
    pub fn keys_up_to_symmetry(&self, problem: &Problem, judge: &dyn Judge) -> Vec<Point> {
        let symmetries = problem.automorphisms();
        let mut seen = BTreeSet::new();
        let mut keys = Vec::new();
        for p in self.keys().filter_map(|f| judge.area().point(f.ply)) {
            if seen.insert(p) {
                seen.extend(symmetries.iter().map(|&s| problem.image_of(p, s)));
                keys.push(p);
            }
        }
        keys
    }
}

/// The rank of an outcome for the defender, 0 (captured) to 3 (lives), kos in between.
#[must_use]
pub fn rank(outcome: Outcome) -> f64 {
    match (outcome.class(), outcome.threats) {
        (Some(Class::Dead), _) => 0.0,
        (Some(Class::Ko), Some(t)) if t.by == Role::Defender => 1.0,
        (Some(Class::Ko), _) => 2.0,
        _ => 3.0,
    }
}

/// The outcome if the other side moves first.
///
/// # Errors
/// The limit that was reached.
pub fn otherwise(problem: &Problem, judge: &mut dyn Judge) -> Result<Outcome, Stop> {
    let turned = judge.area().state(&problem.question, problem.first.other(), crate::read::Supply::NONE);
    judge::outcome(judge, &State { ko: State::NO_KO, ..turned })
}

/// How much worse the best of the wrong first moves is, the pass among them: from 0 to 3.
///
/// # Errors
/// The limit that was reached.
pub fn swing(study: &Study, judge: &mut dyn Judge) -> Result<f64, Stop> {
    // In an open problem it may be that nothing is known to fail.
    let mut least: f64 = if study.undecided.is_empty() { 3.0 } else { 1.0 };
    for first in study.firsts.iter().filter(|f| !f.right) {
        if least <= 1.0 {
            break;
        }
        let plain = State { supply: crate::read::Supply::NONE, ..first.after };
        let loss = (rank(study.outcome) - rank(judge::outcome(judge, &plain)?)).abs();
        least = least.min(loss);
    }
    Ok(least)
}
