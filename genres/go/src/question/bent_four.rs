//! Bent four in the corner.
//!
//! The graph calls it a ko that the attacker starts when he likes, and before that he can remove
//! all the defender's ko threats, while the defender can't touch it. Most rules therefore call the
//! defender dead; here that is a rule of its own beside the reading, never part of it.

use super::Question;
use crate::{Point, Points, Symmetry};

impl Question {
    /// Does the defender's last room hold a bent four in the corner: three attacker stones that a
    /// fourth makes into the shape of three along the edge and one around the corner, and one more
    /// empty point? Liberties outside, which the attacker fills when he likes, don't count as room.
    #[must_use]
    pub fn is_bent_four_in_the_corner(&self) -> bool {
        // A point beside the wall, or where the region ends, is outside.
        let rim = self.board.beside(&self.wall) | self.exits | self.held;
        let parts = (self.region - self.board.stones(self.defender)).parts();
        let room = parts.into_iter().filter(|part| !part.meets(&rim));
        let room = room.fold(Points::EMPTY, |all, part| all | part);
        let inner = self.board.stones(self.attacker()) & room;
        if inner.len() != 3 || room.len() != 5 || room.parts().iter().any(|part| !part.meets(&inner) && part.len() > 1)
        {
            return false;
        }
        self.bent_fours().any(|shape| shape.within(&room) && inner.within(&shape))
    }

    /// May the play lead to one: is there a corner where the attacker has a stone of it, and the
    /// defender none?
    #[must_use]
    pub fn may_become_bent_four(&self) -> bool {
        let [own, other] = [self.attacker(), self.defender].map(|color| self.board.stones(color));
        self.bent_fours().any(|shape| shape.within(&self.region) && shape.meets(&own) && !shape.meets(&other))
    }

    /// The points of the shape in all corners.
    fn bent_fours(&self) -> impl Iterator<Item = Points> + '_ {
        const BENT: [(u8, u8); 4] = [(0, 0), (1, 0), (2, 0), (0, 1)];
        let size = self.board.size();
        Symmetry::ALL.iter().filter(|s| !s.swaps_colors()).filter_map(move |s| {
            let at = |&(x, y): &(u8, u8)| s.point(Point::new(x, y), s.inverse().size(size));
            let shape: Points = BENT.iter().map(at).filter(|&p| self.board.on_board(p)).collect();
            (shape.len() == BENT.len()).then_some(shape)
        })
    }
}
