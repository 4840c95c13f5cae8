//! First guesses of the proof numbers: how likely is a capture, and how large are the proofs, by
//! small patterns?
//!
//! Linear models over the points of the region: what is on a point and on its four neighbours,
//! which of the eight points around an eye belong to whom, and a few counts. One gives the log-odds
//! of a capture, one the size that a proof of capture would have, one that of life (after the
//! *proof cost network* of Wu et al. 2021, which learns sizes in place of chances). There are
//! weights for enclosed groups, and others for targets in the open, the regions of which are larger
//! and emptier. They stand in `weights.txt` and `weights_open.txt`, one character each; the example
//! `prior` made them from random positions that the reader had solved. A wrong guess costs time,
//! never a verdict.

mod counts;
mod features;
mod points;
mod weight;

use super::chains::Chains;
use super::geometry::Geometry;
use super::lemmas::{Eyes, PositionFeatures};
use super::policy::{Policy, PriorScale};
use crate::Role;
use crate::read::{Area, Ply, State};
pub use features::COUNT;
pub(super) use points::Points;
use std::sync::{Arc, LazyLock};
use weight::{LANES, Sum};

/// The character of weight 0; one more or less is an eighth: of a unit of log-odds in the first
/// third of the file, of a binary logarithm of the size of captures in the second, of lives in the
/// last.
const ZERO: u8 = b'P';
/// Greatest weight.
const MOST: i32 = 46;
/// Sums of log-odds that are told apart: eight units to either side.
const STEPS: i32 = 64;
/// Sizes that are told apart: up to 2 to the 20th.
const SIZES: i32 = 160;

/// The weights that come with the crate: for what is enclosed, and for a target in the open.
static PRIORS: [LazyLock<Arc<Prior>>; 2] = [
    LazyLock::new(|| Arc::new(Prior::parse(WEIGHTS[0], &Policy::STANDARD.enclosed))),
    LazyLock::new(|| Arc::new(Prior::parse(WEIGHTS[1], &Policy::STANDARD.open))),
];

/// The files of weights that come with the crate: for what is enclosed, and for a target in the
/// open. Beside each stands a manifest that says how it was made and how well it does.
pub const WEIGHTS: [&str; 2] = [include_str!("weights.txt"), include_str!("weights_open.txt")];

/// The manifests of [`WEIGHTS`], as JSON.
pub const MANIFESTS: [&str; 2] = [include_str!("weights.manifest.json"), include_str!("weights_open.manifest.json")];

/// A number that tells one file of weights from another: FNV-1a of its bytes, in 64 bits.
#[must_use]
pub fn fingerprint(weights: &str) -> u64 {
    weights.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// Weights of the patterns.
pub struct Prior {
    weights: Vec<Sum>,
    /// Cost of a capture, and of a life, by the log-odds for it; in 64ths.
    costs: [Vec<u32>; 2],
    /// Factor to a cost, by the binary logarithm of the size of the proof in eighths; in 256ths.
    sizes: Vec<u32>,
}

impl std::fmt::Debug for Prior {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prior").finish_non_exhaustive()
    }
}

impl Prior {
    /// The one for that area.
    pub(super) fn of(geometry: &Geometry) -> Arc<Prior> {
        Arc::clone(&PRIORS[usize::from(target_in_the_open(geometry).is_some())])
    }

    /// Reads weights as [`print()`] writes them.
    #[must_use]
    pub fn parse(text: &str, scale: &PriorScale) -> Prior {
        let letters: Vec<i8> =
            text.bytes().filter(|b| !b.is_ascii_whitespace()).map(|b| b.wrapping_sub(ZERO) as i8).collect();
        let at = |i: usize| letters.get(i).copied().unwrap_or(0);
        let weight = |i: usize| Sum::of(std::array::from_fn(|lane| at(lane * COUNT + i)));
        // Costs add up where all moves must fail, as minus logarithms of chances do.
        let cost = |x: i32, share: f64| {
            let odds = f64::from(x) / 8.0 * share;
            (64.0 * (1.0 + 16.0 * (-odds).exp().ln_1p())).round() as u32
        };
        // The factor of an estimated proof size: 1 for a proof of four positions.
        let size = |x: i32| (256.0 * (scale.power * (f64::from(x) / 8.0 - 2.0)).exp2()).round() as u32;
        Prior {
            weights: (0..COUNT).map(weight).collect(),
            costs: [scale.captures, scale.lives].map(|share| (-STEPS..=STEPS).map(|x| cost(x, share)).collect()),
            sizes: (0..=SIZES).map(size).collect(),
        }
    }

    /// Guessed costs of proving capture and life.
    pub(super) fn costs(&self, geometry: &Geometry, look: &PositionFeatures, s: &State) -> (u32, u32) {
        let mut sum = Sum::ZERO;
        features::each(geometry, &look.chains, &look.eyes, s, |i| sum += self.weights[i]);
        self.costs_of(sum.lanes())
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
        look: &PositionFeatures,
        s: &State,
        ply: Ply,
        taken: u64,
    ) -> (u32, u32) {
        self.costs_of(points.after(geometry, &self.weights, look, s, ply, taken).lanes())
    }

    /// The costs that the three sums of weights, in eighths, say.
    #[inline]
    fn costs_of(&self, [odds, capture, life]: [i32; LANES]) -> (u32, u32) {
        let odds = odds.clamp(-STEPS, STEPS);
        let cost = |costs: &[u32], odds: i32, size: i32| {
            let cost = costs[(STEPS + odds) as usize] * self.sizes[size.clamp(0, SIZES) as usize];
            ((cost + (1 << 13)) >> 14).clamp(1, 255)
        };
        let [captures, lives] = &self.costs;
        (cost(captures, odds, capture), cost(lives, -odds, life))
    }
}

/// The target, where only it counts and can run.
#[inline]
fn target_in_the_open(geometry: &Geometry) -> Option<u64> {
    geometry.area.target.filter(|_| geometry.area.is_open)
}

/// Weights (units of log-odds; then binary logarithms of the sizes of captures and of lives) as the
/// text that `weights.txt` holds.
#[must_use]
pub fn print(weights: &[f32]) -> String {
    let letter = |w: &f32| {
        let w = (w * 8.0).round().clamp(-MOST as f32, MOST as f32) as i32;
        (i32::from(ZERO) + w) as u8 as char
    };
    let line = |line: &[f32]| line.iter().map(letter).collect::<String>() + "\n";
    weights.chunks(120).map(line).collect()
}

/// The weights of a text that [`print()`] wrote: what is left of them in it.
#[must_use]
pub fn parse(text: &str) -> Vec<f32> {
    let letters = text.bytes().filter(|b| !b.is_ascii_whitespace());
    letters.map(|b| f32::from(i16::from(b) - i16::from(ZERO)) / 8.0).collect()
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
        let mut weights = vec![0.0; weight::LANES * COUNT];
        weights[..7].copy_from_slice(&[0.0, 1.0, -1.0, 5.75, -5.75, 0.125, 99.0]);
        (weights[COUNT + 1], weights[2 * COUNT + 1], weights[2 * COUNT + 2]) = (2.0, -3.0, 4.0);
        let parsed = Prior::parse(&print(&weights), &Policy::STANDARD.enclosed);
        let kept = [0, 8, -8, 46, -46, 1, 46, 0].map(|odds| match odds {
            8 => Sum::of([8, 16, -24]),
            -8 => Sum::of([-8, 0, 32]),
            odds => Sum::of([odds, 0, 0]),
        });
        assert_eq!(parsed.weights[..8], kept);
    }

    /// 1 + 16·ln(1 + e^∓x/2), times two to a quarter of the size's logarithm less two.
    #[test]
    fn costs() {
        let costs = |lanes: [i32; 3]| PRIORS[0].costs_of(lanes);
        assert_eq!(costs([0, 16, 16]), (12, 12));
        // A capture of 64 positions.
        assert_eq!(costs([0, 48, 16]), (24, 12));
        assert_eq!(costs([0, 16, 48]), (12, 24));
        // Two units of log-odds for the capture: 1 + 16·0.3133 and 1 + 16·1.3133.
        assert_eq!(costs([16, 16, 16]), (6, 22));
        assert_eq!(costs([-16, 16, 16]), (22, 6));
    }

    #[test]
    fn the_weights_are_complete() {
        for text in WEIGHTS {
            assert_eq!(text.split_whitespace().map(str::len).sum::<usize>(), weight::LANES * COUNT);
        }
    }

    /// A manifest speaks of the file that it stands beside.
    #[test]
    fn the_manifests_are_of_these_weights() {
        for (text, manifest) in WEIGHTS.iter().zip(MANIFESTS) {
            let manifest: serde_json::Value = serde_json::from_str(manifest).unwrap();
            let named = manifest["fingerprint"].as_str().unwrap();
            assert_eq!(named, format!("{:016x}", fingerprint(text)), "{}", manifest["weights"]);
            assert!(manifest["held_out"]["loss"].as_f64().is_some_and(|loss| loss > 0.0 && loss < 0.7), "{manifest}");
            for field in ["data", "made_again_by", "checked_by"] {
                assert!(manifest[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
            }
        }
    }

    /// A mirrored position has the same patterns, but for the count of eye points, which is greedy.
    #[test]
    fn symmetric() {
        use crate::read::{Exits, Supply};
        use crate::{Question, Role, Symmetry};
        let of = |q: &Question| {
            let area = Area::of(q, Exits::Free).unwrap();
            let state = area.state(q, Role::Attacker, Supply::NONE);
            let mut found = Vec::new();
            Patterns::of(area).each(&state, |i| found.extend((!features::is_greedy(i)).then_some(i)));
            found.sort_unstable();
            found
        };
        for picture in [".xO.OX|..OO.X|O.OXXX|.OOX..|XXXX..", "!.xO.*X|..OO.*|O.O+XX|.O.X..|XXX+.."] {
            let q = Question::from_picture(picture).unwrap();
            for symmetry in Symmetry::ALL {
                assert_eq!(of(&q), of(&q.image(symmetry)), "{picture} {symmetry:?}");
            }
        }
    }
}
