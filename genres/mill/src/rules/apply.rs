//! The effect of an action.

use super::{capture, phase};
use crate::action::{Action, Turn};
use crate::board::Point;
use crate::position::{Captures, Phase, Position, StalemateRemoval, Why};
use crate::variant::{PlacingMill, RuleSet};

/// Why an action can't be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{action}: {why}")]
pub struct Illegal {
    /// The action, as text.
    pub action: String,
    /// The fault of the action.
    pub why: String,
}

impl Illegal {
    pub(super) fn of(rules: &RuleSet, position: &Position, action: Action) -> Illegal {
        let side = position.side;
        let why = match action {
            _ if position.end.is_some() => "the game is over".to_string(),
            Action::Remove(p) if !position.must_remove() => format!("{} has no man to take here ({p})", side.name()),
            Action::Remove(p) if position.enemy() & p.bit() == 0 => format!("no man of the opponent stands on {p}"),
            Action::Remove(p) => format!("the man on {p} may not be taken"),
            _ if position.must_remove() => format!("{} must take a man first", side.name()),
            Action::Place(p) if position.occupied() & p.bit() != 0 => format!("{p} is not empty"),
            Action::Place(_) => format!("{} has no man in hand", side.name()),
            Action::Move(..) if position.phase == Phase::Placing && !rules.move_while_placing => {
                format!("{} still has men to place", side.name())
            }
            Action::Move(from, _) if position.own() & from.bit() == 0 => {
                format!("no man of {} stands on {from}", side.name())
            }
            Action::Move(_, to) if position.occupied() & to.bit() != 0 => format!("{to} is not empty"),
            Action::Move(from, to) => format!("a man can't go from {from} to {to}"),
        };
        Illegal { action: action.to_string(), why }
    }

    pub(super) fn over(action: Action) -> Illegal {
        Illegal { action: action.to_string(), why: "the turn was over before it".to_string() }
    }

    pub(super) fn unfinished(at: &Position, turn: Turn) -> Illegal {
        let why = format!("{} must still take a man", at.side.name());
        Illegal { action: turn.to_string(), why }
    }
}

pub(super) fn apply(rules: &RuleSet, position: &Position, action: Action) -> Position {
    let mut next = *position;
    match action {
        Action::Place(to) => place(rules, &mut next, to),
        Action::Move(from, to) => go(rules, &mut next, from, to),
        Action::Remove(at) => remove(rules, &mut next, at),
    }
    phase::stalemate(rules, &mut next);
    next
}

/// The other side's turn: end of placing, phase, full board.
fn pass(rules: &RuleSet, next: &mut Position) {
    next.side = next.side.other();
    settle(rules, next);
}

fn settle(rules: &RuleSet, next: &mut Position) {
    phase::end_of_placing(rules, next);
    phase::sync(next);
    phase::full_board(rules, next);
}

fn place(rules: &RuleSet, next: &mut Position, to: Point) {
    let side = next.side.index();
    next.men[side] |= to.bit();
    next.hand[side] = next.hand[side].saturating_sub(1);
    next.ply += 1;
    next.quiet = 0;
    let captures = Captures {
        custodian: capture::custodian(rules, next, to),
        intervention: capture::intervention(rules, next, to),
        ..Captures::default()
    };
    let mills = phase::usable_mills(rules, next, next.men[side], to);
    if mills == 0 {
        if captures.count() > 0 {
            next.captures[side] = captures;
            next.removals[side] = captures.count();
            next.mill_removal = false;
            return;
        }
        clear(next);
        if phase::stops_early(rules, next) {
            next.hand = [0, 0];
        }
        pass(rules, next);
        return;
    }
    let line = phase::usable_points(rules, next, next.men[side], to);
    let count = if rules.remove_multiple { mills as u8 } else { 1 };
    match rules.placing_mill {
        PlacingMill::RemoveFromBoard | PlacingMill::MarkAndDelay => mill(rules, next, count, captures),
        PlacingMill::RemoveFromHandThenTheirTurn | PlacingMill::RemoveFromHandThenYourTurn => {
            clear(next);
            let from_hand = count.min(next.hand[side ^ 1]);
            next.hand[side ^ 1] -= from_hand;
            if count > from_hand {
                next.removals[side] = count - from_hand;
                next.mill_removal = true;
            } else {
                if rules.placing_mill == PlacingMill::RemoveFromHandThenTheirTurn {
                    next.side = next.side.other();
                }
                settle(rules, next);
            }
        }
        PlacingMill::OpponentRemovesOwn => {
            clear(next);
            next.side = next.side.other();
            next.removals[side ^ 1] = count;
            next.remove_own[side ^ 1] = true;
        }
        PlacingMill::ByMillCounts => {
            clear(next);
            if next.hand == [0, 0] {
                phase::remove_by_mill_counts(rules, next);
            } else {
                next.side = next.side.other();
            }
            settle(rules, next);
        }
    }
    note_mill(rules, next, side, None, to, line);
}

fn go(rules: &RuleSet, next: &mut Position, from: Point, to: Point) {
    let side = next.side.index();
    let leap = capture::leap(rules, next, from, to);
    next.men[side] = next.men[side] & !from.bit() | to.bit();
    next.ply += 1;
    next.quiet = next.quiet.saturating_add(1);
    let captures = Captures {
        custodian: capture::custodian(rules, next, to),
        intervention: capture::intervention(rules, next, to),
        ..Captures::default()
    };
    let mills = phase::usable_mills(rules, next, next.men[side], to);
    if leap.count > 0 {
        next.captures[side] = Captures { leap, ..Captures::default() };
        next.removals[side] = 1;
        next.mill_removal = false;
    } else if mills > 0 {
        let line = phase::usable_points(rules, next, next.men[side], to);
        mill(rules, next, if rules.remove_multiple { mills as u8 } else { 1 }, captures);
        note_mill(rules, next, side, Some(from), to, line);
    } else if captures.count() > 0 {
        next.captures[side] = captures;
        next.removals[side] = captures.count();
        next.mill_removal = false;
    } else {
        clear(next);
        next.last_mill[side] = None;
        next.side = next.side.other();
        phase::sync(next);
    }
}

/// A mill that takes men from the board.
fn mill(rules: &RuleSet, next: &mut Position, count: u8, captures: Captures) {
    let side = next.side.index();
    next.captures[side] = captures;
    next.removals[side] = count + if rules.remove_multiple { captures.count() } else { 0 };
    next.mill_removal = true;
}

fn note_mill(rules: &RuleSet, next: &mut Position, side: usize, from: Option<Point>, to: Point, line: u32) {
    next.last_mill[side] = rules.no_repeated_mill.then_some((from, to));
    if rules.one_time_mills {
        next.used_mills[side] |= line;
    }
}

fn clear(next: &mut Position) {
    next.captures = [Captures::default(); 2];
    next.mill_removal = false;
}

fn remove(rules: &RuleSet, next: &mut Position, at: Point) {
    let side = next.side.index();
    let own = next.remove_own[side];
    let from = if own { side } else { side ^ 1 };
    let captures = next.captures[side];
    // Taking by a mill gives up the other offers, and the other way round.
    match capture::take(rules, &mut next.captures[side], at) {
        Some(left) => {
            next.mill_removal = false;
            next.removals[side] = left;
        }
        None => {
            if next.mill_removal && captures.count() > 0 {
                if rules.remove_multiple && next.removals[side] > captures.count() {
                    next.removals[side] -= captures.count();
                }
                next.captures[side] = Captures::default();
            }
            next.removals[side] = next.removals[side].saturating_sub(1);
        }
    }
    if rules.placing_mill == PlacingMill::MarkAndDelay && next.phase == Phase::Placing && !own {
        next.marked |= at.bit() & next.men[from];
    }
    next.men[from] &= !at.bit();
    next.quiet = 0;
    let victim = if own { next.side } else { next.side.other() };
    if next.total(victim) < u32::from(rules.least_men) {
        // The turn is over, as after any other removal.
        next.side = next.side.other();
        phase::end(next, Some(victim.other()), Why::FewMen);
        return;
    }
    if next.removals[side] > 0 {
        return;
    }
    next.captures[side] = Captures::default();
    next.mill_removal = false;
    next.remove_own[side] = false;
    if next.stalemate_removal == StalemateRemoval::ThenMove {
        next.stalemate_removal = StalemateRemoval::None;
    } else {
        next.side = next.side.other();
    }
    if next.removals == [0, 0] {
        next.stalemate_removal = StalemateRemoval::None;
    }
    settle(rules, next);
}
