//! How well weights do on positions that they were not trained on.

use crate::samples::Samples;
use serde_json::{Value, json};
use tesuji_go::read::search::prior::COUNT;

/// What weights miss on some positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Positions.
    pub positions: u32,
    /// Mean of minus the logarithm of the chance that was given to what is true.
    pub loss: f64,
    /// Share of the results that were thought more likely than not.
    pub right: f64,
    /// Root mean square of the error of the size of captures, and of lives, in binary logarithms.
    pub size_errors: [f64; 2],
    /// Standard deviations of these sizes: the error of a guess that knows the mean alone.
    pub spreads: [f64; 2],
}

impl Loss {
    /// Of the positions that `counts` names.
    pub fn of(samples: &Samples, weights: &[f32], counts: impl Fn(usize) -> bool) -> Loss {
        let (odds, sizes) = weights.split_at(COUNT);
        let (of_captures, of_lives) = sizes.split_at(COUNT);
        let (mut positions, mut loss, mut right) = (0, 0.0, 0);
        // Number, squared errors, sum and squares of the sizes.
        let mut of = [[0.0_f64; 4]; 2];
        for i in (0..samples.len()).filter(|&i| counts(i)) {
            let chance = f64::from(chance(samples.sum(odds, i)));
            let of_truth = if samples.captured[i] { chance } else { 1.0 - chance };
            loss -= of_truth.max(1e-9).ln();
            right += u32::from(of_truth > 0.5);
            positions += 1;
            let weights = if samples.captured[i] { of_captures } else { of_lives };
            let size = f64::from(samples.sizes[i]);
            let error = f64::from(samples.sum(weights, i)) - size;
            let [n, errors, sum, squares] = &mut of[usize::from(!samples.captured[i])];
            (*n, *errors, *sum, *squares) = (*n + 1.0, *errors + error * error, *sum + size, *squares + size * size);
        }
        let all = f64::from(positions).max(1.0);
        Loss {
            positions,
            loss: loss / all,
            right: f64::from(right) / all,
            size_errors: of.map(|[n, errors, ..]| (errors / n.max(1.0)).sqrt()),
            spreads: of.map(|[n, _, sum, squares]| {
                let n = n.max(1.0);
                (squares / n - (sum / n).powi(2)).max(0.0).sqrt()
            }),
        }
    }

    /// As a manifest holds it.
    pub fn to_json(self) -> Value {
        let round = |x: f64| (x * 10_000.0).round() / 10_000.0;
        json!({
            "positions": self.positions,
            "loss": round(self.loss),
            "right": round(self.right),
            "size_error_of_captures": round(self.size_errors[0]),
            "size_error_of_lives": round(self.size_errors[1]),
            "spread_of_captures": round(self.spreads[0]),
            "spread_of_lives": round(self.spreads[1]),
        })
    }

    /// Is this no worse than what a manifest says, but for so much of it?
    pub fn is_as_good_as(self, told: &Value, tolerance: f64) -> bool {
        let within = |name: &str, is: f64| told[name].as_f64().is_some_and(|was| is <= was * (1.0 + tolerance));
        within("loss", self.loss)
            && within("size_error_of_captures", self.size_errors[0])
            && within("size_error_of_lives", self.size_errors[1])
    }
}

/// The chance of a capture with those log-odds.
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
