//! The assumptions of an answer, in words, where its region was chosen by us.

use super::open::STRONG;
use super::{Goal, Question};
use crate::{Color, Points};

impl Question {
    /// The chains of the wall that may not hold: fewer than [`STRONG`] liberties outside, or stones
    /// of the defender beside them there.
    #[must_use]
    pub fn thin_wall(&self) -> Points {
        let against = self.board.stones(self.defender) - self.region;
        let walls = self.board.chains().filter(|c| c.stones.meets(&self.wall));
        let thin = walls
            .filter(|c| (c.liberties - self.region).len() < STRONG || self.board.beside(&c.stones).meets(&against));
        thin.fold(Points::EMPTY, |all, c| all | c.stones)
    }

    /// The assumption: that the wall holds, and what the rim of the region is taken for. Where all
    /// that a closed wall holds is to be captured, the wall is the problem: there only those of its
    /// chains are named that may not hold, with few liberties outside, or with stones of the
    /// defender beside them there. (A region around a target may be closed too, by chains that are
    /// taken to hold.)
    #[must_use]
    pub fn assumed(&self) -> Option<String> {
        self.assumed_beside(&[], &[])
    }

    /// The same where these [friends](Question::rests_on) were read to live, and these chains of
    /// the [wall](Question::is_held_by): what they take for granted in its place.
    pub(crate) fn assumed_beside(&self, friends: &[Question], walls: &[Question]) -> Option<String> {
        let q = self;
        let is_given = !q.is_open() && q.goal == Goal::Annihilation;
        let thin = q.thin_wall();
        let h = q.board.size().1;
        let names = |points: Points| points.iter().map(|p| p.name(h)).collect::<Vec<_>>().join(", ");
        let mut words = Vec::new();
        // One stone stands for its chain.
        let chains =
            q.board.chains().filter(|c| c.stones.meets(&q.wall)).filter(|c| !is_given || c.stones.meets(&thin));
        let chains = chains.filter(|c| walls.iter().all(|wall| wall.target != c.stones));
        let firsts: Points = chains.filter_map(|c| c.stones.iter().next()).collect();
        if !firsts.is_empty() {
            words.push(format!("{}'s chains at {} hold", q.attacker(), names(firsts)));
        }
        let held = q.held & q.board.empty();
        if !held.is_empty() {
            words.push(format!("{} stones played at {} hold", q.attacker(), names(held)));
        }
        let lives =
            |of: Color, at: Points| (!at.is_empty()).then(|| format!("{of} lives when joined to {}", names(at)));
        let joins = |at: Points| lives(q.defender, at);
        for wall in walls {
            let on = lives(wall.defender, wall.lives_at()).map_or(String::new(), |on| format!(" if {on}"));
            let stone: Points = wall.target.first().into_iter().collect();
            words.push(format!("{}'s chain at {} lives by itself{on}", q.attacker(), names(stone)));
        }
        let shown = friends.iter().fold(Points::EMPTY, |all, friend| all | q.board.beside(&friend.target));
        words.extend(joins(q.lives_at() - shown));
        for friend in friends {
            let on = joins(friend.lives_at()).map_or(String::new(), |on| format!(" if {on}"));
            let stone: Points = friend.target.first().into_iter().collect();
            words.push(format!("{}'s chain at {} lives by itself{on}", q.defender, names(stone)));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}
