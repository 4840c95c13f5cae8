//! Races: the target against a chain of the attacker's that stones of the defender shut in.
//!
//! Such a chain may have many liberties outside of a small region, so that it would be taken to
//! hold there. But where the defender stands beside it outside, it can be taken: then the target is
//! joined to what shut it in. So there are regions with such chains and all their liberties inside.
//! They are for proofs of life only: the other chains of the attacker's are taken to hold, and what
//! the target is joined to has to be shown to live by itself (see [`Question::rests_on`]).

use super::Question;
use super::open::{ALL, Frame, MOST, strong_friends};
use super::outlets::outlets;
use crate::{Chain, Points};

/// Most liberties of a chain that is raced against.
const LIBERTIES: usize = 14;

impl Question {
    /// Exits beside nothing beyond but stones of the defender that live: those given, and chains with
    /// many liberties beyond.
    pub(crate) fn shut_beside(&self, living: &Points) -> Points {
        let beyond = self.board.all() - self.region - self.wall;
        let living = *living | strong_friends(&self.board, self.defender, &beyond);
        self.exits.iter().filter(|&p| (self.board.beside(&Points::single(p)) & beyond).within(&living)).collect()
    }

    /// Regions with chains that the target races against: with the one that has the fewest
    /// liberties, with all of them, and each with the empty points beside, from which liberties are
    /// approached.
    pub(super) fn races(&self) -> Vec<Question> {
        let (board, attacker) = (&self.board, self.attacker());
        let target = board.whole_chains(self.defender, self.target & board.stones(self.defender));
        let others = board.stones(self.defender) - target;
        let is_raced = |c: &Chain| {
            let beside = board.beside(&c.stones);
            let is_shut_in = c.liberties.len() <= LIBERTIES && beside.meets(&target) && beside.meets(&others);
            is_shut_in && outlets(board, attacker, &c.stones, &Points::EMPTY, 1).is_none()
        };
        let chains = board.chains_in_order(attacker, &target, |c| c.liberties.len());
        let raced: Vec<Points> = chains.into_iter().filter(is_raced).map(|c| c.stones | c.liberties).collect();
        let own = target | (board.beside(&target) & board.empty());
        let all = raced.iter().fold(own, |all, chain| all | *chain);
        let frame = Frame { keeps: 0, is_first: false, ..Frame::first(board, self.defender, target, ALL) };
        let mut found: Vec<Question> = Vec::new();
        for inside in raced.first().map(|first| [own | *first, all]).into_iter().flatten() {
            for inside in [inside, inside | (board.beside(&inside) & board.empty())] {
                let mut race = frame.around(inside);
                race.shut = race.shut_beside(&Points::EMPTY);
                let is_new = found.iter().all(|q| q.region != race.region);
                if is_new && race.region.len() <= MOST && inside.within(&race.region) {
                    found.push(race);
                }
            }
        }
        found
    }
}
