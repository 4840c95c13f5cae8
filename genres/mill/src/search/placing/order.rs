//! The turns of the placing phase, the likely best ones first.

use crate::board::{Board, Set, points};
use crate::puzzle::{Kernel, State, Step};

/// Points for a turn that closes a mill.
const MILL: u32 = 1 << 24;
/// Points for one that stands in the way of a mill.
const BLOCK: u32 = 1 << 22;
/// Points for a man of the other side that is taken out of a line of two.
const TAKEN: u32 = 1 << 16;
/// Points for each line in which a man stands beside another of its own, the third point empty.
const PAIR: u32 = 1 << 10;
/// Where what a point has been worth so far is halved.
const MOST: u32 = 1 << 16;

/// How often a point ended the reading of a position, by the number of men in hand.
#[derive(Debug)]
pub(super) struct History([[u32; 24]; 24]);

impl History {
    pub(super) fn new() -> History {
        History([[0; 24]; 24])
    }

    /// A turn to `step.to` has ended the reading, by the number of men in hand.
    pub(super) fn ended(&mut self, hands: u8, step: Step) {
        let row = &mut self.0[usize::from(hands.min(23))];
        row[step.to.index()] += u32::from(hands) + 1;
        if row[step.to.index()] > MOST {
            row.iter_mut().for_each(|n| *n /= 2);
        }
    }
}

/// The empty points at which men would close a mill.
fn closing(board: &Board, men: Set, empty: Set) -> Set {
    points(empty).filter(|&p| board.closes(men, p)).fold(0, |all, p| all | p.bit())
}

/// Lines through a point in which exactly one of the other two points has a man of `men` and the
/// other is empty.
fn pairs(board: &Board, men: Set, empty: Set, at: crate::Point) -> u32 {
    let half = |&&rest: &&Set| (rest & men).is_power_of_two() && (rest & empty).is_power_of_two();
    board.partners[at.index()].iter().filter(half).count() as u32
}

/// Writes the turns of a side with men in hand, best first; of equals the first of the rules.
pub(super) fn ordered(kernel: &Kernel, history: &History, at: &State, to: &mut Vec<(u32, Step)>) {
    let (board, empty) = (kernel.board, at.empty());
    let (closes, threatened) = (closing(board, at.own, empty), closing(board, at.enemy, empty));
    let row = &history.0[usize::from((at.own_hand + at.enemy_hand).min(23))];
    to.clear();
    kernel.turns(at, |step| {
        let bit = step.to.bit();
        let mut score = row[step.to.index()] + PAIR * pairs(board, at.own, empty, step.to);
        if closes & bit != 0 {
            score += MILL;
        }
        if threatened & bit != 0 {
            score += BLOCK;
        }
        if let Some(taken) = step.takes {
            score += TAKEN * pairs(board, at.enemy, empty, taken);
        }
        to.push((score, step));
    });
    to.sort_by_key(|turn| std::cmp::Reverse(turn.0));
}
