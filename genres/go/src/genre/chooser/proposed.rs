//! Chooses by ideas where the reader alone chooses nothing: a proposer names moves, and the chain
//! whose fate each changes most; the reader proves that the move succeeds for that chain.

use super::{Candidate, Chooser, POLICY};
use crate::advice::{Proposer, View};
use crate::judge::{Shown, for_idea};
use crate::{Board, Idea, Outcome, Point, Problem, Question};
use tesuji_solver::Limits;

/// Moves that are tried.
const MOVES: usize = 3;
/// A chain is meant where the move changes its ownership, which goes from -1 to 1, by this at least.
const CHANGE: f64 = 0.2;

impl Chooser {
    /// The problem about the first proposed move that the reader proves.
    pub(super) fn proposed(&self, board: &Board, proposer: &dyn Proposer, nodes: u64) -> Option<Problem> {
        let mut passed = board.clone();
        passed.set_ko(None);
        let other = self.mover.other();
        let view = View::of(proposer, board, self.mover)?;
        let without = View::of(proposer, &passed, other)?;
        let mut moves: Vec<Point> = view.moves.into_iter().map(|(p, _)| p).collect();
        // No other move than those of a stored solution is to be believed.
        if !self.right.is_empty() {
            moves.retain(|p| self.right.contains(p));
        }
        let limits = Limits::default().with_nodes(nodes);
        moves.into_iter().take(MOVES).find_map(|key| {
            let mut after = board.clone();
            after.play(key, self.mover).ok()?;
            let with = View::of(proposer, &after, other)?;
            let question = self.most_changed(board, &without, &with)?;
            let first = question.role(self.mover);
            let mut problem = Problem::new(question, first);
            problem.idea = Some(Idea { of: proposer.name().to_string(), point: key });
            self.is_proved(&problem, key, &limits).then_some(problem)
        })
    }

    /// The question about the chain that gains most for the mover between two views of the other
    /// side's, of those that may be meant.
    fn most_changed(&self, board: &Board, without: &View, with: &View) -> Option<Question> {
        let width = board.size().0;
        let may_be_meant = |n: usize| match self.wish.stones {
            Some(stones) => n == stones,
            None => n > 1,
        };
        let chains = board.chains().filter(|chain| may_be_meant(chain.stones.len()));
        let changes = chains.map(|c| (without.mean(&c.stones, width) - with.mean(&c.stones, width), c.stones));
        let best = changes.filter(|&(change, _)| change >= CHANGE).max_by(|(a, s), (b, t)| {
            let order = a.total_cmp(b).then(s.len().cmp(&t.len()));
            order.then(t.first().cmp(&s.first()))
        });
        let chain = best?.1;
        let question = Question::of_target(board, &chain).ok().filter(|q| q.target == chain);
        let question = question.or_else(|| Question::around(board, &chain).ok())?;
        let is_task = self.wish.task.is_none_or(|task| task == question.role(self.mover));
        is_task.then_some(question)
    }

    /// Does the move succeed, and is it not known that it changes nothing?
    fn is_proved(&self, problem: &Problem, key: Point, limits: &Limits) -> bool {
        let (q, first) = (&problem.question, problem.first);
        let (Some(shown), _) = Shown::of(&self.reader, q, first, key, &for_idea(limits)) else { return false };
        let mut turned = q.clone();
        turned.board.set_ko(None);
        let mut candidate = Candidate::new(turned, self.mover);
        (candidate.own, candidate.key) = (shown.outcome, Some(key));
        debug_assert_eq!(candidate.other, Outcome::UNKNOWN);
        candidate.read(&self.reader, self.most / POLICY.needed_part);
        candidate.changes() != Some(false)
    }
}
