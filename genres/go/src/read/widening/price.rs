//! The expected cost of settling a question, by the numbers at the roots of its regions.

use super::policy::POLICY;
use super::{LISTS, Widening};
use crate::Outcome;
use crate::read::search::{INFINITE, Objective};

/// The least proof numbers, of life and of a capture.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) life: Option<u64>,
    pub(super) capture: Option<u64>,
}

impl Left {
    /// Does it look as if life were shown, or a capture (the way as a number)? `None` where nothing
    /// can be said.
    pub(super) fn likely(self) -> Option<usize> {
        let (life, capture) = self.life.zip(self.capture)?;
        match () {
            () if capture > life.saturating_mul(POLICY.life_ratio) => Some(0),
            () if capture < life.saturating_mul(POLICY.capture_ratio) => Some(1),
            () => None,
        }
    }

    /// The number of the way that looks nearest; `is_open` if nothing is known of the outcome.
    fn least(self, is_open: bool) -> Option<u64> {
        let Left { life, capture } = self;
        if !is_open {
            let capture = capture.map(|cost| cost.div_ceil(POLICY.ko_discount));
            return life.into_iter().chain(capture).min();
        }
        match (life, capture) {
            (Some(life), Some(_)) if self.likely() == Some(0) => Some(life),
            (Some(life), Some(capture)) => Some(capture.min(life.saturating_mul(POLICY.unlikely_life))),
            (life, capture) => life.or(capture),
        }
    }
}

/// The price of a question by what is left to prove and the nodes that were spent: see
/// [`Widening::price`].
pub(in crate::read) fn price(cost: Option<u64>, spent: u64) -> u64 {
    let cost = cost.unwrap_or(POLICY.untried).clamp(1, 1 << 20);
    // To the power of three quarters, in 16ths.
    ((cost * cost * cost).isqrt() << 8).isqrt().saturating_mul(spent.saturating_add(POLICY.question_patience))
}

impl Widening<'_> {
    /// The least proof number each way, in the regions that were tried.
    pub(super) fn left(&self) -> Left {
        self.left_where(POLICY.nodes_before_price)
    }

    /// It is the least in regions in which at least `least` nodes were read.
    pub(super) fn left_where(&self, least: u64) -> Left {
        let [life, capture, later] = [0, 1, 2].map(|list: usize| {
            let way = LISTS[list];
            let asked = self.asked(way);
            let tried = self.order[list].iter().filter_map(|&ring| self.rings[ring].ongoing[way].as_ref());
            let costs = tried.filter(|ongoing| ongoing.spent() >= least).map(|ongoing| ongoing.cost(asked));
            // Nothing left is near where it is shown without threats, and unknown where a ko is
            // asked for and that was not begun.
            let is_known =
                |cost: &u32| *cost < INFINITE && (*cost > 0 || matches!(asked, Objective::Life | Objective::Death));
            costs.filter(is_known).map(|cost| u64::from(cost.max(1))).min()
        });
        Left { life: life.into_iter().chain(later).min(), capture }
    }

    /// The expected cost, for a comparison with other questions: the proof number to the power of
    /// three quarters, times the nodes so far (and some).
    pub(in crate::read) fn price(&self) -> u64 {
        price(self.left().least(self.bounds == Outcome::UNKNOWN), self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_likely_shows_in_the_ratio() {
        let likely = |life, capture| Left { life, capture }.likely();
        let ratio = |capture| likely(Some(10), Some(capture));
        assert_eq!([131, 130, 70, 69, 1].map(ratio), [Some(0), None, None, Some(1), Some(1)]);
        assert_eq!([likely(None, Some(5)), likely(Some(5), None), likely(None, None)], [None; 3]);
    }

    #[test]
    fn the_least_is_that_of_the_likely_way() {
        let least = |life, capture, is_open| Left { life, capture }.least(is_open);
        assert_eq!(least(Some(10), Some(1000), true), Some(10));
        assert_eq!(least(Some(10), Some(30), true), Some(30));
        assert_eq!(least(Some(10), Some(60), true), Some(40), "life may be shown all the same");
        assert_eq!([least(Some(10), None, true), least(None, Some(9), true)], [Some(10), Some(9)]);
        // One end is known: a capture that is asked for by ko looks far dearer than it is.
        assert_eq!([least(Some(10), Some(600), false), least(Some(10), Some(700), false)], [Some(10), Some(10)]);
        assert_eq!(least(Some(10), Some(500), false), Some(8));
        assert_eq!(least(None, None, true), None);
    }

    #[test]
    fn prices_grow_with_cost_and_nodes() {
        let costs = [1, 2, 3, 10, 100, 1000, 50_000, 1 << 20];
        assert!(costs.windows(2).all(|two| price(Some(two[0]), 7) < price(Some(two[1]), 7)));
        assert!(price(Some(9), 7) < price(Some(9), 8));
        // The power of three quarters.
        assert_eq!(price(Some(16), 0), 8 * price(Some(1), 0));
        assert_eq!(price(Some(625), 0), 125 * price(Some(1), 0));
        assert_eq!([price(None, 5), price(Some(0), 5)], [price(Some(POLICY.untried), 5), price(Some(1), 5)]);
        assert!(price(Some(u64::MAX), u64::MAX) >= price(Some(1), u64::MAX));
    }
}
