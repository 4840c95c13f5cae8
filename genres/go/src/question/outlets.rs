//! The open: where a stone has room to run, so that no ladder takes it.
//!
//! A point lies in the open where a stone there has three liberties ahead, or two and then three
//! after it ran to either one, in an open part of the board. To be joined to such a point counts as
//! life. Where a region ends in a straight line, a point of its rim has one liberty ahead; but of
//! the points one step further some can be taken in that have three.

use super::Question;
use super::open::MOST;
use crate::{Board, Color, Point, Points};

/// Points away from attacker stones that hang together in such numbers are the open (why so many,
/// and [`ROOM`]: `notes/log/2026-11-go-open-choice.md`, "How open the open is").
pub(super) const OPEN: usize = 6;
/// Points of the open within two steps beyond an exit that make it a way into the open: what lies
/// ahead of a stone in one direction. On the first line, where stones are captured more easily, one
/// more.
const ROOM: usize = 4;
/// Liberties beyond the region with which a chain that runs out of it, the attacker to move, is not
/// taken in a ladder: with two it may be.
const AHEAD: usize = 3;
/// Steps from a point within which a stone makes a difference to whether it lies in the open.
const NEAR: usize = 4;

/// The exits that lie in the open: away from attacker stones, no ladder takes a stone there
/// ([`runs`]), and [`ROOM`] empty points away from attacker stones lie within two steps, in an open
/// part of the board.
pub(super) fn in_the_open(board: &Board, attackers: &Points, beyond: &Points, exits: &Points) -> Points {
    let free = board.empty() & *beyond;
    let near = board.beside(attackers);
    let quiet = free - near;
    (*exits & board.empty()).iter().filter(|&p| !near.contains(p) && is_open(board, p, &free, &quiet)).collect()
}

/// Is a point that no attacker stone is beside a way into the open?
fn is_open(board: &Board, p: Point, free: &Points, quiet: &Points) -> bool {
    let beside = board.beside(&Points::single(p));
    if !runs(board, &(beside & *free), free) {
        return false;
    }
    let mut room = Points::EMPTY;
    for q in (beside & *quiet).iter() {
        let mut part = Points::single(q);
        while part.len() < OPEN {
            let more = part | (board.beside(&part) & *quiet);
            if more == part {
                break;
            }
            part = more;
        }
        if part.len() >= OPEN {
            room |= Points::single(q) | (board.beside(&Points::single(q)) & *quiet);
        }
    }
    let least = if beside.len() < 4 { ROOM + 1 } else { ROOM };
    room.len() >= least
}

/// Does a stone escape, the attacker to move? It does with [`AHEAD`] liberties, or with two if
/// extending to either gives [`AHEAD`] after the attacker takes the other.
fn runs(board: &Board, ahead: &Points, free: &Points) -> bool {
    let beside = |p: Point| board.beside(&Points::single(p)) & *free;
    let gets_ahead = |to: Point| ((*ahead | beside(to)) - *ahead).len() >= AHEAD;
    ahead.len() >= AHEAD || ahead.len() + 1 == AHEAD && ahead.iter().all(gets_ahead)
}

/// The liberties of a chain that lie in the open where all points of `given` are its opponent's, so
/// many, such that one stone of the opponent leaves all but one of them in the open. So with two of
/// them the chain gets into the open though the opponent moves first; and of several chains with
/// one more each, every one does.
pub(super) fn outlets(board: &Board, color: Color, chain: &Points, given: &Points, wanted: usize) -> Option<Points> {
    let free = board.empty() - *given;
    let liberties = board.beside(chain) & free;
    let open = in_the_open(board, &(board.stones(color.other()) | *given), &(board.all() - *given), &liberties);
    let (mut found, mut spoilt) = (Points::EMPTY, Points::EMPTY);
    for p in board.in_order(&open) {
        if found.len() == wanted || spoilt.contains(p) {
            continue;
        }
        let by = spoils(board, color, given, p);
        if !by.meets(&spoilt) {
            found.insert(p);
            spoilt |= by;
        }
    }
    (found.len() == wanted).then_some(found)
}

/// Are these points such liberties?
pub(super) fn are_outlets(board: &Board, color: Color, chain: &Points, given: &Points, points: &Points) -> bool {
    let liberties = board.beside(chain) & board.empty();
    let all = points.iter().map(|p| spoils(board, color, given, p));
    let (together, sum) = all.fold((Points::EMPTY, 0), |(all, sum), by| (all | by, sum + by.len()));
    let against = board.stones(color.other()) | *given;
    let open = in_the_open(board, &against, &(board.all() - *given), points);
    points.within(&liberties) && *points == open && together.len() == sum
}

/// Where a stone of the opponent leaves that point not in the open, itself included.
fn spoils(board: &Board, color: Color, given: &Points, p: Point) -> Points {
    let opponent = color.other();
    let mut near = Points::single(p);
    for _ in 0..NEAR {
        near |= board.beside(&near);
    }
    let is_spoilt = |z: &Point| {
        let mut after = board.clone();
        let against = |board: &Board| board.stones(opponent) | *given;
        *z == p
            || after.play(*z, opponent).is_ok()
                && in_the_open(&after, &against(&after), &(board.all() - *given), &Points::single(p)).is_empty()
    };
    (near & (board.empty() - *given)).iter().filter(is_spoilt).collect()
}

impl Question {
    /// The region of a chain and so many liberties of it in the open ([`outlets`]), where all
    /// points of `given` are its opponent's: the least in which it lives though he moves first.
    pub(super) fn at_outlets(
        board: &Board,
        defender: Color,
        chain: &Points,
        given: &Points,
        wanted: usize,
    ) -> Option<Question> {
        if chain.len() + wanted > MOST {
            return None;
        }
        let exits = outlets(board, defender, chain, given, wanted)?;
        let region = *chain | exits;
        let wall = board.beside(&region) - region - board.beside(&exits);
        let (held, shut, goal) = (Points::EMPTY, Points::EMPTY, super::Goal::Crucial);
        let (board, target, away) = (board.clone(), *chain, exits);
        Some(Question { board, defender, region, wall, exits, held, away, shut, target, goal, for_life: true })
    }

    /// Does the region hold a chain and such liberties only?
    pub(crate) fn is_at_outlets(&self) -> bool {
        !self.away.is_empty() && self.away == self.exits && self.region == self.target | self.away
    }

    /// Adds open points outside the rim as outlets: none of `but`, no two adjacent; `None` where
    /// there are none, or no room.
    #[must_use]
    pub(crate) fn with_outlets(&self, but: &Points) -> Option<Question> {
        let board = &self.board;
        let attackers = board.stones(self.attacker());
        let beyond = board.all() - self.region - self.wall;
        let rim = board.beside(&(self.exits - self.away)) & board.empty() & (beyond - *but);
        let most = MOST.saturating_sub((self.region - (self.exits - self.away)).len());
        let mut found = Points::EMPTY;
        for p in board.in_order(&rim) {
            let one = Points::single(p);
            let apart = !board.beside(&one).meets(&found);
            let others = beyond - found - one;
            if apart && found.len() < most && !in_the_open(board, &attackers, &others, &one).is_empty() {
                found.insert(p);
            }
        }
        // Their neighbours count as beyond for all of them.
        let found = in_the_open(board, &attackers, &(beyond - found), &found);
        let region = self.region | found;
        let wider = Question { region, exits: self.exits | found, away: self.away | found, ..self.clone() };
        (!found.is_empty() && region.len() <= MOST).then_some(wider)
    }
}
