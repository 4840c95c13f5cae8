//! Weights from the choices of proofs: the likelihood of the move that was chosen, by gradient steps.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_go::zones::guidance::{COUNT, Choice, Guidance, MODELS};

/// Passes over all choices.
const PASSES: u8 = 6;
/// The step of the first pass; later ones are smaller.
const RATE: f32 = 0.05;
/// Each step takes this share off a weight.
const DECAY: f32 = 2e-5;

/// Choices of proofs, those of held-out questions apart.
#[derive(Default)]
pub struct Material {
    choices: Vec<Choice>,
    held_out: Vec<Choice>,
}

impl Material {
    pub fn add(&mut self, choices: Vec<Choice>, is_held_out: bool) {
        if is_held_out { self.held_out.extend(choices) } else { self.choices.extend(choices) }
    }

    /// The weights of all models.
    pub fn fit(&self, seed: u64) -> Vec<f32> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0_f32; MODELS * COUNT];
        let mut order: Vec<usize> = (0..self.choices.len()).collect();
        for pass in 0..PASSES {
            for i in 0..order.len() {
                let j = i + (rng.next_u64() % (order.len() - i) as u64) as usize;
                order.swap(i, j);
            }
            let rate = RATE / (1.0 + f32::from(pass));
            order.iter().for_each(|&i| step(&mut weights, &self.choices[i], rate));
        }
        weights
    }

    /// The loss on what is held out, and how often the likeliest move was the chosen one.
    pub fn told(&self, guidance: &Guidance) -> String {
        let mut told = Vec::new();
        for model in 0..MODELS {
            let (mut count, mut first, mut loss) = (0_u32, 0_u32, 0_f64);
            for choice in self.held_out.iter().filter(|choice| choice.model == model) {
                let score = |list: &Vec<u16>| f64::from(guidance.sum(model, list)) / 8.0;
                let scores: Vec<f64> = choice.moves.iter().map(score).collect();
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let all: f64 = scores.iter().map(|s| (s - best).exp()).sum();
                loss -= scores[choice.chosen] - best - all.ln();
                first += u32::from(scores[choice.chosen] >= best);
                count += 1;
            }
            let all = f64::from(count.max(1));
            told.push(format!(
                "model {model}: {count} choices, loss {:.3}, first {:.3}",
                loss / all,
                f64::from(first) / all
            ));
        }
        told.join("; ")
    }
}

fn step(weights: &mut [f32], choice: &Choice, rate: f32) {
    let base = choice.model * COUNT;
    let score = |list: &Vec<u16>| list.iter().map(|&i| weights[base + usize::from(i)]).sum::<f32>();
    let scores: Vec<f32> = choice.moves.iter().map(score).collect();
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let chances: Vec<f32> = scores.iter().map(|s| (s - best).exp()).collect();
    let all: f32 = chances.iter().sum();
    for (place, (list, chance)) in choice.moves.iter().zip(chances).enumerate() {
        let error = f32::from(u8::from(place == choice.chosen)) - chance / all;
        for &i in list {
            let weight = &mut weights[base + usize::from(i)];
            *weight += rate * error - rate * DECAY * *weight;
        }
    }
}
