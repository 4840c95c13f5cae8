//! The reference: every line of play to the end of the round by the rules alone.

use crate::leaf::{self, Leaf};
use crate::{Move, Phase, State};

/// Value vectors of every legal move, and of the position: each player's margin under max^n (minimax for two). `None`
/// when more than `most` positions would be visited.
pub fn values(state: &State, most: u64) -> Option<(Vec<(Move, [i32; 4])>, u64)> {
    values_with(state, Leaf::True, most)
}

/// As [`values`], with something left out of account at the round's end.
pub fn values_with(state: &State, leaf: Leaf, most: u64) -> Option<(Vec<(Move, [i32; 4])>, u64)> {
    let mut left = most;
    let mut all = Vec::new();
    for mv in state.legal() {
        let mut next = *state;
        next.play(mv).ok()?;
        all.push((mv, value(&next, leaf, state.turn(), &mut left)?));
    }
    Some((all, most - left))
}

fn value(state: &State, leaf: Leaf, root: usize, left: &mut u64) -> Option<[i32; 4]> {
    *left = left.checked_sub(1)?;
    if state.phase() != Phase::Drafting {
        if leaf != Leaf::True {
            return Some(leaf.now(state, root));
        }
        let mut settled = *state;
        settled.settle(None).ok()?;
        return Some(leaf::margins(leaf::worths(&settled), state.players()));
    }
    let mut best: Option<[i32; 4]> = None;
    for mv in state.legal() {
        let mut next = *state;
        next.play(mv).ok()?;
        let here = value(&next, leaf, root, left)?;
        if best.is_none_or(|b| prefers(state.turn(), state.players(), &here, &b)) {
            best = Some(here);
        }
    }
    best
}

/// Does the player prefer `a` to `b`: by the own margin, then by the next player's, and so on round the table?
pub(crate) fn prefers(player: usize, players: usize, a: &[i32; 4], b: &[i32; 4]) -> bool {
    let round = (0..players).map(|i| (player + i) % players);
    round.clone().map(|p| a[p]).gt(round.map(|p| b[p]))
}
