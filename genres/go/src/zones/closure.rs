//! How the zone of a position follows from those of the positions after it.
//!
//! The idea is the relevance zone of I.-C. Wu, C.-P. Shih et al. ("Relevance-Zone-Based Pattern
//! Search", 2021) and of T. Thomsen's lambda search (2000).

use super::policy::ZoneRules;
use crate::{Board, Color, Point, Points};

/// A position to which the rules of zones are applied.
pub(super) struct Closure<'a> {
    pub(super) board: &'a Board,
    pub(super) rules: &'a ZoneRules,
}

impl Closure<'_> {
    /// Puts `want` liberties of a chain other than `not` into the zone: those that are in it count;
    /// then come those with the most own stones and edges around.
    fn add_liberties(&self, stones: &Points, liberties: &Points, want: usize, not: Option<Point>, zone: &mut Points) {
        let mut free = *liberties;
        if let Some(p) = not {
            free.remove(p);
        }
        let have = (free & *zone).len();
        let mut rest: Vec<Point> = (free - *zone).iter().collect();
        rest.sort_by_key(|&p| ((self.board.beside(&Points::single(p)) - *stones).len(), p));
        for p in rest.into_iter().take(want.saturating_sub(have)) {
            zone.insert(p);
        }
    }

    /// Chains of the prover that the zone meets can't be taken from outside of it, nor by one move
    /// inside: the whole chain and two liberties, or all its neighbours.
    pub(super) fn hold_chains(&self, prover: Color, zone: &mut Points) {
        let own = self.board.stones(prover);
        let mut seen = Points::EMPTY;
        let met = *zone & own;
        for p in met.iter() {
            if seen.contains(p) {
                continue;
            }
            let Some(chain) = self.board.chain(p) else { continue };
            seen |= chain.stones;
            *zone |= chain.stones;
            if self.rules.liberties > 1 && chain.liberties.len() < 2 {
                *zone |= self.board.beside(&chain.stones);
            } else {
                self.add_liberties(&chain.stones, &chain.liberties, self.rules.liberties, None, zone);
            }
        }
    }

    /// The zone after a move of the opponent, seen from before it.
    pub(super) fn before_reply(&self, at: Point, taken: &Points, after: &Points) -> Points {
        let mut zone = *after;
        zone.insert(at);
        if !taken.is_empty() && self.rules.taken {
            zone |= *taken | self.board.beside(taken);
        }
        if taken.len() == 1 && self.rules.ko {
            zone |= self.board.beside(&Points::single(at));
        }
        zone
    }

    /// Adds the points that show an empty point to be suicide for the opponent.
    pub(super) fn add_suicide(&self, at: Point, opponent: Color, zone: &mut Points) {
        if !self.rules.suicide {
            return;
        }
        let beside = self.board.beside(&Points::single(at));
        *zone |= beside;
        for p in (beside & self.board.stones(opponent)).iter() {
            if let Some(chain) = self.board.chain(p) {
                *zone |= chain.stones | self.board.beside(&chain.stones);
            }
        }
    }

    /// The zone after a move of the prover's, seen from before it: the move is legal, and takes
    /// what it takes and nothing else.
    pub(super) fn before_move(
        &self,
        at: Point,
        played: &Board,
        taken: &Points,
        prover: Color,
        after: &Points,
    ) -> Points {
        let board = self.board;
        let beside = board.beside(&Points::single(at));
        let mut zone = *after;
        zone.insert(at);
        if !taken.is_empty() && self.rules.taken {
            zone |= *taken | board.beside(taken);
        }
        if taken.is_empty() && self.rules.legal && !(beside & board.empty()).meets(&zone) {
            match (beside & board.empty()).first() {
                Some(p) => zone.insert(p),
                None => {
                    let own = played.chain(at).copied();
                    if let Some(own) = own {
                        zone |= own.stones;
                        self.add_liberties(&own.stones, &own.liberties, 1, Some(at), &mut zone);
                    }
                }
            }
        }
        if !self.rules.opponents_chains {
            return zone;
        }
        // Chains of the opponent that the zone meets are not taken: each has a liberty left.
        let other = board.stones(prover.other()) - *taken;
        let hold = |zone: &mut Points, met: Points| {
            let mut seen = Points::EMPTY;
            for p in met.iter() {
                if seen.contains(p) {
                    continue;
                }
                let Some(chain) = board.chain(p) else { continue };
                seen |= chain.stones;
                *zone |= chain.stones;
                self.add_liberties(&chain.stones, &chain.liberties, 1, Some(at), zone);
            }
        };
        let (mut all, mut near) = (zone, zone);
        hold(&mut all, zone & other);
        near |= beside;
        hold(&mut near, beside & other);
        let cost = |z: &Points| ((*z & board.empty()).len(), z.len());
        if cost(&near) < cost(&all) { near } else { all }
    }
}
