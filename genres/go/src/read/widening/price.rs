//! What it may cost to settle a question, by the numbers at the roots of its regions.

use super::{LISTS, Widening};
use crate::Outcome;
use crate::read::search::{Asked, INFINITE};

/// What is left to prove in a region counts from so many nodes on: before, it is a guess.
const TRIED: u64 = 1500;
/// Life is nearer than a capture if it looks so many times cheaper. (Not the other way round: where captures are shown, they look dear for long.)
const NEARER: u64 = 13;
/// Nodes after which a question counts as twice as dear (see [`PATIENCE`](super::PATIENCE), which is for a region).
const PATIENCE: u64 = 5000;
/// What is left to prove where nothing was tried.
const UNTRIED: u64 = 100;
/// How much larger it looks, for a capture, where one end of the outcome is known.
const OF_KO: u64 = 64;

/// The price of a question by what is left to prove and the nodes that were spent: see [`Widening::price`].
pub(in crate::read) fn price(cost: Option<u64>, spent: u64) -> u64 {
    cost.unwrap_or(UNTRIED).max(1).saturating_mul(PATIENCE + spent)
}

impl Widening<'_> {
    /// What is left to prove in the cheapest region of each list, as far as it is known in those that were tried.
    fn costs(&self) -> [Option<u64>; 3] {
        [0, 1, 2].map(|list: usize| {
            let way = LISTS[list];
            let asked = self.asked(way);
            let tried = self.order[list].iter().filter_map(|&ring| self.rings[ring].ongoing[way].as_ref());
            let costs = tried.filter(|ongoing| ongoing.spent() >= TRIED).map(|ongoing| ongoing.cost(asked));
            // Nothing left is near where it is shown without threats, and unknown where a ko is asked for and that was not begun.
            let is_known = |cost: &u32| *cost < INFINITE && (*cost > 0 || matches!(asked, Asked::Life | Asked::Death));
            costs.filter(is_known).map(|cost| u64::from(cost.max(1))).min()
        })
    }

    /// What it may cost to settle it, for a comparison with other questions: what is left to prove where that is least, times the nodes that were
    /// spent (and some), as among the regions of one question.
    pub(in crate::read) fn price(&self) -> u64 {
        let [life, capture, later] = self.costs();
        // Where one end is known: the numbers of the ko that is asked for are far greater.
        let of_ko = if self.bounds == Outcome::UNKNOWN { 1 } else { OF_KO };
        let capture = capture.map(|cost| cost.div_ceil(of_ko));
        price(life.into_iter().chain(capture).chain(later).min(), self.nodes)
    }

    /// Does life look much nearer than a capture?
    pub(super) fn is_life_nearer(&self) -> bool {
        let [life, capture, later] = self.costs();
        let life = life.into_iter().chain(later).min();
        life.zip(capture).is_some_and(|(life, capture)| life.saturating_mul(NEARER) < capture)
    }
}
