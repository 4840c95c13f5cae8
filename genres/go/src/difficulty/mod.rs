//! Difficulty: features of a problem, one score from 0 to 100, and the table to ranks and tiers.
//!
//! The score is a weighted sum of the features (see [`WEIGHTS`]), after a least-squares fit to the 14 levels of a small
//! sample of an old collection; notes/go-problems.md has the figures and what they fall short of.

mod table;
#[cfg(test)]
mod tests;

pub use table::{RANKS, rank, tier};

use std::collections::BTreeMap;

/// What difficulty is made of.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Features {
    /// Plies of the main line.
    pub depth: f64,
    /// First moves, right or wrong, that more than two plies are needed to judge.
    pub breadth: f64,
    /// How much worse the second-best first move is: 0 (as good) to 3 (death instead of life).
    pub swing: f64,
    /// Plies after which the closers prove the key move; 15 where they do not.
    pub horizon: f64,
    /// The longest refutation of a wrong first move, in plies.
    pub refutation: f64,
    /// Natural logarithm of the positions that the search visited for the outcome.
    pub effort: f64,
    /// Empty points of the region.
    pub empty: f64,
    /// Legal first moves.
    pub choices: f64,
    /// 1 where the outcome is a ko.
    pub ko: f64,
    /// 1 where a stone is sacrificed in the main line.
    pub sacrifice: f64,
}

/// The weight of each feature, by its name in records, and the constant.
pub const WEIGHTS: [(&str, f64); 10] = [
    ("depth", 1.0),
    ("breadth", 4.0),
    ("swing", -6.5),
    ("horizon", 0.0),
    ("refutation", 0.4),
    ("effort", 0.65),
    ("empty", 2.9),
    ("choices", 0.0),
    ("ko", 1.6),
    ("sacrifice", 0.4),
];
const CONSTANT: f64 = -14.0;

impl Features {
    /// By name, as in records.
    #[must_use]
    pub fn named(&self) -> BTreeMap<String, f64> {
        let values = [
            self.depth,
            self.breadth,
            self.swing,
            self.horizon,
            self.refutation,
            self.effort,
            self.empty,
            self.choices,
            self.ko,
            self.sacrifice,
        ];
        WEIGHTS.iter().zip(values).map(|((name, _), v)| ((*name).to_string(), (v * 1000.0).round() / 1000.0)).collect()
    }

    /// The score before rounding, not cut to 0…100.
    #[must_use]
    pub fn raw(&self) -> f64 {
        let named = self.named();
        CONSTANT + WEIGHTS.iter().map(|(name, w)| w * named.get(*name).copied().unwrap_or_default()).sum::<f64>()
    }

    /// The score.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.raw().clamp(0.0, 100.0).round() as u32
    }
}
