//! Regions for captures with a margin: points beyond the exits, as liberties of the attacker.
//!
//! A region ends at its exits, and an attacker stone there has the liberties inside only. So the
//! defender who is stopped there seems to take what stops him. No stone is taken to hold for that:
//! a ladder may take it. But the points beyond the exits can be in the region too, while the exits
//! stay what they are: a defender who is joined to one has got away, as before, and so he has on a
//! point of the margin. What is captured so is captured by the rules alone, in a region that is
//! larger; and since play ends at the exits, hardly deeper.

use super::Question;
use super::open::{MOST, STRONG};
use crate::Points;

impl Question {
    /// The same question with the empty points beyond its exits, so many steps, the nearest to the
    /// target first as far as there is room; `None` where there are none. Walls keep the liberties
    /// outside with which they are taken to hold. Untouched chains of the attacker beside the
    /// margin, with as many, are of the wall.
    #[must_use]
    pub(crate) fn with_margin(&self, steps: usize) -> Option<Question> {
        let board = &self.board;
        let free = board.empty() - self.region;
        let mut margin = Points::EMPTY;
        let mut rim = self.exits;
        for _ in 0..steps {
            rim = board.beside(&rim) & (free - margin);
            margin |= self.nearest(rim, MOST.saturating_sub(self.region.len() + margin.len()));
        }
        for chain in board.chains().filter(|c| c.stones.meets(&self.wall)) {
            let outside = chain.liberties - self.region;
            if (outside - margin).len() < STRONG.min(outside.len()) {
                margin = margin - outside;
            }
        }
        if margin.is_empty() {
            return None;
        }
        let region = self.region | margin;
        let mut wider = Question { region, exits: self.exits | margin, ..self.clone() };
        let (against, rim) = (board.stones(self.defender), board.beside(&margin) - region);
        let joins = |c: &&crate::Chain| {
            let outside = c.liberties - region;
            c.color == self.attacker()
                && c.stones.meets(&rim)
                && !c.stones.meets(&region)
                && outside.len() >= STRONG
                && !board.beside(&(c.stones | outside)).meets(&against)
        };
        wider.wall |= board.chains().filter(joins).fold(Points::EMPTY, |all, c| all | c.stones);
        (self.rests_on_doubtful_wall() || !wider.rests_on_doubtful_wall()).then_some(wider)
    }

    /// Those of the points that are nearest to the target, at most so many: all that are as near or
    /// none.
    fn nearest(&self, of: Points, most: usize) -> Points {
        if of.len() <= most {
            return of;
        }
        let (mut found, mut reached) = (Points::EMPTY, self.target);
        loop {
            let next = reached | self.board.beside(&reached);
            let near = of & next;
            if near.len() > most || next == reached {
                return found;
            }
            (found, reached) = (near, next);
        }
    }
}
