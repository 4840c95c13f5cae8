//! The one table from scores to ranks and tiers.

use tesuji_solver::Tier;

/// Ranks from 30k to 9d: 39 of them, each from its score on; about 2.6 points a rank.
pub const RANKS: usize = 39;

/// The rank's number, 0 for 30k to 38 for 9d.
fn step(score: u32) -> u32 {
    (score.min(100) * RANKS as u32 / 101).min(RANKS as u32 - 1)
}

/// The rank of a score: `30k` … `1k`, `1d` … `9d`.
#[must_use]
pub fn rank(score: u32) -> String {
    let step = step(score);
    if step < 30 { format!("{}k", 30 - step) } else { format!("{}d", step - 29) }
}

/// The tier of a score.
#[must_use]
pub fn tier(score: u32) -> Tier {
    match score {
        0..10 => Tier::Beginner,
        10..20 => Tier::Easy,
        20..32 => Tier::Medium,
        32..45 => Tier::Hard,
        45..60 => Tier::Expert,
        _ => Tier::Master,
    }
}
