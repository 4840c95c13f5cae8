//! Pictures no larger than what the proofs rest on.

use super::crop::{Crop, crop, tidy};
use super::judge::{JudgeOptions, asked};
use super::known::Known;
use super::validate::wall_holds;
use crate::read::DfPnReader;
use crate::{Board, Point, Points};
use std::cmp::Reverse;
use tesuji_solver::Limits;

/// Lines that a picture may have around what is played before it is looked at whether all of them
/// are needed.
const AROUND: u8 = 2;

/// The first and the last point of the least rectangle.
fn corners(points: &Points) -> Option<(Point, Point)> {
    let along = |of: fn(Point) -> u8| Some((points.iter().map(of).min()?, points.iter().map(of).max()?));
    let ((left, right), (top, bottom)) = (along(|p| p.x)?, along(|p| p.y)?);
    Some((Point::new(left, top), Point::new(right, bottom)))
}

fn stones(board: &Board) -> Points {
    board.all() - board.empty()
}

/// The points of the least rectangle with all stones.
pub(super) fn picture(board: &Board) -> usize {
    let side = |from: u8, to: u8| usize::from(to - from) + 1;
    corners(&stones(board)).map_or(0, |(low, high)| side(low.x, high.x) * side(low.y, high.y))
}

/// Do stones stand beyond the lines around what is played?
fn is_wide(board: &Board, near: &Points) -> bool {
    let (Some((low, high)), Some((least, most))) = (corners(near), corners(&stones(board))) else { return false };
    let is_far = |inner: u8, outer: u8| inner.abs_diff(outer) > AROUND;
    is_far(low.x, least.x.min(low.x))
        || is_far(low.y, least.y.min(low.y))
        || is_far(high.x, most.x.max(high.x))
        || is_far(high.y, most.y.max(high.y))
}

/// The problem with fewer lines around what is played, and without chains far from it, as far as
/// the answer stays and the walls hold.
pub(super) fn trimmed(
    whole: &Known,
    cut: Known,
    reader: &DfPnReader,
    limits: &Limits,
    options: &JudgeOptions,
) -> Known {
    let q = cut.problem.question.clone();
    let keys: Points = cut.keys.iter().copied().collect();
    let near = q.target & q.board.stones(q.defender) | keys | cut.played();
    let first = cut.problem.first;
    let stands = |less: &Board| {
        let problem = asked(less.clone(), &q.target, first).ok()?;
        let known = Known::of(problem, reader, limits).ok()?;
        let shown = known.found.problem(&known.problem);
        let is_same = whole.lacks(&known).is_none() && known.check(options).is_ok();
        (is_same && wall_holds(&shown.question, reader, options)).then_some(known)
    };
    let mut best = cut;
    for margin in 1..options.margin {
        if !is_wide(&best.problem.question.board, &near) {
            return best;
        }
        let Ok(Crop { board, .. }) = crop(&best.problem.question.board, &near, margin) else { continue };
        if board == best.problem.question.board {
            break;
        }
        if let Some(known) = stands(&board) {
            best = known;
            break;
        }
    }
    let board = best.problem.question.board.clone();
    if !is_wide(&board, &near) {
        return best;
    }
    let touched = near | board.beside(&near);
    let mut parts: Vec<Points> = board.chains().map(|c| c.stones).filter(|s| !s.meets(&touched)).collect();
    let distance = |p: Point| near.iter().map(|n| p.x.abs_diff(n.x).max(p.y.abs_diff(n.y))).min().unwrap_or(0);
    parts.sort_by_key(|part| (Reverse(part.iter().map(distance).max()), *part));
    let mut last: Option<Known> = None;
    let mut may_stand = |less: &Board| {
        let known = stands(less);
        let is_so = known.is_some();
        last = known.or(last.take());
        is_so
    };
    let left = tidy(&board, &parts, options.checks, &mut may_stand);
    last.filter(|known| known.problem.question.board == left).unwrap_or(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn a_picture_is_wide_where_stones_stand_far_from_what_is_played() {
        let board = |points: &[(u8, u8)]| {
            Board::set_up(19, 19, points.iter().map(|&(x, y)| (Point::new(x, y), Color::Black))).unwrap()
        };
        let near: Points = [Point::new(2, 2), Point::new(4, 3)].into_iter().collect();
        assert!(!is_wide(&board(&[(0, 0), (6, 5), (3, 3)]), &near));
        assert!(is_wide(&board(&[(0, 0), (7, 5)]), &near) && is_wide(&board(&[(3, 6)]), &near));
        assert_eq!(picture(&board(&[(1, 1), (4, 2)])), 8);
    }
}
