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
        let size = self.board.size();
        let bent = [(0, 0), (1, 0), (2, 0), (0, 1)];
        let inner = self.board.stones(self.attacker()) & self.region;
        let wall = self.board.beside(&self.wall);
        let parts = (self.region - self.board.stones(self.defender)).parts();
        let room = parts.into_iter().filter(|part| part.meets(&inner) || !part.meets(&wall));
        let room = room.fold(Points::EMPTY, |all, part| all | part);
        if inner.len() != 3 || room.len() != 5 || room.parts().iter().any(|part| !part.meets(&inner) && part.len() > 1)
        {
            return false;
        }
        Symmetry::ALL.iter().filter(|s| !s.swaps_colors()).any(|s| {
            let at = |&(x, y): &(u8, u8)| s.point(Point::new(x, y), s.inverse().size(size));
            let shape: Points = bent.iter().map(at).filter(|&p| self.board.on_board(p)).collect();
            shape.len() == 4 && shape.within(&room) && inner.within(&shape)
        })
    }
}
