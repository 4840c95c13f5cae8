//! How hard a puzzle is: a score from what was proved, and tiers as quantiles of a reference corpus
//! per category.
//!
//! The model: every turn to the goal makes it longer, every depth at which looking by material goes
//! wrong makes it deeper, and the share of wrong turns, decoys, quiet keys, sacrifices and
//! decisions with one right turn make it narrower. The weights are ours; `notes/mill-puzzles.md`
//! states the correlation with outside ratings. Beside it stands the rating that Sanmill's own
//! generator would give ([`app_rating`]).

use super::judge::{Aim, Judged};
use super::motifs::Motif;
use super::question::Question;
use super::shallow::{DEPTHS, trial_depth};
use super::state::Kernel;
use super::tiers::THRESHOLDS;
use crate::exchange::Category;
use std::collections::BTreeMap;
use tesuji_solver::Tier;

/// A puzzle's difficulty.
#[derive(Clone, PartialEq, Debug)]
pub struct Difficulty {
    /// The score.
    pub score: u32,
    /// The tier within the category.
    pub tier: Tier,
    /// Place of the trial depth in [`DEPTHS`]; their number when no depth does.
    pub trial: usize,
    /// The parts of the score by name.
    pub parts: BTreeMap<&'static str, f64>,
}

/// The score without the trial depth, before any searching.
fn parts(judged: &Judged, question: &Question) -> BTreeMap<&'static str, f64> {
    let has = |m: Motif| f64::from(u8::from(judged.motifs.contains(&m)));
    let choice = f64::from(judged.legal.max(1)) / f64::from(judged.keys.len().max(1) as u32);
    // The first turns count more than the many of a long ending.
    let turns = 60.0 * f64::from(judged.n.min(12)) + 12.0 * f64::from(judged.n.saturating_sub(12));
    let (own, enemy) = (question.state.own_total(), question.state.enemy_total());
    [
        ("turns", turns),
        ("choice", 40.0 * choice.ln()),
        ("decoys", 25.0 * f64::from(judged.decoys.min(4))),
        ("only", 40.0 * f64::from(judged.only.min(5))),
        ("slower", 15.0 * f64::from(judged.slower.len().min(6) as u32)),
        ("quiet", 60.0 * has(Motif::QuietMove)),
        ("sacrifice", 120.0 * has(Motif::Sacrifice)),
        ("trap", 60.0 * has(Motif::GreedyMillTrap).max(has(Motif::CaptureChoice))),
        ("immobilisation", 70.0 * has(Motif::Immobilisation)),
        ("flying", 40.0 * has(Motif::AgainstFlying)),
        ("men", 4.0 * f64::from(own + enemy)),
        ("behind", 30.0 * f64::from(enemy.saturating_sub(own).min(3))),
    ]
    .into()
}

/// Points for each depth at which looking by material chooses wrong.
const TRIAL: f64 = 110.0;

fn total(parts: &BTreeMap<&'static str, f64>) -> u32 {
    // Rounded sums of a few terms: the same on every platform but for `ln`, whose last digits the
    // rounding drops.
    parts.values().sum::<f64>().max(0.0).round() as u32
}

/// The least and the greatest score that the trial depth can make of it: enough to tell that a tier
/// is out of reach.
pub fn score_range(judged: &Judged, question: &Question) -> (u32, u32) {
    let base = total(&parts(judged, question));
    (base, base + (TRIAL * DEPTHS.len() as f64) as u32)
}

/// Could the puzzle be of that tier?
pub fn may_be(judged: &Judged, question: &Question, tier: Tier) -> bool {
    let (low, high) = score_range(judged, question);
    (tier_of(question.category, low)..=tier_of(question.category, high)).contains(&tier)
}

/// The difficulty.
pub fn difficulty(kernel: &Kernel, question: &Question, judged: &Judged) -> Difficulty {
    let trial = trial_depth(kernel, &question.state, &judged.keys);
    let mut parts = parts(judged, question);
    parts.insert("trial", TRIAL * trial as f64);
    let score = total(&parts);
    Difficulty { score, tier: tier_of(question.category, score), trial, parts }
}

/// The tier of a score: the number of the category's thresholds that it reaches.
pub fn tier_of(category: Category, score: u32) -> Tier {
    let reached = THRESHOLDS[category as usize].iter().filter(|&&t| score >= t).count();
    Tier::ALL[reached.min(Tier::ALL.len() - 1)]
}

/// Least rating of a beginner's puzzle, the width of each tier's band of ratings, and what is left
/// free between two bands.
const LEAST: i64 = 450;
const BAND: i64 = 325;
const FREE: i64 = 25;

/// The rating of a score: every tier has a band of its own, and within it the rating grows with the
/// score. So ratings and tiers never contradict each other, in one category and between them.
pub fn rating(category: Category, score: u32) -> i64 {
    let floors = &THRESHOLDS[category as usize];
    let tier = tier_of(category, score) as usize;
    let low = if tier == 0 { 0 } else { floors[tier - 1] };
    // The highest tier has no end: it is taken to be as wide as the one below it, twice.
    let last = floors[floors.len() - 1] - floors[floors.len() - 2];
    let high = floors.get(tier).copied().unwrap_or(low + 2 * last).max(low + 1);
    let share = f64::from((score - low).min(high - low)) / f64::from(high - low);
    LEAST + BAND * tier as i64 + (share * (BAND - FREE) as f64).floor() as i64
}

/// The rating that Sanmill's generator gives, by its published formula: 600, 60 a turn, the trial
/// depth, uniqueness, only moves, and what the line shows; 400 to 2400.
pub fn app_rating(question: &Question, judged: &Judged, trial: usize) -> i64 {
    let has = |m: Motif, points: i64| if judged.motifs.contains(&m) { points } else { 0 };
    let depth = [0, 0, 180, 360, 700][trial.min(4)];
    let unique = if judged.keys.len() == 1 && matches!(judged.aim, Aim::Win | Aim::Hold) { 80 } else { 0 };
    let trap = has(Motif::GreedyMillTrap, 60).max(has(Motif::CaptureChoice, 60));
    let rating = 600
        + 60 * i64::from(judged.n)
        + depth
        + unique
        + (50 * i64::from(judged.only)).min(200)
        + has(Motif::Sacrifice, 120)
        + trap
        + has(Motif::QuietMove, 60)
        + has(Motif::AgainstFlying, 40)
        + has(Motif::Immobilisation, 80)
        + if question.state.placing() { 0 } else { 30 };
    rating.clamp(400, 2400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_grow_with_the_score_and_tiers_have_bands_of_their_own() {
        for category in Category::ALL {
            let mut bands: BTreeMap<Tier, (i64, i64)> = BTreeMap::new();
            let mut last = 0;
            for score in 0..4000 {
                let rating = rating(category, score);
                assert!(rating >= last && (400..=2400).contains(&rating), "{category:?} {score} {rating}");
                last = rating;
                let band = bands.entry(tier_of(category, score)).or_insert((rating, rating));
                *band = (band.0.min(rating), band.1.max(rating));
            }
            let bands: Vec<(i64, i64)> = bands.into_values().collect();
            assert_eq!(bands.len(), Tier::ALL.len());
            assert!(bands.windows(2).all(|two| two[0].1 < two[1].0), "{bands:?}");
        }
    }
}
