//! Adaptive practice: a rating from assessed moves, and the scenario that fits it.
//!
//! Elo's logistic model (Elo, *The Rating of Chessplayers*, 1978): a player of rating R solves a
//! scenario of rating D with an expected result of E = 1 / (1 + 10^((D − R)/400)). A result is
//! worth 1 (Excellent), 0.75 (Good), 0.4 (Okay) or 0 (Miss); after it R grows by K·(result − E),
//! with K = 48 for the first 10 results, 24 up to the 30th, 12 then. A scenario's rating is 1000 +
//! 12 times its [score](crate::grade::Figures::score). The next scenario is the one not done yet
//! whose expected result is nearest to [`TARGET`].
//!
//! ```
//! use tesuji_azul::adapt::{Player, rating_of};
//! use tesuji_azul::grade::Mark;
//!
//! let mut player = Player::default();
//! let before = player.rating;
//! player.update(rating_of(40), Mark::Excellent);
//! assert!(player.rating > before);
//! // Of an easy, a fitting and a hard one the fitting one comes next.
//! assert_eq!(player.next(&[0, 30, 200]), Some(1));
//! ```

use crate::grade::Mark;

/// Rating of a player of whom nothing is known.
pub const START: f64 = 1400.0;
/// The expected result that the next scenario should have: hard enough to learn from, easy enough
/// to go on.
pub const TARGET: f64 = 0.6;

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Player {
    /// The rating.
    pub rating: f64,
    /// Results so far.
    pub results: u32,
}

impl Default for Player {
    fn default() -> Self {
        Player { rating: START, results: 0 }
    }
}

/// The rating of a scenario of that score.
pub fn rating_of(score: u32) -> f64 {
    1000.0 + 12.0 * f64::from(score)
}

/// The expected result of a player against a scenario.
pub fn expected(player: f64, scenario: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf((scenario - player) / 400.0))
}

/// The worth of a mark.
pub fn worth(mark: Mark) -> f64 {
    match mark {
        Mark::Excellent => 1.0,
        Mark::Good => 0.75,
        Mark::Okay => 0.4,
        Mark::Miss => 0.0,
    }
}

impl Player {
    /// Takes a result into account.
    pub fn update(&mut self, scenario: f64, mark: Mark) {
        let k = match self.results {
            0..10 => 48.0,
            10..30 => 24.0,
            _ => 12.0,
        };
        self.rating += k * (worth(mark) - expected(self.rating, scenario));
        self.results += 1;
    }

    /// Which of the scenarios with these scores comes next: the first of those whose expected
    /// result is nearest to [`TARGET`].
    pub fn next(&self, scores: &[u32]) -> Option<usize> {
        let miss = |&score: &u32| (expected(self.rating, rating_of(score)) - TARGET).abs();
        let by_miss = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
        scores.iter().map(miss).enumerate().min_by(by_miss).map(|(i, _)| i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Players who obey the model are found, whatever their strength.
    #[test]
    fn ratings_converge() {
        let pool: Vec<u32> = (0..120).collect();
        for strength in [1200.0, 1500.0, 1900.0] {
            let mut rng = Rng::new(strength as u64);
            let mut player = Player::default();
            let mut late = 0.0;
            for i in 0..300 {
                let next = player.next(&pool).unwrap();
                let scenario = rating_of(pool[next]);
                let solved = rng.chance((expected(strength, scenario) * 1e6) as u32);
                player.update(scenario, if solved { Mark::Excellent } else { Mark::Miss });
                if i >= 200 {
                    late += player.rating / 100.0;
                }
            }
            assert!((late - strength).abs() < 60.0, "{strength}: {late}");
        }
    }
}
