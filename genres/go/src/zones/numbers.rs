//! First proof numbers, and the moves that are looked at.

use super::policy::ZonePolicy;
use crate::{Board, Color, Point, Points};

/// More than any number of a position that is open.
pub(super) const INFINITE: u32 = 1_000_000_000;

/// A target, and who defends it.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) points: Points,
    pub(super) defender: Color,
}

impl Target {
    /// The chains with stones on the target, as one set, and their liberties.
    pub(super) fn chains(&self, board: &Board) -> (Points, Points) {
        let own = self.points & board.stones(self.defender);
        let (mut stones, mut liberties) = (Points::EMPTY, Points::EMPTY);
        for p in own.iter() {
            if !stones.contains(p)
                && let Some(chain) = board.chain(p)
            {
                stones |= chain.stones;
                liberties |= chain.liberties;
            }
        }
        (stones, liberties)
    }

    /// First numbers for a capture: how hard it is to show, and to refute.
    pub(super) fn numbers(&self, board: &Board, is_attackers_turn: bool) -> (u32, u32) {
        let (stones, liberties) = self.chains(board);
        let count = liberties.len() as u32;
        let (quiet, eyes) = self.room(board, stones);
        let quiet = quiet.min(12);
        let hard = count / 2 + quiet / 2 + eyes.min(2) * 2;
        let easy = 1 + 8_u32.saturating_sub(quiet) / 2 + 2 - eyes.min(2) + 3_u32.saturating_sub(count.max(1));
        let (proof, disproof) = (1 + hard / 2, 1 + easy / 2);
        if is_attackers_turn { (proof, disproof + 1) } else { (proof + 1, disproof) }
    }

    /// Points within two steps of the target that no attacker stone touches, and those with the
    /// defender's stones all around.
    fn room(&self, board: &Board, stones: Points) -> (u32, u32) {
        let (own, empty) = (board.stones(self.defender), board.empty());
        let beside_attacker = board.beside(&board.stones(self.defender.other()));
        let (mut seen, mut from) = (stones, stones);
        let (mut quiet, mut eyes) = (0, 0);
        for _ in 0..2 {
            let edge = from | board.beside(&from).flood(&own);
            let next = (board.beside(&edge) & empty) - seen;
            seen |= next | edge;
            let calm = next - beside_attacker;
            quiet += calm.len() as u32;
            eyes += calm.iter().filter(|&p| board.beside(&Points::single(p)).within(&own)).count() as u32;
            from = calm;
        }
        (quiet, eyes)
    }

    /// Empty points near the target with their distance from 0: steps through empty points, past
    /// the defender's stones and past attacker chains with two liberties. Liberties of attacker
    /// chains with three are there too.
    pub(super) fn near(&self, board: &Board, policy: &ZonePolicy) -> Vec<(Point, u32)> {
        let (own, empty) = (board.stones(self.defender), board.empty());
        let attacker = self.defender.other();
        let (mut reached, _) = self.chains(board);
        let mut weak = Points::EMPTY;
        let mut looked_at = Points::EMPTY;
        let mut found: Vec<(Point, u32)> = Vec::new();
        let mut taken = Points::EMPTY;
        for distance in 0..u32::from(policy.reach) {
            // Past stones that cost nothing.
            loop {
                let beside = board.beside(&reached);
                let mut more = (beside & own) - reached;
                for p in ((beside & board.stones(attacker)) - looked_at).iter() {
                    if looked_at.contains(p) {
                        continue;
                    }
                    let Some(chain) = board.chain(p) else { continue };
                    looked_at |= chain.stones;
                    let count = chain.liberties.len();
                    if count <= 3 {
                        weak |= chain.liberties;
                    }
                    if count <= 2 {
                        more |= chain.stones;
                    }
                }
                if more.is_empty() {
                    break;
                }
                reached |= more.flood(&(own | more));
            }
            let next = (board.beside(&reached) & empty) - taken;
            found.extend(next.iter().map(|p| (p, distance)));
            taken |= next;
            reached |= next;
        }
        found.extend((weak - taken).iter().map(|p| (p, 1)));
        found
    }
}
