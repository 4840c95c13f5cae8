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

/// The rank's number of a score: 0 for 30k to 38 for 9d.
#[must_use]
pub fn rank_number(score: u32) -> u32 {
    step(score)
}

/// The number of a rank by its name: `15k` is 15, `1d` is 30; `None` where there is no such rank.
#[must_use]
pub fn rank_named(name: &str) -> Option<u32> {
    let number = |digits: &str| digits.parse::<u32>().ok();
    let name = name.trim().to_ascii_lowercase();
    if let Some(kyu) = name.strip_suffix('k').and_then(number) {
        return (1..=30).contains(&kyu).then(|| 30 - kyu);
    }
    let dan = name.strip_suffix('d').and_then(number)?;
    (1..=9).contains(&dan).then(|| dan + 29)
}

/// The most that the score of an open problem can be, by the plies of its main line: three plies
/// are seen by who looks there, however wide the region is in which that had to be proved; five are
/// no more than medium.
#[must_use]
pub fn most(plies: usize) -> u32 {
    match plies {
        0..=3 => 29,
        4..=5 => 39,
        _ => 100,
    }
}

/// The tier of a score: the bounds are the scores below which 15, 43, 74, 95 and nearly 100 of 100
/// problems of a corpus of our own lie (4 to 10 empty points; notes/go-problems.md says how it was
/// made).
#[must_use]
pub fn tier(score: u32) -> Tier {
    match score {
        0..22 => Tier::Beginner,
        22..30 => Tier::Easy,
        30..40 => Tier::Medium,
        40..48 => Tier::Hard,
        48..60 => Tier::Expert,
        _ => Tier::Master,
    }
}
