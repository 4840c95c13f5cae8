//! Legal actions, what they do, complete turns, and when a game is over.
//!
//! The rules are a machine of atomic actions, as the engine's recorded games have them; a [`Turn`]
//! is a walk through it until the other side may act. Draws by counting (quiet plies, repetition)
//! are not adjudicated here.

mod apply;
mod capture;
mod phase;

pub use apply::Illegal;
pub use phase::settled;

use crate::action::{Action, Turn};
use crate::board::{Board, Point, Set, points};
use crate::position::{Colour, End, Phase, Position, StalemateRemoval};
use crate::variant::{RuleSet, Stalemate};

/// How the game ended, if it is over by the rules.
pub fn verdict(position: &Position) -> Option<End> {
    position.end
}

/// The legal actions: places and removals by point, moves by origin and target.
pub fn actions(rules: &RuleSet, position: &Position) -> Vec<Action> {
    let mut found = Vec::new();
    legal(rules, position, &mut |action| found.push(action));
    found
}

/// The number of legal actions.
pub fn count_actions(rules: &RuleSet, position: &Position) -> u64 {
    let mut count = 0;
    legal(rules, position, &mut |_| count += 1);
    count
}

/// Calls `found` with each legal action.
pub(crate) fn legal(rules: &RuleSet, position: &Position, found: &mut dyn FnMut(Action)) {
    if position.end.is_some() {
        return;
    }
    if position.must_remove() {
        points(removable(rules, position)).for_each(|p| found(Action::Remove(p)));
        return;
    }
    let placing = position.phase == Phase::Placing;
    if placing && position.hand[position.side.index()] > 0 {
        points(position.empty()).for_each(|p| found(Action::Place(p)));
    }
    if !placing || rules.move_while_placing {
        for from in points(position.own()) {
            points(targets(rules, position, from)).for_each(|to| found(Action::Move(from, to)));
        }
    }
}

/// May the side's men fly?
pub fn flies(rules: &RuleSet, position: &Position, side: Colour) -> bool {
    rules.may_fly && position.hand[side.index()] == 0 && position.on_board(side) <= u32::from(rules.fly_at)
}

/// Where a man of the side to move may go.
pub fn targets(rules: &RuleSet, position: &Position, from: Point) -> Set {
    let board = Board::get(rules.diagonals);
    let empty = position.empty();
    let mut to = if position.phase == Phase::Moving && flies(rules, position, position.side) {
        empty
    } else {
        empty & board.neighbours[from.index()] | capture::leaps(rules, position, from)
    };
    if rules.no_repeated_mill {
        to &= !barred(rules, position, from);
    }
    to
}

/// The point that the man may not go back to: the one it came from with its side's last turn, if it
/// closed a mill by that, and would close one again.
fn barred(rules: &RuleSet, position: &Position, from: Point) -> Set {
    let Some((Some(back), at)) = position.last_mill[position.side.index()] else { return 0 };
    let men = position.own();
    let mills = |men, at| phase::usable_mills(rules, position, men, at) > 0;
    if at == from && mills(men, from) && mills(men & !from.bit() | back.bit(), back) { back.bit() } else { 0 }
}

/// The men that the side to move may take off.
pub fn removable(rules: &RuleSet, position: &Position) -> Set {
    let side = position.side.index();
    let (own, enemy) = (position.own(), position.enemy());
    let captures = &position.captures[side];
    let targets = captures.at() & enemy;
    if targets != 0 && position.removals[side] <= captures.count() {
        return targets;
    }
    let takes_own = position.remove_own[side];
    let men = if takes_own { own } else { enemy };
    let board = Board::get(rules.diagonals);
    let free = if in_stalemate(rules, position) {
        if takes_own { men } else { men & board.reach(own) }
    } else {
        takeable(rules, men)
    };
    free | targets
}

/// Which of a side's men a mill may take: those in no mill, or all if there are no others (or the
/// rules say so).
pub fn takeable(rules: &RuleSet, men: Set) -> Set {
    let free = men & !Board::get(rules.diagonals).in_mills(men);
    if rules.remove_from_mills || free == 0 { men } else { free }
}

/// Is the removal due one that comes from having no move?
fn in_stalemate(rules: &RuleSet, position: &Position) -> bool {
    position.stalemate_removal != StalemateRemoval::None
        || matches!(rules.stalemate, Stalemate::RemoveAndMove | Stalemate::RemoveAndPass | Stalemate::BothRemove)
            && position.phase == Phase::Moving
            && phase::blocked(rules, position)
}

/// The position after a legal action.
///
/// # Errors
/// [`Illegal`] when the action is not legal here.
pub fn play(rules: &RuleSet, position: &Position, action: Action) -> Result<Position, Illegal> {
    if !is_legal(rules, position, action) {
        return Err(Illegal::of(rules, position, action));
    }
    Ok(apply::apply(rules, position, action))
}

/// The position after an action that is known to be legal. (An illegal one gives some position,
/// never a panic.)
pub fn play_legal(rules: &RuleSet, position: &Position, action: Action) -> Position {
    apply::apply(rules, position, action)
}

/// Is the action legal?
pub fn is_legal(rules: &RuleSet, position: &Position, action: Action) -> bool {
    if position.end.is_some() {
        return false;
    }
    match action {
        Action::Remove(p) => position.must_remove() && removable(rules, position) & p.bit() != 0,
        _ if position.must_remove() => false,
        Action::Place(p) => {
            position.phase == Phase::Placing
                && position.hand[position.side.index()] > 0
                && position.empty() & p.bit() != 0
        }
        Action::Move(from, to) => {
            (position.phase == Phase::Moving || rules.move_while_placing)
                && position.own() & from.bit() != 0
                && targets(rules, position, from) & to.bit() != 0
        }
    }
}

/// The complete turns with the positions that they lead to.
pub fn turns_played(rules: &RuleSet, position: &Position) -> Vec<(Turn, Position)> {
    let mut found = Vec::new();
    legal(rules, position, &mut |action| {
        let next = apply::apply(rules, position, action);
        finish_turn(rules, position, Turn::single(action), next, &mut found);
    });
    found
}

/// The complete turns.
pub fn turns(rules: &RuleSet, position: &Position) -> Vec<Turn> {
    turns_played(rules, position).into_iter().map(|(turn, _)| turn).collect()
}

/// Does the turn that led from `before` to `after` go on? While the same side still has men to
/// take.
fn goes_on(before: &Position, last: Action, after: &Position) -> bool {
    // A removal that a side must make because it can't move starts a turn of its own.
    let renewed = last.is_removal() && after.stalemate_removal == StalemateRemoval::ThenMove;
    after.end.is_none() && after.side == before.side && after.must_remove() && !renewed
}

fn finish_turn(rules: &RuleSet, before: &Position, turn: Turn, after: Position, found: &mut Vec<(Turn, Position)>) {
    let last = turn.actions().last();
    if !last.is_some_and(|last| goes_on(before, last, &after)) {
        found.push((turn, after));
        return;
    }
    legal(rules, &after, &mut |action| {
        if let Some(longer) = turn.with(action) {
            finish_turn(rules, &after, longer, apply::apply(rules, &after, action), found);
        }
    });
}

/// The position after a complete turn.
///
/// # Errors
/// [`Illegal`] at the first action that is not legal, or when the turn ends too early or too late.
pub fn play_turn(rules: &RuleSet, position: &Position, turn: Turn) -> Result<Position, Illegal> {
    let (mut before, mut at) = (*position, *position);
    let mut open = true;
    for action in turn.actions() {
        if !open {
            return Err(Illegal::over(action));
        }
        before = at;
        at = play(rules, &before, action)?;
        open = goes_on(&before, action, &at);
    }
    if open { Err(Illegal::unfinished(&before, turn)) } else { Ok(at) }
}
