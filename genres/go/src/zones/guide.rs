//! The reader of a region as a guide of the search on the whole board: a position that it decides
//! is looked at first, or last. What it says is true as long as the wall holds, so that it proves
//! nothing here.

use super::certificate::ZoneGoal;
use crate::read::search::SearchJudge;
use crate::read::{Area, Exits, MOST_THREATS, State, Supply, TooLarge, cells};
use crate::{Board, Color, Point, Question, Role};
use std::cell::RefCell;
use tesuji_solver::Limits;

/// A guide's word about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Captured,
    Survives,
    /// It does not know: how hard it thinks that a capture and a life are to prove, if it has
    /// looked.
    Open(Option<(u32, u32)>),
}

/// Guesses about positions before they are searched.
pub(super) trait Guide {
    /// The outcome of the target, with the attacker to move or not.
    fn look(&self, board: &Board, is_attackers_turn: bool) -> Word;

    /// Moves with what each is thought to cost him who moves.
    fn moves(&self, board: &Board, is_attackers_turn: bool) -> Vec<(Point, u32)>;
}

/// No guide.
pub(super) struct Unguided;

impl Guide for Unguided {
    fn look(&self, _: &Board, _: bool) -> Word {
        Word::Open(None)
    }

    fn moves(&self, _: &Board, _: bool) -> Vec<(Point, u32)> {
        Vec::new()
    }
}

/// Positions that the reader may visit for one position of the board.
const FEW: u64 = 150;

/// A reader of one region.
pub(super) struct RegionGuide {
    area: Area,
    defender: Color,
    /// The opponent of the prover has as many ko threats as are counted.
    supply: Supply,
    judge: RefCell<SearchJudge>,
}

impl RegionGuide {
    /// The guide for a goal, with the limits of all that it reads; it reads the question first, for
    /// half of them at most.
    pub(super) fn of(
        question: &Question,
        goal: ZoneGoal,
        first: Role,
        limits: &Limits,
    ) -> Result<RegionGuide, TooLarge> {
        let (exits, supply) = match goal {
            ZoneGoal::Capture => (Exits::Free, Supply(-(MOST_THREATS as i8))),
            ZoneGoal::Survive => (Exits::Blocked, Supply::ATTACKER_UNLIMITED),
        };
        let area = Area::of(question, exits)?;
        let mut judge = SearchJudge::new(area.clone(), limits);
        judge.kills_within(&area.state(question, first, supply), limits.nodes / 2);
        Ok(RegionGuide { area, defender: question.defender, supply, judge: RefCell::new(judge) })
    }

    /// The board as the region sees it.
    fn state(&self, board: &Board, turn: Role) -> State {
        let of = |color: Color| {
            let stones = board.stones(color);
            let has = |&cell: &usize| stones.contains(self.area.cells[cell]);
            (0..self.area.cells.len()).filter(has).fold(0_u64, |all, cell| all | 1 << cell)
        };
        let (attacker, defender) = (of(self.defender.other()), of(self.defender));
        // Chains with liberties beyond the region only are not there for it.
        let empty = self.area.all & !attacker & !defender;
        let is_gone = |chain: u64| chain & self.area.wall == 0 && self.area.around(chain) & empty == 0;
        let (mut gone, mut seen) = (0, 0);
        for cell in cells(attacker) {
            if seen >> cell & 1 == 0 {
                let chain = self.area.flood(1 << cell, attacker);
                seen |= chain;
                gone |= if is_gone(chain) { chain } else { 0 };
            }
        }
        let ko = board.ko().and_then(|p| self.area.cell(p)).filter(|_| !self.supply.unlimited(turn));
        let ko = ko.unwrap_or(State::NO_KO);
        State { attacker: attacker & !gone, defender, turn, ko, supply: self.supply }
    }
}

impl Guide for RegionGuide {
    fn look(&self, board: &Board, is_attackers_turn: bool) -> Word {
        let turn = if is_attackers_turn { Role::Attacker } else { Role::Defender };
        let at = self.state(board, turn);
        if self.area.is_captured(&at) {
            return Word::Captured;
        }
        if self.area.has_escaped(&at) {
            return Word::Survives;
        }
        let mut judge = self.judge.borrow_mut();
        match judge.kills_within(&at, FEW) {
            Some(true) => Word::Captured,
            Some(false) => Word::Survives,
            None => Word::Open(Some(judge.costs(&at))),
        }
    }

    fn moves(&self, board: &Board, is_attackers_turn: bool) -> Vec<(Point, u32)> {
        let turn = if is_attackers_turn { Role::Attacker } else { Role::Defender };
        let at = self.state(board, turn);
        if self.area.is_captured(&at) || self.area.has_escaped(&at) {
            return Vec::new();
        }
        let moves = self.judge.borrow_mut().moves(&at);
        moves.into_iter().filter_map(|(ply, cost)| Some((self.area.point(ply)?, cost))).collect()
    }
}
