//! Weights of the patterns, by stochastic gradient descent.

use crate::loss::{Loss, chance};
use crate::samples::Samples;
use crate::shuffle;
use rand_chacha::ChaCha8Rng;
use tesuji_go::read::search::prior::COUNT;

/// Passes over all samples, for the results and for the sizes.
const ROUNDS_OF_RESULTS: u8 = 8;
const ROUNDS_OF_SIZES: u8 = 10;
/// The step of the first pass; later ones are smaller.
const RATE_OF_RESULTS: f32 = 0.02;
const RATE_OF_SIZES: f32 = 0.004;
/// What each step takes off a weight, as a share of it.
const DECAY: f32 = 1e-6;
/// An error of a size counts as so much at most, in binary logarithms.
const LARGEST_ERROR: f32 = 3.0;

/// Trains on all samples that are not held out, in an order that the generator draws.
pub fn train(samples: &Samples, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut order: Vec<usize> = (0..samples.len()).filter(|&i| !samples.held_out[i]).collect();
    let mut weights = results(samples, &mut order, rng);
    weights.extend(sizes(samples, &mut order, true, rng));
    weights.extend(sizes(samples, &mut order, false, rng));
    eprintln!("held out: {:?}", Loss::of(samples, &weights, |i| samples.held_out[i]));
    weights
}

fn step(samples: &Samples, weights: &mut [f32], i: usize, step: f32) {
    for &p in samples.patterns(i) {
        weights[p as usize] += step - DECAY * weights[p as usize];
    }
}

/// Log-odds of a capture.
fn results(samples: &Samples, order: &mut [usize], rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut weights = vec![0_f32; COUNT];
    for round in 0..ROUNDS_OF_RESULTS {
        shuffle(order, rng);
        let rate = RATE_OF_RESULTS / (1.0 + f32::from(round));
        for &i in &*order {
            let truth = f32::from(u8::from(samples.captured[i]));
            let error = truth - chance(samples.sum(&weights, i));
            step(samples, &mut weights, i, rate * error);
        }
    }
    weights
}

/// Sizes of the proofs of captures, or of lives.
fn sizes(samples: &Samples, order: &mut [usize], of_captures: bool, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut weights = vec![0_f32; COUNT];
    for round in 0..ROUNDS_OF_SIZES {
        shuffle(order, rng);
        let rate = RATE_OF_SIZES / (1.0 + f32::from(round));
        for &i in order.iter().filter(|&&i| samples.captured[i] == of_captures) {
            let error = samples.sizes[i] - samples.sum(&weights, i);
            step(samples, &mut weights, i, rate * error.clamp(-LARGEST_ERROR, LARGEST_ERROR));
        }
    }
    weights
}
