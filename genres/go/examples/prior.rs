//! Trains the prior of the fast reader, on random positions that the reader solved without it, and prints the weights.
//!
//! `cargo run --release -p tesuji-go --example prior -- [--problems N] [--empty E] [--nodes N] [--seed S] > weights.txt`
//!
//! Every tenth problem is held out: the loss on those is told after each round.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_go::read::search::prior::{COUNT, Patterns, print};
use tesuji_go::read::{Area, Exits, sample};
use tesuji_go::{DfPnReader, Role};
use tesuji_solver::Limits;

/// Decided positions as lists of patterns.
#[derive(Default)]
struct Samples {
    lists: Vec<u16>,
    ends: Vec<usize>,
    captured: Vec<bool>,
    held_out: Vec<bool>,
}

impl Samples {
    fn patterns(&self, i: usize) -> &[u16] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.lists[begin..self.ends[i]]
    }

    /// The chance of a capture, by those weights.
    fn chance(&self, weights: &[f32], i: usize) -> f32 {
        let x: f32 = self.patterns(i).iter().map(|&p| weights[p as usize]).sum();
        1.0 / (1.0 + (-x).exp())
    }
}

fn shuffle<T>(list: &mut [T], most: usize, rng: &mut ChaCha8Rng) {
    for i in 0..list.len().min(most) {
        let j = i + (rng.next_u64() % (list.len() - i) as u64) as usize;
        list.swap(i, j);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |key: &str, default: u64| {
        args.iter().position(|a| a == key).and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let mut rng = ChaCha8Rng::seed_from_u64(value("--seed", 1));
    let (most_empty, each) = (value("--empty", 13) as usize, value("--each", 1500) as usize);
    let limits = Limits::default().with_nodes(value("--nodes", 60_000));
    let reader = DfPnReader::new();
    let mut samples = Samples::default();
    let (mut problems, mut tried) = (0, 0);
    while problems < value("--problems", 600) {
        let Some(question) = sample::group(&mut rng, most_empty) else { continue };
        let first = Role::ALL[(rng.next_u64() & 1) as usize];
        tried += 1;
        let Ok(Some(mut found)) = reader.decided(&question, first, &limits) else { continue };
        // What is decided at once teaches nothing.
        if found.len() < 200 {
            continue;
        }
        problems += 1;
        shuffle(&mut found, each, &mut rng);
        found.truncate(each);
        let Ok(area) = Area::of(&question, Exits::Free) else { continue };
        let mut patterns = Patterns::of(area);
        for (state, captured) in found {
            patterns.each(&state, |i| samples.lists.push(i as u16));
            samples.ends.push(samples.lists.len());
            samples.captured.push(captured);
            samples.held_out.push(problems % 10 == 0);
        }
    }
    let n = samples.ends.len();
    eprintln!("{tried} positions, {problems} of them with {n} samples");
    let mut weights = vec![0_f32; COUNT];
    let mut order: Vec<usize> = (0..n).filter(|&i| !samples.held_out[i]).collect();
    for round in 0..8_u8 {
        let most = order.len();
        shuffle(&mut order, most, &mut rng);
        let rate = 0.02 / (1.0 + f32::from(round));
        for &i in &order {
            let step = rate * (f32::from(u8::from(samples.captured[i])) - samples.chance(&weights, i));
            for &p in samples.patterns(i) {
                weights[p as usize] += step - 1e-6 * weights[p as usize];
            }
        }
        let (mut loss, mut right, mut held_out) = (0.0, 0, 0);
        for i in (0..n).filter(|&i| samples.held_out[i]) {
            let chance = samples.chance(&weights, i);
            let of_truth = if samples.captured[i] { chance } else { 1.0 - chance };
            loss -= of_truth.max(1e-9).ln();
            right += u32::from(of_truth > 0.5);
            held_out += 1;
        }
        let m = f64::from(held_out).max(1.0);
        eprintln!(
            "round {round}: held out {held_out}, loss {:.4}, right {:.4}",
            f64::from(loss) / m,
            f64::from(right) / m
        );
    }
    print!("{}", print(&weights));
}
