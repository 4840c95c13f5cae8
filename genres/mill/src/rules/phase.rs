//! Phases, blocked sides, full boards, the end.

use crate::board::{Board, Point, Set, points};
use crate::position::{Captures, Colour, End, Phase, Position, StalemateRemoval, Why};
use crate::rules::targets;
use crate::variant::{FullBoard, PlacingMill, RuleSet, Stalemate};

/// The number of mills of `men` at `at` that may take a man.
pub(super) fn usable_mills(rules: &RuleSet, position: &Position, men: Set, at: Point) -> u32 {
    let used = position.used_mills[position.side.index()];
    let board = Board::get(rules.diagonals);
    let closed = board.partners[at.index()].iter().filter(|&&rest| rest != 0 && men & rest == rest);
    closed.filter(|&&rest| !rules.one_time_mills || (rest | at.bit()) & !used != 0).count() as u32
}

/// The points of the usable mills of `men` at `at`.
pub(super) fn usable_points(rules: &RuleSet, position: &Position, men: Set, at: Point) -> Set {
    let used = position.used_mills[position.side.index()];
    let board = Board::get(rules.diagonals);
    let lines = board.partners[at.index()].iter().filter(|&&rest| rest != 0 && men & rest == rest);
    lines.map(|rest| rest | at.bit()).filter(|line| line & !used != 0).fold(0, |all, line| all | line)
}

/// Does no man of the side to move have a move?
pub(super) fn blocked(rules: &RuleSet, position: &Position) -> bool {
    if position.men[0].count_ones() + position.men[1].count_ones() >= 24 {
        return true;
    }
    if rules.may_fly && position.on_board(position.side) <= u32::from(rules.fly_at) {
        return false;
    }
    if rules.leap.enabled || rules.no_repeated_mill {
        return points(position.own()).all(|from| targets(rules, position, from) == 0);
    }
    Board::get(rules.diagonals).reach(position.own()) & position.empty() == 0
}

/// Sets the phase by the hand of the side to move.
pub(super) fn sync(position: &mut Position) {
    position.phase = if position.hand[position.side.index()] == 0 { Phase::Moving } else { Phase::Placing };
}

/// After a turn that ends placing: marked men go, and the rules say who moves first.
pub(super) fn end_of_placing(rules: &RuleSet, position: &mut Position) {
    if position.phase != Phase::Placing {
        return;
    }
    if position.hand == [0, 0] {
        enter_moving(rules, position);
    } else if stops_early(rules, position) {
        position.hand = [0, 0];
        enter_moving(rules, position);
    }
}

/// Does placing end because two points are left?
pub(super) fn stops_early(rules: &RuleSet, position: &Position) -> bool {
    rules.men == 12 && rules.stop_at_two_empty && position.empty().count_ones() <= 2
}

fn enter_moving(rules: &RuleSet, position: &mut Position) {
    position.phase = Phase::Moving;
    position.marked = 0;
    // Where hands can run out at different times the turn simply goes on; else the rules name who
    // moves first.
    let goes_on = rules.placing_mill == PlacingMill::RemoveFromHandThenTheirTurn
        || rules.placing_mill == PlacingMill::RemoveFromHandThenYourTurn && rules.remove_multiple
        || rules.move_while_placing
            && !matches!(rules.placing_mill, PlacingMill::MarkAndDelay | PlacingMill::ByMillCounts);
    if rules.defender_first {
        position.side = Colour::Black;
    } else if !goes_on {
        position.side = Colour::White;
    }
    if rules.placing_mill == PlacingMill::ByMillCounts {
        remove_by_mill_counts(rules, position);
    }
}

/// El filja: what each side takes when placing is over, by the numbers of mills.
pub(super) fn remove_by_mill_counts(rules: &RuleSet, position: &mut Position) {
    let board = Board::get(rules.diagonals);
    let [white, black] = position.men.map(|men| board.mills(men) as u8);
    position.remove_own = [white == 0 && black == 0; 2];
    position.removals = match (white, black) {
        (0, 0) => [1, 1],
        (_, 0) => [2, 1],
        (0, _) => [1, 2],
        (w, b) if w > b => [b + 1, b],
        (w, b) if b > w => [w, w + 1],
        (w, b) => [w, b],
    };
    position.mill_removal = true;
}

/// The result of a full board, where each side has twelve men.
pub(super) fn full_board(rules: &RuleSet, position: &mut Position) {
    let full = position.phase == Phase::Moving && position.empty() == 0 && position.removals == [0, 0];
    if rules.men != 12 || !full {
        return;
    }
    let mut removals = |side: Colour, removals: [u8; 2]| {
        position.side = side;
        position.removals = removals;
    };
    match rules.full_board {
        FullBoard::FirstLoses => end(position, Some(Colour::Black), Why::FullBoard),
        FullBoard::Draw => end(position, None, Why::FullBoard),
        FullBoard::FirstAndSecondRemove => removals(Colour::White, [1, 1]),
        FullBoard::SecondAndFirstRemove => removals(Colour::Black, [1, 1]),
        FullBoard::SideToMoveRemoves if rules.defender_first => removals(Colour::Black, [0, 1]),
        FullBoard::SideToMoveRemoves => removals(Colour::White, [1, 0]),
    }
}

/// The result for a side to move that has no move.
pub(super) fn stalemate(rules: &RuleSet, position: &mut Position) {
    let side = position.side.index();
    let moving = position.end.is_none() && position.phase == Phase::Moving && position.removals[side] == 0;
    if !moving || !blocked(rules, position) {
        return;
    }
    match rules.stalemate {
        Stalemate::Loss => end(position, Some(position.side.other()), Why::NoMove),
        Stalemate::Draw => end(position, None, Why::NoMove),
        Stalemate::Pass => {
            position.side = position.side.other();
            sync(position);
        }
        Stalemate::RemoveAndMove => {
            position.stalemate_removal = StalemateRemoval::ThenMove;
            demand(position, [side]);
        }
        Stalemate::RemoveAndPass => demand(position, [side]),
        Stalemate::BothRemove => {
            position.stalemate_removal = StalemateRemoval::Both;
            demand(position, [side, side ^ 1]);
        }
    }
}

fn demand<const N: usize>(position: &mut Position, sides: [usize; N]) {
    for side in sides {
        position.removals[side] = 1;
    }
    position.captures = [Captures::default(); 2];
    position.mill_removal = false;
}

pub(super) fn end(position: &mut Position, winner: Option<Colour>, why: Why) {
    position.end = Some(End { winner, why });
}

/// The position with its end filled in, if the game is over in it: for positions that were set up,
/// not played.
#[must_use]
pub fn settled(rules: &RuleSet, position: Position) -> Position {
    let mut settled = position;
    if settled.end.is_some() {
        return settled;
    }
    full_board(rules, &mut settled);
    if settled.end.is_none() && settled.phase == Phase::Moving {
        for colour in Colour::BOTH {
            if settled.end.is_none() && settled.total(colour) < u32::from(rules.least_men) {
                end(&mut settled, Some(colour.other()), Why::FewMen);
            }
        }
    }
    stalemate(rules, &mut settled);
    settled
}
