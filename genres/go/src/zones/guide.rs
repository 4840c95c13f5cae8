//! The proof in a region as a guide of the search on the whole board: its moves are tried first.

use crate::read::{Area, Certificate, Ply, State, cells};
use crate::{Board, Color, Point, Role};
use std::collections::HashMap;
use tesuji_solver::reading::{Hold, Proof, Why};

/// Which move to try first.
pub(super) trait Guide {
    /// The prover's move on a board; `Some(None)` is a pass.
    fn hint(&self, board: &Board) -> Option<Option<Point>>;
}

/// No guide.
pub(super) struct Unguided;

impl Guide for Unguided {
    fn hint(&self, _: &Board) -> Option<Option<Point>> {
        None
    }
}

/// The moves of a proof by its positions: attacker and defender stones of the region.
pub(super) struct ProofGuide<'a> {
    area: &'a Area,
    defender: Color,
    moves: HashMap<(u64, u64), Ply>,
}

impl<'a> ProofGuide<'a> {
    pub(super) fn of(area: &'a Area, defender: Color, certificate: &Certificate) -> ProofGuide<'a> {
        let mut moves = HashMap::new();
        let prover = if certificate.killed { Role::Attacker } else { Role::Defender };
        let mut add = |at: &State, ply: Ply| {
            if at.turn == prover {
                moves.entry((at.attacker, at.defender)).or_insert(ply);
            }
        };
        match &certificate.proof {
            // The root stands last.
            Proof::Tree(tree) => {
                for node in tree.nodes.iter().rev() {
                    if let Why::Choice(ply, _) = &node.why {
                        add(&node.position, *ply);
                    }
                }
            }
            Proof::Closed(set) => {
                for (at, hold) in &set.members {
                    if let Hold::Move(ply) = hold {
                        add(at, *ply);
                    }
                }
            }
        }
        ProofGuide { area, defender, moves }
    }
}

impl Guide for ProofGuide<'_> {
    fn hint(&self, board: &Board) -> Option<Option<Point>> {
        let of = |color: Color| {
            let stones = board.stones(color);
            let has = |&cell: &usize| stones.contains(self.area.cells[cell]);
            (0..self.area.cells.len()).filter(has).fold(0_u64, |all, cell| all | 1 << cell)
        };
        let (attacker, defender) = (of(self.defender.other()), of(self.defender));
        // Chains with liberties beyond the region only are not there for it.
        let empty = self.area.all & !attacker & !defender;
        let is_gone = |chain: u64| chain & self.area.wall == 0 && self.area.around(chain) & empty == 0;
        let mut gone = 0;
        for cell in cells(attacker) {
            if gone >> cell & 1 == 0 {
                let chain = self.area.flood(1 << cell, attacker);
                gone |= if is_gone(chain) { chain } else { 0 };
            }
        }
        let ply = self.moves.get(&(attacker & !gone, defender))?;
        Some(self.area.point(*ply))
    }
}
