//! Difficulty: features of a problem, one score from 0 to 100, and the table to ranks and tiers.
//!
//! The score is a weighted sum of the features (see [`WEIGHTS`]), fitted by least squares to the 14
//! levels of one volume of an old collection and measured on two others; notes/go-problems.md has
//! the figures.

pub mod looks;
mod measure;
mod prior;
mod table;
#[cfg(test)]
mod tests;

pub use measure::{measured, measured_on};
pub use table::{RANKS, most, rank, rank_named, rank_number, tier};

use std::collections::BTreeMap;

/// What difficulty is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// Plies of the main line.
    pub depth: f64,
    /// First moves that survive a short reading: 300 positions settle neither that they are right
    /// nor that they are wrong.
    pub breadth: f64,
    /// How much worse the second-best first move is: 0 (as good) to 3 (death instead of life).
    pub swing: f64,
    /// How unlikely the key move looks before anything is read: the negative logarithm of its share
    /// (see [`looks`]).
    pub surprise: f64,
    /// How many first moves look possible: the entropy of their shares.
    pub clutter: f64,
    /// How far both sides look to the same points: the overlap of the shares for either to move
    /// first.
    pub contested: f64,
    /// Natural logarithm of the positions that the search visits for the outcome, at most 200,000.
    pub effort: f64,
    /// Empty points of the region.
    pub empty: f64,
    /// The attacker's stones inside.
    pub inner: f64,
    /// Plies after which the closers prove the key move; 15 where they do not.
    pub horizon: f64,
    /// The longest refutation of a wrong first move, in plies.
    pub refutation: f64,
    /// Legal first moves.
    pub choices: f64,
    /// 1 where the defender moves first.
    pub live: f64,
    /// 1 where the outcome is a ko.
    pub ko: f64,
    /// 1 where a stone is sacrificed in the main line.
    pub sacrifice: f64,
}

/// What is taken for the features of a problem that was not read to the end: about the mean of hard
/// ones.
impl Default for Features {
    fn default() -> Features {
        Features {
            depth: 9.0,
            breadth: 8.0,
            swing: 2.0,
            surprise: 1.3,
            clutter: 1.5,
            contested: 0.7,
            effort: 9.0,
            empty: 11.0,
            inner: 1.0,
            horizon: 15.0,
            refutation: 8.0,
            choices: 11.0,
            live: 1.0,
            ko: 0.0,
            sacrifice: 0.0,
        }
    }
}

/// The weight of each feature, by its name in records.
pub const WEIGHTS: [(&str, f64); 15] = [
    ("depth", 0.66),
    ("breadth", 0.53),
    ("swing", -1.23),
    ("surprise", 2.0),
    ("clutter", 3.5),
    ("contested", 13.2),
    ("effort", 2.3),
    ("empty", 1.67),
    ("inner", -0.88),
    ("horizon", 0.0),
    ("refutation", 0.0),
    ("choices", 1.5),
    ("live", 5.5),
    ("ko", 4.4),
    ("sacrifice", 0.0),
];
const CONSTANT: f64 = -17.6;

impl Features {
    /// By name, as in records.
    #[must_use]
    pub fn named(&self) -> BTreeMap<String, f64> {
        let values = [
            self.depth,
            self.breadth,
            self.swing,
            self.surprise,
            self.clutter,
            self.contested,
            self.effort,
            self.empty,
            self.inner,
            self.horizon,
            self.refutation,
            self.choices,
            self.live,
            self.ko,
            self.sacrifice,
        ];
        WEIGHTS.iter().zip(values).map(|((name, _), v)| ((*name).to_string(), (v * 1000.0).round() / 1000.0)).collect()
    }

    /// The score.
    #[must_use]
    pub fn score(&self) -> u32 {
        score(&self.named())
    }
}

/// The score of features by name, as records hold them.
#[must_use]
pub fn score(named: &BTreeMap<String, f64>) -> u32 {
    let sum: f64 = WEIGHTS.iter().map(|(name, w)| w * named.get(*name).copied().unwrap_or_default()).sum();
    (CONSTANT + sum).clamp(0.0, 100.0).round() as u32
}
