//! Positions for reading: the side to move's men and the other side's, with the men in hand, and
//! nothing else.
//!
//! The compact state that generation reads a million times a second: complete turns as three small
//! numbers, on sixteen bytes. Only rule sets whose course depends on nothing but the men fit (no
//! mills used once, no marked points, no bans on going back); [`Kernel::of`] says which. Draws by
//! counting are left out, as everywhere in the tables. [`rules`](crate::rules) is the referee:
//! tests compare every turn.

use crate::action::{Action, Turn};
use crate::board::{ALL, Board, Point, Set, points};
use crate::position::{Colour, Phase, Position};
use crate::variant::{FullBoard, PlacingMill, RuleSet, Stalemate};

/// A position, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Men of the side to move.
    pub own: Set,
    /// Men of the other side.
    pub enemy: Set,
    /// Men in hand of the side to move.
    pub own_hand: u8,
    /// Men in hand of the other side.
    pub enemy_hand: u8,
}

/// A complete turn: a man from a point or from hand, where it goes, what it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the man comes from.
    pub from: Option<Point>,
    /// Where it goes.
    pub to: Point,
    /// The man that it takes.
    pub takes: Option<Point>,
}

/// The rules of reading.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The board.
    pub board: &'static Board,
    /// Men at which a side flies; 0 for never.
    pub fly_at: u32,
    /// May men in mills be taken always?
    pub remove_from_mills: bool,
    /// May men move while others are in hand?
    pub move_while_placing: bool,
}

impl State {
    /// Without men in hand.
    pub fn moving(own: Set, enemy: Set) -> State {
        State { own, enemy, own_hand: 0, enemy_hand: 0 }
    }

    /// Empty points.
    #[inline]
    pub fn empty(&self) -> Set {
        ALL & !(self.own | self.enemy)
    }

    /// Men of the side to move, on the board and in hand.
    #[inline]
    pub fn own_total(&self) -> u32 {
        self.own.count_ones() + u32::from(self.own_hand)
    }

    /// Men of the other side, on the board and in hand.
    #[inline]
    pub fn enemy_total(&self) -> u32 {
        self.enemy.count_ones() + u32::from(self.enemy_hand)
    }

    /// Is a man in hand?
    #[inline]
    pub fn placing(&self) -> bool {
        self.own_hand | self.enemy_hand != 0
    }

    /// The men with the other side to move.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> State {
        State { own: self.enemy, enemy: self.own, own_hand: self.enemy_hand, enemy_hand: self.own_hand }
    }

    /// The state of a position, where a [`State`] can hold it.
    pub fn of(position: &Position) -> Option<State> {
        let plain = position.end.is_none() && !position.must_remove() && position.marked == 0;
        let (own, enemy) = (position.side.index(), position.side.other().index());
        plain.then(|| State {
            own: position.men[own],
            enemy: position.men[enemy],
            own_hand: position.hand[own],
            enemy_hand: position.hand[enemy],
        })
    }

    /// As a position with that side to move.
    pub fn position(&self, side: Colour) -> Position {
        let white = side == Colour::White;
        let (men, hand) = match white {
            true => ([self.own, self.enemy], [self.own_hand, self.enemy_hand]),
            false => ([self.enemy, self.own], [self.enemy_hand, self.own_hand]),
        };
        let phase = if self.own_hand > 0 { Phase::Placing } else { Phase::Moving };
        Position { hand, phase, ..Position::moving(men, side) }
    }

    /// The least image under the 16 symmetries.
    #[must_use]
    pub fn least(&self) -> State {
        let image = |s: crate::symmetry::Symmetry| State { own: s.set(self.own), enemy: s.set(self.enemy), ..*self };
        crate::symmetry::Symmetry::all().map(image).min().unwrap_or(*self)
    }
}

impl Step {
    /// As a turn of the rules.
    pub fn turn(&self) -> Turn {
        let first = match self.from {
            Some(from) => Action::Move(from, self.to),
            None => Action::Place(self.to),
        };
        let turn = Turn::single(first);
        self.takes.and_then(|p| turn.with(Action::Remove(p))).unwrap_or(turn)
    }

    /// The step of a turn, where it is one man's step with at most one man taken.
    pub fn of(turn: Turn) -> Option<Step> {
        let mut actions = turn.actions();
        let (from, to) = match actions.next()? {
            Action::Place(to) => (None, to),
            Action::Move(from, to) => (Some(from), to),
            Action::Remove(_) => return None,
        };
        let takes = match actions.next() {
            None => None,
            Some(Action::Remove(p)) => Some(p),
            Some(_) => return None,
        };
        actions.next().is_none().then_some(Step { from, to, takes })
    }

    /// The same step whatever it takes?
    pub fn same_man(&self, other: &Step) -> bool {
        self.from == other.from && self.to == other.to
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.turn(), f)
    }
}

impl Kernel {
    /// The rules of reading of a rule set; `None` where its positions are more than men.
    pub fn of(rules: &RuleSet) -> Option<Kernel> {
        let plain = rules.placing_mill == PlacingMill::RemoveFromBoard
            && rules.least_men == 3
            && rules.stalemate == Stalemate::Loss
            && !(rules.remove_multiple || rules.one_time_mills || rules.no_repeated_mill || rules.defender_first)
            && !(rules.custodian.enabled
                || rules.intervention.enabled
                || rules.leap.enabled
                || rules.stop_at_two_empty)
            && (rules.men < 12 || rules.full_board == FullBoard::FirstLoses);
        plain.then(|| Kernel {
            board: Board::get(rules.diagonals),
            fly_at: if rules.may_fly { u32::from(rules.fly_at) } else { 0 },
            remove_from_mills: rules.remove_from_mills,
            move_while_placing: rules.move_while_placing,
        })
    }

    /// The standard game.
    pub fn standard() -> Kernel {
        Kernel { board: Board::get(false), fly_at: 3, remove_from_mills: false, move_while_placing: false }
    }

    /// Does the side to move fly?
    #[inline]
    pub fn flies(&self, at: &State) -> bool {
        at.own_hand == 0 && at.own.count_ones() <= self.fly_at
    }

    /// Which men a mill takes.
    #[inline]
    pub fn takeable(&self, men: Set) -> Set {
        let free = men & !self.board.in_mills(men);
        if self.remove_from_mills || free == 0 { men } else { free }
    }

    /// Calls `found` with each complete turn, in a fixed order.
    #[inline]
    pub fn turns(&self, at: &State, mut found: impl FnMut(Step)) {
        let empty = at.empty();
        let mut takeable = None;
        let mut reach = |from: Option<Point>, men: Set, targets: Set| {
            for to in points(targets) {
                if self.board.closes(men, to) {
                    let takes = *takeable.get_or_insert_with(|| self.takeable(at.enemy));
                    if takes == 0 {
                        found(Step { from, to, takes: None });
                    }
                    points(takes).for_each(|p| found(Step { from, to, takes: Some(p) }));
                } else {
                    found(Step { from, to, takes: None });
                }
            }
        };
        if at.own_hand > 0 {
            reach(None, at.own, empty);
        }
        if at.own_hand == 0 || self.move_while_placing {
            let flies = self.flies(at);
            for from in points(at.own) {
                let targets = if flies { empty } else { empty & self.board.neighbours[from.index()] };
                reach(Some(from), at.own & !from.bit(), targets);
            }
        }
    }

    /// The complete turns.
    pub fn all_turns(&self, at: &State) -> Vec<Step> {
        let mut all = Vec::new();
        self.turns(at, |step| all.push(step));
        all
    }

    /// The position after a turn, the other side to move.
    #[inline]
    #[must_use]
    pub fn play(&self, at: &State, step: Step) -> State {
        let moved = at.own & !step.from.map_or(0, Point::bit) | step.to.bit();
        State {
            own: at.enemy & !step.takes.map_or(0, Point::bit),
            enemy: moved,
            own_hand: at.enemy_hand,
            enemy_hand: at.own_hand - u8::from(step.from.is_none() && at.own_hand > 0),
        }
    }

    /// Has the side to move lost: too few men, or no turn?
    #[inline]
    pub fn lost(&self, at: &State) -> bool {
        at.own_total() < 3 || self.blocked(at)
    }

    /// Has the side to move no turn?
    #[inline]
    pub fn blocked(&self, at: &State) -> bool {
        let empty = at.empty();
        if at.own_hand > 0 || self.flies(at) { empty == 0 } else { self.board.reach(at.own) & empty == 0 }
    }

    /// The points at which the side to move could close a mill now.
    pub fn closing_points(&self, at: &State) -> Set {
        let empty = at.empty();
        let mut found = 0;
        for to in points(empty) {
            if at.own_hand > 0 && self.board.closes(at.own, to) {
                found |= to.bit();
                continue;
            }
            if at.own_hand == 0 || self.move_while_placing {
                let from = if self.flies(at) { at.own } else { at.own & self.board.neighbours[to.index()] };
                if points(from).any(|p| self.board.closes(at.own & !p.bit(), to)) {
                    found |= to.bit();
                }
            }
        }
        found
    }

    /// The number of steps (places and moves, whatever they take) of the side to move.
    pub fn mobility(&self, at: &State) -> u32 {
        let empty = at.empty();
        if at.own_hand > 0 {
            empty.count_ones()
        } else if self.flies(at) {
            at.own.count_ones() * empty.count_ones()
        } else {
            points(at.own).map(|p| (self.board.neighbours[p.index()] & empty).count_ones()).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use proptest::prelude::*;

    fn some_men(bits: &[u8], w: usize, b: usize) -> (Set, Set) {
        let mut left: Vec<u32> = (0..24).collect();
        let mut take =
            |n: usize, from: usize| (0..n).fold(0, |s, i| s | 1 << left.remove(bits[from + i] as usize % left.len()));
        let own = take(w, 0);
        (own, take(b, w))
    }

    proptest! {
        /// Turn for turn and position for position what the rules say.
        #[test]
        fn as_the_rules_have_it(
            bits in prop::collection::vec(any::<u8>(), 18),
            (w, b) in (3..=9_usize, 3..=9_usize),
            hands in prop::sample::select(vec![(0, 0), (1, 1), (2, 2), (1, 2), (0, 1)]),
            variant in prop::sample::select(vec!["standard_9mm", "lasker_morris"]),
            black in any::<bool>(),
        ) {
            let rules = &crate::variant::by_id(variant).unwrap().rules;
            let kernel = Kernel::of(rules).unwrap();
            let (own, enemy) = some_men(&bits, w, b);
            // The side that places first never has more in hand.
            let side = if black { Colour::Black } else { Colour::White };
            let hands = if black && hands.0 != hands.1 { (hands.1, hands.0) } else { hands };
            let at = State { own, enemy, own_hand: hands.0, enemy_hand: hands.1 };
            let position = at.position(side);
            let settled = rules::settled(rules, position);
            prop_assert_eq!(settled.end.is_some(), kernel.lost(&at));
            if settled.end.is_none() && (hands.0 > 0 || hands.1 == 0) {
                let mut theirs = rules::turns_played(rules, &position);
                let mut ours = kernel.all_turns(&at);
                theirs.sort_unstable_by_key(|t| t.0);
                ours.sort_unstable_by_key(|s| s.turn());
                prop_assert_eq!(theirs.len(), ours.len());
                for ((turn, after), step) in theirs.iter().zip(&ours) {
                    prop_assert_eq!(*turn, step.turn());
                    prop_assert_eq!(Step::of(*turn), Some(*step));
                    let next = kernel.play(&at, *step);
                    prop_assert_eq!(kernel.lost(&next), after.end.is_some());
                    if after.end.is_none() && after.side != side {
                        prop_assert_eq!(State::of(after), Some(next));
                    }
                }
                let closing = ours.iter().filter(|s| s.takes.is_some()).fold(0, |all, s| all | s.to.bit());
                prop_assert_eq!(kernel.closing_points(&at), closing);
            }
        }
    }
}
