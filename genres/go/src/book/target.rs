//! Which group a stored solution is about, where no stones are marked: the one of which what the
//! file claims of its lines is so.

use super::tree::{Claim, StoredTree};
use super::verify::Judge;
use crate::{Problem, Question};

/// Targets that are tried.
const TARGETS: usize = 12;
/// Lines of each claim that are looked at.
const LINES: usize = 5;
/// Positions for one line, and for all of one target.
const EACH: u64 = 10_000;
const ALL: u64 = 60_000;

/// The problem about another group than the one that is marked, where the solution fits that
/// wholly: a right first move succeeds, and what is called wrong fails.
pub(super) fn instead(problem: &Problem, tree: &StoredTree) -> Option<Problem> {
    if tree.wrong_first_moves().is_empty() {
        return None;
    }
    let mover = problem.color();
    let mut best: Option<(Fit, Problem)> = None;
    for question in Question::candidates(&problem.question.board, mover).into_iter().take(TARGETS) {
        let first = question.role(mover);
        let candidate = Problem::new(question, first);
        let Some(fit) = Fit::of(&candidate, tree) else { continue };
        let is_whole = fit.is_whole;
        // The likeliest comes first among equal ones.
        if best.as_ref().is_none_or(|(least, _)| fit.score > least.score) {
            best = Some((fit, candidate));
        }
        if is_whole {
            break;
        }
    }
    let marked = &problem.question;
    best.map(|(_, problem)| problem).filter(|other| {
        let q = &other.question;
        (q.defender, q.target) != (marked.defender, marked.target)
    })
}

/// Do the stones alone tell that target, since walls that hold shut it in, and nothing else?
pub(crate) fn is_told(asked: &Question) -> bool {
    Question::infer(&asked.board).is_ok_and(|q| {
        q.is_enclosed() && q.region.parts().len() == 1 && (q.defender, q.target) == (asked.defender, asked.target)
    })
}

/// How well a solution fits a target.
pub(crate) struct Fit {
    pub(crate) score: usize,
    /// Is every line that was looked at as claimed?
    is_whole: bool,
}

impl Fit {
    /// `None` where it fits another group, or nothing is known.
    pub(crate) fn of(problem: &Problem, tree: &StoredTree) -> Option<Fit> {
        let mut judge = Judge::for_anything(problem, tree, EACH, ALL);
        let lines = |claim: Claim| tree.leaves().filter(move |&leaf| tree.nodes[leaf].claim == claim).take(LINES);
        let (mut fits, mut against, mut open) = (0, 0, 0);
        for leaf in lines(Claim::Right) {
            match judge.is_had(leaf) {
                Some(true) => fits += 1,
                // A right line that fails is about another group.
                Some(false) => return None,
                None => open += 1,
            }
        }
        if fits == 0 {
            return None;
        }
        for leaf in lines(Claim::Wrong) {
            match judge.is_had(leaf) {
                Some(false) => fits += 1,
                Some(true) => against += 1,
                None => open += 1,
            }
        }
        let has_wrong = lines(Claim::Wrong).next().is_some();
        // A group that lives or dies whatever is played is not the question.
        (!has_wrong || fits > against).then_some(Fit { score: fits, is_whole: against + open == 0 && has_wrong })
    }
}
