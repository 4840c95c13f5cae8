//! Kos: where what the regions show is neither life nor a capture.

use super::policy::POLICY;
use super::{WAYS, Widening};
use crate::read::search::Objective;
use crate::read::{Reading, TooLarge, Widened};
use crate::{Class, Outcome, Role};
use tesuji_solver::Stop;

impl Widening<'_> {
    /// For one reading.
    pub(super) fn nodes_for_ko(&self) -> u64 {
        self.at.nodes.saturating_mul(POLICY.ko_shares).max(self.limits.nodes / POLICY.ko_part)
    }

    /// A ko, by what all regions together show. The number of threats is asked for in those that
    /// show its ends, each the other way.
    pub(super) fn told_ko(&mut self, nodes: u64) -> Result<Widened, TooLarge> {
        for ring in self.ends.into_iter().flatten() {
            // Regions for life may take more of the wall for granted than a capture can rest on.
            let is_for_capture = self.all[1].contains(&ring) && self.holds(ring);
            for way in [0, 1].into_iter().filter(|&way| way == 0 || is_for_capture) {
                let reading = self.read(ring, way, Objective::All, nodes)?;
                self.rings[ring].known[way] = reading.filter(|r| r.stop == Stop::Exhausted);
            }
            if let Some(found) = self.ko(ring, nodes)? {
                return Ok(found);
            }
        }
        Ok(self.told_bounds(Stop::Exhausted))
    }

    /// The last region that has no capture, read for life too if it was not: a ko needs one that
    /// both ways have settled. (Not the other way round: regions for life may take more of the wall
    /// for granted than a capture can rest on.)
    pub(super) fn ko_at_last(&mut self, nodes: u64) -> Result<Option<Widened>, TooLarge> {
        let Some(ring) = self.last[1].filter(|&ring| self.rings[ring].known[0].is_none()) else { return Ok(None) };
        let reading = self.read(ring, 0, WAYS[0].1, nodes)?;
        self.rings[ring].known[0] = reading.filter(|r| r.stop == Stop::Exhausted);
        self.ko(ring, nodes)
    }

    /// A ko both ways is one: wider regions lie between the two.
    pub(super) fn ko(&mut self, ring: usize, nodes: u64) -> Result<Option<Widened>, TooLarge> {
        for way in 0..WAYS.len() {
            let [Some(this), Some(other)] = [way, 1 - way].map(|w| self.rings[ring].known[w].as_ref()) else {
                return Ok(None);
            };
            let is_ko = |r: &Reading| r.outcome.class() == Some(Class::Ko);
            // The one was only asked for life, or death; it may turn out to be a ko.
            let could_be = this.outcome.low <= Class::Ko && this.outcome.high >= Class::Ko;
            if !is_ko(this) && could_be && is_ko(other) {
                match self.read(ring, way, Objective::All, nodes)? {
                    Some(full) if full.stop == Stop::Exhausted => self.rings[ring].known[way] = Some(full),
                    _ => return Ok(None),
                }
            }
        }
        let [Some(blocked), Some(free)] = &self.rings[ring].known else { return Ok(None) };
        if [blocked, free].iter().any(|r| r.outcome.class() != Some(Class::Ko)) {
            return Ok(None);
        }
        let outcome = if blocked.outcome == free.outcome { free.outcome } else { Outcome::exactly(Class::Ko) };
        let key = if self.first == Role::Attacker { free.key } else { blocked.key };
        let reading = Reading { outcome, key, ..blocked.clone() };
        Ok(Some(self.found(ring, reading)))
    }
}
