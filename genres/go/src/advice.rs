//! Advice from outside, such as a network's: likely moves, and whose each point will be. It says
//! what is read; nothing is taken from it as an answer.

use crate::{Board, Color, Point, Points};
use std::path::Path;
use tesuji_net::{Net, NetError, Position, Side};

/// Somebody who looks at a position and proposes.
pub trait Proposer: Send + Sync {
    /// Who it is.
    fn name(&self) -> &str;

    /// What is seen with that side to move; `None` where there is no word about the position.
    fn look(&self, board: &Board, to_move: Color) -> Option<View>;
}

/// What a proposer sees in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct View {
    /// Moves with the chance of each to be the right one.
    pub moves: Vec<(Point, f64)>,
    /// By point, row by row: 1 where it will be the mover's, -1 where it will be the opponent's.
    pub ownership: Vec<f64>,
}

/// Ownership is taken that is past its bounds by no more than this.
const SLACK: f64 = 0.01;

impl View {
    /// What a proposer sees, without what can't be: points that are no moves, chances that are none.
    /// `None` where the ownership is not of that board.
    pub(crate) fn of(proposer: &dyn Proposer, board: &Board, to_move: Color) -> Option<View> {
        let mut view = proposer.look(board, to_move)?;
        let (w, h) = board.size();
        let is_share = |v: &f64| v.is_finite() && v.abs() <= 1.0 + SLACK;
        if view.ownership.len() != usize::from(w) * usize::from(h) || !view.ownership.iter().all(is_share) {
            return None;
        }
        view.moves.retain(|&(p, chance)| {
            let is_move = p.x < w && p.y < h && board.check(p, to_move).is_ok();
            is_move && chance > 0.0 && chance <= 1.0
        });
        view.moves.sort_by(|(p, a), (q, b)| b.total_cmp(a).then(p.cmp(q)));
        let mut seen = Points::EMPTY;
        view.moves.retain(|&(p, _)| {
            let is_new = !seen.contains(p);
            seen.insert(p);
            is_new
        });
        Some(view)
    }

    /// The mean ownership of some points of a board of that width.
    pub(crate) fn mean(&self, points: &Points, width: u8) -> f64 {
        let at = |p: Point| usize::from(p.y) * usize::from(width) + usize::from(p.x);
        let sum: f64 = points.iter().filter_map(|p| self.ownership.get(at(p))).sum();
        sum / points.len().max(1) as f64
    }
}

/// A network of KataGo's public format as a proposer: the board as it is, no komi, no history.
#[derive(Debug)]
pub struct NetProposer(Net);

impl NetProposer {
    /// Reads the file of a network.
    ///
    /// # Errors
    /// [`NetError`] where it can't be read or does not fit.
    pub fn open(file: &Path) -> Result<NetProposer, NetError> {
        Net::open(file).map(NetProposer)
    }
}

impl Proposer for NetProposer {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn look(&self, board: &Board, to_move: Color) -> Option<View> {
        let (w, h) = board.size();
        let mut position = Position::empty(w.into(), h.into());
        for (color, side) in [(to_move, Side::Mover), (to_move.other(), Side::Other)] {
            board.stones(color).iter().for_each(|p| position.place(p.x.into(), p.y.into(), side));
        }
        if let Some(ko) = board.ko() {
            position.forbid(ko.x.into(), ko.y.into());
        }
        let seen = self.0.evaluate(&position);
        let point = |at: usize| Point::new((at % usize::from(w)) as u8, (at / usize::from(w)) as u8);
        let chances = seen.chances();
        let moves = seen.order().map(|at| (point(at), f64::from(chances[at]))).collect();
        Some(View { moves, ownership: seen.ownership.into_iter().map(f64::from).collect() })
    }
}
