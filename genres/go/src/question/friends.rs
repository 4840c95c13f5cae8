//! Friends: chains of the defender beyond a region that live by themselves.
//!
//! To be joined to a chain with many liberties beyond the region counts as life
//! ([`Question::away`]). So it does where a chain with fewer lives though the attacker moves first,
//! in a region of its own that has no point in common with the first one: what he plays in the one
//! is answered in the one, in the other in the other. All points of the first region are his in the
//! second, and all points beyond it are his in the first but for those beside the friend. Several
//! friends want regions apart from each other, or one move could be aimed at two. Life is life
//! against any number of ko threats, so moves in one region are of no use to him in the other.

use super::Question;
use super::open::{ALL, Frame, MOST};
use super::outlets::are_outlets;
use crate::{Board, Color, Points};
use std::cmp::Reverse;

/// Steps from a friend that its regions reach.
const STEPS: usize = 7;

/// Regions around a chain of `defender`, the least first, that have no point of `given`, where all
/// points are his opponent's: for proofs that the chain lives, all chains of the opponent hold. One
/// of so many chains of which that is to be shown.
pub(super) fn regions_apart(
    board: &Board,
    defender: Color,
    chain: &Points,
    given: Points,
    chains: usize,
) -> Vec<Question> {
    let frame = Frame { keeps: 0, is_first: false, given, ..Frame::first(board, defender, *chain, ALL) };
    let attackers = board.stones(defender.other());
    let mut inside = *chain;
    let mut found: Vec<Question> =
        Question::at_outlets(board, defender, chain, &given, chains + 1).into_iter().collect();
    for _ in 0..STEPS {
        inside = board.whole_chains(defender, inside | (board.beside(&inside) - attackers - given));
        let region = Question { for_life: true, ..frame.around(inside) };
        if region.region.len() > MOST {
            break;
        }
        if found.last().is_none_or(|last| last.region.len() < region.region.len()) {
            found.push(region);
        }
    }
    found
}

/// A chain of the defender beyond a region, and the empty exits of that region beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Friend {
    pub(crate) stones: Points,
    pub(crate) exits: Points,
}

impl Question {
    /// The defender's chains beyond the region beside exits that don't count as away, the largest
    /// first (of equal ones the same in all images).
    pub(crate) fn friends(&self) -> Vec<Friend> {
        let beyond = self.board.all() - self.region - self.wall;
        let open = (self.exits - self.away) & self.board.empty();
        let beside = |stones: &Points| open & self.board.beside(stones);
        let chains = self.board.chains_in_order(self.defender, &self.target, |c| Reverse(c.stones.len()));
        let outer = chains.into_iter().filter(|c| c.stones.within(&beyond));
        let friends = outer.map(|c| Friend { stones: c.stones, exits: beside(&c.stones) });
        friends.filter(|friend| !friend.exits.is_empty()).collect()
    }

    /// Regions around a friend, the least first, apart from this one: for proofs that it lives, all
    /// attacker chains hold.
    pub(crate) fn around_friend(&self, friend: &Points) -> Vec<Question> {
        regions_apart(&self.board, self.defender, friend, self.region, self.friends().len())
    }

    /// Do those questions, each answered by life though the attacker moves first, show that the
    /// defender lives beside their targets?
    ///
    /// # Errors
    /// What is wrong with one.
    pub fn rests_on(&self, friends: &[Question]) -> Result<(), String> {
        let mut taken = self.region;
        for friend in friends {
            let name = friend.target.first().map(|p| p.name(self.board.size().1)).unwrap_or_default();
            let wrong = |what: &str| Err(format!("the friend at {name}: {what}"));
            let is_chain = self.board.chains().any(|c| c.color == self.defender && c.stones == friend.target);
            let is_inside = friend.target.within(&friend.region);
            if !is_chain || !is_inside || friend.board != self.board || friend.defender != self.defender {
                return wrong("no chain of the defender on this board in a region around it");
            }
            if friend.region.meets(&taken) {
                return wrong("its region has points of another one");
            }
            if !friend.has_outlets(&self.region, friends) {
                return wrong("it does not get into the open");
            }
            taken |= friend.region;
            // Nothing is known of what happens there.
            let outside = self.board.beside(&friend.region) - friend.region;
            if !(outside & self.region).within(&friend.wall) {
                return wrong("points of the region are not the attacker's in its own");
            }
        }
        let living = friends.iter().fold(Points::EMPTY, |all, friend| all | friend.target);
        if !self.shut.within(&self.shut_beside(&living)) {
            return Err("an exit is not shut by stones that live".to_string());
        }
        Ok(())
    }

    /// Where the region holds a chain and liberties in the open only: are these enough for one of
    /// those chains, where all points of `given` are the opponent's? So are those of the regions of
    /// the others that do not live by such liberties, since he is answered there.
    pub(crate) fn has_outlets(&self, given: &Points, chains: &[Question]) -> bool {
        if !self.is_at_outlets() {
            return true;
        }
        let others = chains.iter().filter(|other| other.target != self.target && !other.is_at_outlets());
        let given = others.fold(*given, |given, other| given | other.region);
        self.away.len() > chains.len() && are_outlets(&self.board, self.defender, &self.target, &given, &self.away)
    }

    /// The empty points where the defender counts as living.
    pub(crate) fn lives_at(&self) -> Points {
        self.away & self.board.empty()
    }
}
