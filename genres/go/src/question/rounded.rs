//! Regions that end where play would end.
//!
//! A region that goes equally far along every line ends badly at the edge of the board: an attacker
//! stone that stops a push along the first line has one liberty beyond the region, so that nothing
//! is known of it, and one step more everywhere is needed to see that it holds. On the board a push
//! along the second line is stopped where it is, the hane below one point further on. So these
//! regions go on from a point of the rim with one empty point beyond, until attacker stones have
//! the wall, or two empty points beyond, all along the rim. Some captures take a tenth of the
//! positions in them (`notes/log/2026-11-go-open-regions.md`).

use super::Question;
use super::open::{Frame, LOOSE, MOST, REACH, STRONG};
use crate::Points;

/// Most times that a rim goes on.
const ON: usize = 12;

impl Question {
    /// Regions around the target, and around all stones of its own region, one step larger each,
    /// the rims of which go on until attacker stones have room there. Good for proofs of capture.
    #[must_use]
    pub fn rounded(&self) -> Vec<Question> {
        self.rounded_with(STRONG)
    }

    /// The same where less is asked of the wall; none where [`Question::loosened`] has none.
    #[must_use]
    pub fn rounded_loosely(&self) -> Vec<Question> {
        if self.loose().is_none() {
            return Vec::new();
        }
        let mut found = self.rounded_with(LOOSE);
        found.retain(|q| !q.rests_on_doubtful_wall());
        found
    }

    fn rounded_with(&self, strong: usize) -> Vec<Question> {
        let (board, defender, target) = (&self.board, self.defender, self.target);
        let frame = Frame::first(board, defender, target, strong);
        let own = Question::reaching(board, defender, target, strong);
        let mut found: Vec<Question> = Vec::new();
        for from in [target, target | (own.region - board.empty())] {
            for q in frame.rounds(from) {
                if !found.iter().any(|f| (f.region, f.wall) == (q.region, q.wall)) {
                    found.push(q);
                }
            }
        }
        found
    }
}

impl Frame<'_> {
    /// The regions around those points, one step larger each.
    fn rounds(&self, from: Points) -> Vec<Question> {
        let attackers = self.board.stones(self.defender.other());
        let (mut inside, mut weak) = (from, from & attackers);
        let mut found = Vec::new();
        for _ in 0..REACH {
            // Through attacker stones of the region too: those can be captured.
            inside |= self.board.beside(&inside) - (attackers - weak);
            let round = self.rounded(inside);
            if round.region.len() > MOST {
                break;
            }
            weak = round.region & attackers;
            found.push(round);
        }
        found
    }

    /// The region around those points, and on where an attacker stone on the rim would have one
    /// empty point beyond.
    fn rounded(&self, inside: Points) -> Question {
        let board = self.board;
        let mut q = self.around(inside);
        for _ in 0..ON {
            let (free, against) = self.beyond(&q);
            let rim = (q.exits - q.held - board.beside(&q.wall)) & board.empty();
            let on = rim.iter().map(|p| board.beside(&Points::single(p)));
            let on = on.filter(|beside| (*beside & free).len() == 1 && !beside.meets(&against));
            let on = on.fold(Points::EMPTY, |all, beside| all | (beside & free));
            let further = self.around(q.region | on);
            if on.is_empty() || further.region.len() > MOST {
                break;
            }
            q = further;
        }
        q
    }

    /// Beyond a region: the empty points, and the defender's stones.
    fn beyond(&self, q: &Question) -> (Points, Points) {
        let beyond = self.board.all() - q.region - q.wall;
        (self.board.empty() & beyond, self.board.stones(self.defender) & beyond)
    }
}
