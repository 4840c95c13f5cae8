//! The questions that a position without marks may ask: candidates for the target, the likeliest
//! first.

use super::Question;
use crate::{Board, Color, Points};
use std::cmp::Reverse;

impl Question {
    /// The questions that a position of a book may ask, where the book gives the side to move and
    /// marks no stones; the likeliest first, each with another target. In this order:
    ///
    /// 1. what is [enclosed](Question::infer) by walls that hold;
    /// 2. the groups of the side that is [farther from the open](Question::guess), then those of
    ///    the other one: a group is
    ///    what lies in the region around a chain, the largest chain's first (colours the other way
    ///    round where the distances
    ///    tell nothing apart: the side that doesn't move first); of a group of the mover's only its
    ///    largest chain, since of
    ///    several chains it would be enough that one lives;
    /// 3. single chains, of either colour: those with the fewest liberties first (of groups of
    ///    several chains only).
    ///
    /// A problem has something to gain by definition. So a target that the side to move can't
    /// change, or that is settled without a move, was not meant, and the next one is to be tried.
    #[must_use]
    pub fn candidates(board: &Board, mover: Color) -> Vec<Question> {
        let mut found: Vec<Question> = Vec::new();
        let mut add = |q: Question| {
            if !found.iter().any(|f| f.target == q.target && f.defender == q.defender) {
                found.push(q);
            }
        };
        if let Ok(q) = Question::infer(board)
            && !q.is_open()
            && q.wall_holds()
        {
            add(q);
        }
        let sides = match Question::guess(board) {
            Ok(q) => [q.defender, q.defender.other()],
            Err(_) => [mover.other(), mover],
        };
        for side in sides {
            let mut seen = Points::EMPTY;
            for chain in board.chains_in_order(side, &board.stones(side), |c| Reverse(c.stones.len())) {
                if chain.stones.meets(&seen) {
                    continue;
                }
                let Ok(own) = Question::around(board, &chain.stones) else { continue };
                let group = own.region & board.stones(side);
                seen |= group;
                // The mover wants the largest of several chains: that any one lives would be
                // enough.
                let meant = if side == mover { chain.stones } else { group };
                if let Ok(q) = Question::of_target(board, &meant) {
                    add(q);
                }
            }
        }
        for side in sides {
            for chain in
                board.chains_in_order(side, &board.stones(side), |c| (c.liberties.len(), Reverse(c.stones.len())))
            {
                if let Ok(q) = Question::around(board, &chain.stones) {
                    add(q);
                }
            }
        }
        found
    }
}
