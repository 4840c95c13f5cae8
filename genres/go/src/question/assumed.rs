//! What an answer takes for granted where its region was chosen by us, in words.

use super::{Goal, Question};
use crate::Points;

impl Question {
    /// The assumption: that the wall holds, and what the rim of the region is taken for. `None` where all that a closed wall holds is to be
    /// captured: there the wall is the problem. (A region around a target may be closed too, by chains that are taken to hold.)
    #[must_use]
    pub fn assumed(&self) -> Option<String> {
        let q = self;
        if !q.is_open() && q.goal == Goal::Annihilation {
            return None;
        }
        let h = q.board.size().1;
        let names = |points: Points| points.iter().map(|p| p.name(h)).collect::<Vec<_>>().join(", ");
        let mut words = Vec::new();
        // One stone stands for its chain.
        let walls = q.board.chains().filter(|c| c.stones.meets(&q.wall));
        let firsts: Points = walls.filter_map(|c| c.stones.iter().next()).collect();
        if !firsts.is_empty() {
            words.push(format!("{}'s chains at {} hold", q.attacker(), names(firsts)));
        }
        let held = q.held & q.board.empty();
        if !held.is_empty() {
            words.push(format!("{} stones played at {} hold", q.attacker(), names(held)));
        }
        let away = q.away & q.board.empty();
        if !away.is_empty() {
            words.push(format!("{} lives when joined to {}", q.defender, names(away)));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}
