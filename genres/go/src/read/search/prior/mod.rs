//! First guesses of the proof numbers: how likely is a capture, by small patterns?
//!
//! A logistic model over the points of the region: what is on a point and on its four neighbours, which of the eight
//! points around an eye belong to whom, and a few counts. Its weights stand in `weights.txt`, one character each; the
//! example `prior` made them from random positions that the reader had solved with the plain guess of
//! `weights`. A wrong guess costs time, never a verdict.

mod features;

use super::chains::Chains;
use super::geometry::Geometry;
use super::lemmas::{Eyes, Look};
use crate::Role;
use crate::read::{Area, Ply, State};
pub use features::COUNT;
pub(super) use features::Points;
use std::sync::LazyLock;

/// The character of weight 0; one more or less is an eighth of a unit of log-odds.
const ZERO: u8 = b'P';
/// Greatest weight.
const MOST: i32 = 46;
/// Sums of weights that are told apart: eight units of log-odds to either side.
const STEPS: i32 = 64;

/// The weights that come with the crate.
static PRIOR: LazyLock<Prior> = LazyLock::new(|| Prior::parse(include_str!("weights.txt")));

/// Weights of the patterns.
pub(super) struct Prior {
    weights: Vec<i8>,
    /// Cost of a capture, by the log-odds for it.
    costs: Vec<u32>,
}

impl Prior {
    pub(super) fn get() -> &'static Prior {
        &PRIOR
    }

    fn parse(text: &str) -> Prior {
        let mut weights: Vec<i8> =
            text.bytes().filter(|b| !b.is_ascii_whitespace()).map(|b| b.wrapping_sub(ZERO) as i8).collect();
        weights.resize(COUNT, 0);
        // Costs add up where all moves must fail, as minus logarithms of chances do. The model is surer of itself than it
        // should be in the positions that matter: half its log-odds did best.
        let cost = |x: i32| {
            let odds = f64::from(x) / 8.0 * 0.5;
            (1.0 + 16.0 * (-odds).exp().ln_1p()).round() as u32
        };
        Prior { weights, costs: (-STEPS..=STEPS).map(cost).collect() }
    }

    /// Guessed costs of proving capture and life.
    pub(super) fn costs(&self, geometry: &Geometry, look: &Look, s: &State) -> (u32, u32) {
        let mut sum = 0_i32;
        features::each(geometry, &look.chains, &look.eyes, s, |i| sum += i32::from(self.weights[i]));
        self.costs_of(sum)
    }

    /// Takes the points of a position, before [`Prior::costs_after`] is asked of its successors.
    pub(super) fn before(&self, points: &mut Points, geometry: &Geometry, chains: &Chains, next: Role) {
        points.find(geometry, &self.weights, chains, next);
    }

    /// Guessed costs for the position after a move that takes those stones.
    pub(super) fn costs_after(
        &self,
        points: &Points,
        geometry: &Geometry,
        look: &Look,
        s: &State,
        ply: Ply,
        taken: u64,
    ) -> (u32, u32) {
        self.costs_of(points.after(geometry, &self.weights, look, s, ply, taken))
    }

    #[inline]
    fn costs_of(&self, sum: i32) -> (u32, u32) {
        let x = sum.clamp(-STEPS, STEPS);
        (self.costs[(STEPS + x) as usize], self.costs[(STEPS - x) as usize])
    }
}

/// Weights (in units of log-odds) as the text that `weights.txt` holds.
#[must_use]
pub fn print(weights: &[f32]) -> String {
    let letter = |w: &f32| {
        let w = (w * 8.0).round().clamp(-MOST as f32, MOST as f32) as i32;
        (i32::from(ZERO) + w) as u8 as char
    };
    let line = |line: &[f32]| line.iter().map(letter).collect::<String>() + "\n";
    weights.chunks(120).map(line).collect()
}

/// The patterns of positions of an area, for training.
pub struct Patterns {
    geometry: Geometry,
    chains: Chains,
    eyes: Eyes,
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").finish_non_exhaustive()
    }
}

impl Patterns {
    /// For positions of that area.
    #[must_use]
    pub fn of(area: Area) -> Patterns {
        Patterns { geometry: Geometry::new(area), chains: Chains::new(), eyes: Eyes::new() }
    }

    /// Calls `f` with the number of each pattern that is there (some come more than once).
    pub fn each(&mut self, s: &State, f: impl FnMut(usize)) {
        self.chains.find(&self.geometry, s.attacker, s.defender);
        self.eyes.find(&self.geometry, s.defender);
        features::each(&self.geometry, &self.chains, &self.eyes, s, f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_keeps_the_weights() {
        let weights = [0.0, 1.0, -1.0, 5.75, -5.75, 0.125, 99.0];
        let parsed = Prior::parse(&print(&weights));
        assert_eq!(parsed.weights[..8], [0, 8, -8, 46, -46, 1, 46, 0]);
    }

    #[test]
    fn the_weights_are_complete() {
        let text = include_str!("weights.txt");
        assert_eq!(text.split_whitespace().map(str::len).sum::<usize>(), COUNT);
    }

    /// A mirrored position has the same patterns, but for the count of eye points, which is greedy.
    #[test]
    fn symmetric() {
        use crate::read::{Exits, Supply};
        use crate::{Question, Role, Symmetry};
        let q = Question::from_picture(".xO.OX|..OO.X|O.OXXX|.OOX..|XXXX..").unwrap();
        let of = |q: &Question| {
            let area = Area::of(q, Exits::Free).unwrap();
            let state = area.state(q, Role::Attacker, Supply::NONE);
            let mut found = Vec::new();
            Patterns::of(area).each(&state, |i| found.extend((!features::is_greedy(i)).then_some(i)));
            found.sort_unstable();
            found
        };
        for symmetry in Symmetry::ALL {
            assert_eq!(of(&q), of(&q.image(symmetry)), "{symmetry:?}");
        }
    }
}
