//! Clues given back to a puzzle that fits the request, up to the number that its style has.

use super::climb::{Step, Walk};
use super::narrow::Found;
use crate::clue::genre::ClueGenre;
use rand_chacha::ChaCha8Rng;

/// Sets of clues that are tried.
const LOOKS: usize = 10;

impl<G: ClueGenre> Walk<'_, '_, '_, G> {
    /// Gives clues back in a drawn order as long as the puzzle fits the request: all that are missing
    /// at once, else half of them, and so on.
    pub(super) fn dress(&mut self, found: Found, clues: usize, rng: &mut ChaCha8Rng) -> Found {
        let (mut kept, mut info) = found;
        let mut count = self.scaffold.clues(&kept);
        if !self.is_optional || count >= clues || self.run.shape.counts_clues() {
            return (kept, info);
        }
        let out = self.scaffold.drawn_order((0..kept.len()).filter(|i| !kept[*i]), rng);
        let (mut at, mut batch) = (0, out.len());
        for _ in 0..LOOKS {
            let (mut next, mut more, mut end) = (kept.clone(), count, at);
            while end < out.len() && end - at < batch && more < clues {
                next[out[end]] = true;
                more += self.scaffold.orbits[out[end]].len();
                end += 1;
            }
            if end == at || self.run.clock.expired().is_some() {
                break;
            }
            match self.look(&next) {
                Step::Fit(fit) => (kept, info, count, at) = (next, *fit, more, end),
                // A single clue that can't come back is passed over.
                _ if end == at + 1 => at = end,
                _ => batch = (end - at) / 2,
            }
        }
        (kept, info)
    }
}
