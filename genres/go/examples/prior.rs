//! Trains the prior of the fast reader, on random positions that the reader solved, and prints the weights.
//!
//! `cargo run --release -p tesuji-go --example prior -- [--open] [--problems N] [--empty E] [--nodes N] [--each N] [--of-a-size N]
//! [--seed S] [--plain] > F`; F then goes to `src/read/search/prior/weights.txt` (written to directly, it would be empty while this is
//! built), with `--open` to `weights_open.txt`.
//!
//! `--open`: one chain is the target, every other group is open, in one of its regions; else enclosed groups that all count. `--plain`: the positions
//! are read without the prior that there is. Of a problem's positions at most so many are taken in all, and of each result and size of proof (by
//! powers of two). Every tenth problem is held out: the loss on those is told after each round.

use clap::Parser;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_go::read::search::Solved;
use tesuji_go::read::search::prior::{COUNT, Patterns, print};
use tesuji_go::read::{Area, Exits, sample};
use tesuji_go::{DfPnReader, Goal, Question, Role};
use tesuji_solver::Limits;

/// Decided positions as lists of patterns.
#[derive(Default)]
struct Samples {
    lists: Vec<u16>,
    ends: Vec<usize>,
    captured: Vec<bool>,
    sizes: Vec<f32>,
    held_out: Vec<bool>,
}

impl Samples {
    fn patterns(&self, i: usize) -> &[u16] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.lists[begin..self.ends[i]]
    }

    fn sum(&self, weights: &[f32], i: usize) -> f32 {
        self.patterns(i).iter().map(|&p| weights[p as usize]).sum()
    }

    /// The chance of a capture, by those weights.
    fn chance(&self, weights: &[f32], i: usize) -> f32 {
        1.0 / (1.0 + (-self.sum(weights, i)).exp())
    }

    fn step(&self, weights: &mut [f32], i: usize, step: f32) {
        for &p in self.patterns(i) {
            weights[p as usize] += step - 1e-6 * weights[p as usize];
        }
    }
}

fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for i in 0..list.len() {
        let j = i + (rng.next_u64() % (list.len() - i) as u64) as usize;
        list.swap(i, j);
    }
}

/// Log-odds of a capture.
fn train_odds(samples: &Samples, order: &mut [usize], rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut weights = vec![0_f32; COUNT];
    for round in 0..8_u8 {
        shuffle(order, rng);
        let rate = 0.02 / (1.0 + f32::from(round));
        for &i in &*order {
            let step = rate * (f32::from(u8::from(samples.captured[i])) - samples.chance(&weights, i));
            samples.step(&mut weights, i, step);
        }
        let (mut loss, mut right, mut held_out) = (0.0, 0, 0);
        for i in (0..samples.ends.len()).filter(|&i| samples.held_out[i]) {
            let chance = samples.chance(&weights, i);
            let of_truth = if samples.captured[i] { chance } else { 1.0 - chance };
            loss -= of_truth.max(1e-9).ln();
            right += u32::from(of_truth > 0.5);
            held_out += 1;
        }
        let m = f64::from(held_out).max(1.0);
        let (loss, right) = (f64::from(loss) / m, f64::from(right) / m);
        eprintln!("results, round {round}: held out {held_out}, loss {loss:.4}, right {right:.4}");
    }
    weights
}

/// Sizes of the proofs of captures, or of lives.
fn train_sizes(samples: &Samples, order: &mut [usize], of_captures: bool, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut weights = vec![0_f32; COUNT];
    for round in 0..10_u8 {
        shuffle(order, rng);
        let rate = 0.004 / (1.0 + f32::from(round));
        for &i in order.iter().filter(|&&i| samples.captured[i] == of_captures) {
            let error = samples.sizes[i] - samples.sum(&weights, i);
            samples.step(&mut weights, i, rate * error.clamp(-3.0, 3.0));
        }
        let held_out = |&i: &usize| samples.held_out[i] && samples.captured[i] == of_captures;
        let (mut n, mut error, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
        for i in (0..samples.ends.len()).filter(held_out) {
            let size = f64::from(samples.sizes[i]);
            n += 1.0;
            error += (f64::from(samples.sum(&weights, i)) - size).powi(2);
            sum += size;
            squares += size * size;
        }
        let spread = (squares / n - (sum / n).powi(2)).sqrt();
        let (name, error) = (if of_captures { "captures" } else { "lives" }, (error / n).sqrt());
        eprintln!("sizes of {name}, round {round}: held out {n}, standard deviation {spread:.3}, error {error:.3}");
    }
    weights
}

/// The same question about its largest chain.
fn largest_chain(question: Question) -> Question {
    let own = question.board.chains().filter(|c| c.stones.meets(&question.target));
    let target = own.max_by_key(|c| c.stones.len()).map_or(question.target, |c| c.stones);
    Question { target, goal: Goal::Crucial, ..question }
}

/// Trains the prior of the fast reader, and prints the weights.
#[derive(Parser)]
struct Args {
    /// Targets in the open, not enclosed groups
    #[arg(long)]
    open: bool,
    /// Problems that teach something
    #[arg(long, default_value_t = 2500)]
    problems: u64,
    /// Empty points of an enclosed problem, at most
    #[arg(long, default_value_t = 15)]
    empty: usize,
    /// Positions to read a problem: 40,000 in the open, else 150,000
    #[arg(long)]
    nodes: Option<u64>,
    /// Positions that are taken of a problem, at most
    #[arg(long, default_value_t = 1500)]
    each: usize,
    /// The same of each result and size of proof
    #[arg(long, default_value_t = 100)]
    of_a_size: u64,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Read without the prior that there is
    #[arg(long)]
    plain: bool,
}

fn main() {
    let Args { open, problems: wanted, empty: most_empty, nodes, each, of_a_size, seed, plain } = Args::parse();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let limits = Limits::default().with_nodes(nodes.unwrap_or(if open { 40_000 } else { 150_000 }));
    let reader = DfPnReader::new();
    let mut samples = Samples::default();
    let (mut problems, mut tried) = (0, 0);
    while problems < wanted {
        // Every other one is enclosed all the same: that is what is left when all ways out are shut.
        let drawn = if open && problems % 2 == 0 {
            sample::open(&mut rng)
        } else {
            sample::group(&mut rng, most_empty).map(|q| (if open { largest_chain(q) } else { q }, Exits::Free))
        };
        let Some((question, exits)) = drawn else { continue };
        let first = Role::ALL[(rng.next_u64() & 1) as usize];
        tried += 1;
        let Ok((is_read, mut found)) = reader.decided(&question, first, exits, plain, &limits) else { continue };
        // What is decided at once teaches nothing. (In the open much is left undecided, as in the searches that the prior is for.)
        if found.len() < 200 || !(open || is_read) {
            continue;
        }
        problems += 1;
        shuffle(&mut found, &mut rng);
        // Small proofs are the most by far; the large ones matter as much.
        let mut of = [[0; 32]; 2];
        found.retain(|s| {
            let taken = &mut of[usize::from(s.captured)][(s.size as usize).min(31)];
            *taken += 1;
            *taken <= of_a_size
        });
        found.truncate(each);
        let Ok(mut area) = Area::of(&question, exits) else { continue };
        // Its patterns are those of targets in the open.
        area.is_open |= open;
        let mut patterns = Patterns::of(area);
        for Solved { state, captured, size } in found {
            patterns.each(&state, |i| samples.lists.push(i as u16));
            samples.ends.push(samples.lists.len());
            samples.captured.push(captured);
            samples.sizes.push(size);
            samples.held_out.push(problems % 10 == 0);
        }
    }
    let n = samples.ends.len();
    eprintln!("{tried} positions, {problems} of them with {n} samples");
    let mut order: Vec<usize> = (0..n).filter(|&i| !samples.held_out[i]).collect();
    let mut weights = train_odds(&samples, &mut order, &mut rng);
    weights.extend(train_sizes(&samples, &mut order, true, &mut rng));
    weights.extend(train_sizes(&samples, &mut order, false, &mut rng));
    print!("{}", print(&weights));
}
