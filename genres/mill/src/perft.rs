//! Counting the leaves of the game tree.
//!
//! A position in which the game is over before the horizon counts as one leaf.

use crate::position::Position;
use crate::rules;
use crate::variant::RuleSet;
use tesuji_solver::Clock;

/// Leaves after `depth` atomic actions (a removal is an action of its own).
pub fn actions(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.end.is_some() {
        return 1;
    }
    if depth == 1 {
        return rules::count_actions(rules, position);
    }
    let mut leaves = 0;
    rules::legal(rules, position, &mut |action| {
        leaves += actions(rules, &rules::play_legal(rules, position, action), depth - 1);
    });
    leaves
}

/// Leaves after `depth` complete turns (a mill and its removal are one).
pub fn turns(rules: &RuleSet, position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.end.is_some() {
        return 1;
    }
    let played = rules::turns_played(rules, position);
    if depth == 1 {
        return played.len() as u64;
    }
    played.iter().map(|(_, next)| turns(rules, next, depth - 1)).sum()
}

/// Leaves after `depth` turns or actions; `None` once the time is up (looked at three plies above
/// the leaves).
pub fn within(rules: &RuleSet, position: &Position, depth: u32, by_turns: bool, clock: &Clock) -> Option<u64> {
    if clock.expired().is_some() {
        return None;
    }
    if depth <= 3 || position.end.is_some() {
        return Some(if by_turns { turns(rules, position, depth) } else { actions(rules, position, depth) });
    }
    let next: Vec<Position> = if by_turns {
        rules::turns_played(rules, position).into_iter().map(|(_, next)| next).collect()
    } else {
        rules::actions(rules, position).into_iter().map(|a| rules::play_legal(rules, position, a)).collect()
    };
    next.iter().map(|next| within(rules, next, depth - 1, by_turns, clock)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of a start position, by the recorded engine and an independent generator.
    #[test]
    fn from_the_start() {
        let rules = RuleSet::STANDARD;
        let start = Position::start(&rules);
        for (depth, want) in [(1, 24), (2, 552), (3, 12_144), (4, 255_024)] {
            assert_eq!(actions(&rules, &start, depth), want);
            assert_eq!(turns(&rules, &start, depth), want);
            let clock = tesuji_solver::Limits::default().start();
            assert_eq!(within(&rules, &start, depth, true, &clock), Some(want));
        }
    }
}
