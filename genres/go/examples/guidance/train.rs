//! Training of the network, in plain numbers: forward, backward, and Adam's steps.

use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;
use tesuji_go::Role;
use tesuji_go::read::search::network::{CHANNELS, CLASSES, COUNT, LANES, Part, TAPS, Taught};

/// The greatest step, and how many positions make one.
const RATE: f32 = 0.003;
const BATCH: usize = 32;
/// Adam's two means, and the least divisor.
const MEANS: (f32, f32) = (0.9, 0.999);
const LEAST: f32 = 1e-8;
/// The most that a layer gives, and the greatest weight.
const CLIP: f32 = 127.0 / 32.0;
const GREATEST: f32 = 127.0 / 64.0;
/// How much an error of a size counts, and how much of it.
const SIZES: f32 = 0.05;
const LARGEST_ERROR: f32 = 3.0;

type Row = [f32; CHANNELS];
type Layer = Vec<Row>;

/// Draws an order.
pub fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for i in 0..list.len() {
        let j = i + (rng.next_u64() % (list.len() - i) as u64) as usize;
        list.swap(i, j);
    }
}

/// Weights in training. Those of the dense layers are kept by tap, channel below, channel.
pub struct Trained {
    weights: Vec<f32>,
    /// The weights as they are used: rounded as the network stores them, or not.
    used: Vec<f32>,
    gradient: Vec<f32>,
    means: [Vec<f32>; 2],
    steps: usize,
    batches: i32,
    pub is_rounded: bool,
}

fn side(turn: Role) -> usize {
    usize::from(turn == Role::Defender)
}

fn at(part: Part, offset: usize) -> usize {
    part.range().start + offset
}

fn row(weights: &[f32], from: usize) -> &Row {
    weights[from..][..CHANNELS].try_into().expect("a row has all channels")
}

fn row_mut(weights: &mut [f32], from: usize) -> &mut Row {
    (&mut weights[from..][..CHANNELS]).try_into().expect("a row has all channels")
}

/// Adds a multiple of a row.
fn add(to: &mut Row, by: f32, from: &Row) {
    to.iter_mut().zip(from).for_each(|(to, x)| *to += by * x);
}

fn dot(a: &Row, b: &Row) -> f32 {
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

/// The weights of the dense layers by channel first, as the network has them, or back.
fn transposed(weights: &[f32], is_from_network: bool) -> Vec<f32> {
    let mut all = weights.to_vec();
    for (part, inputs) in [(Part::Second, TAPS * CHANNELS), (Part::Third, TAPS * CHANNELS), (Part::Mean, CHANNELS)] {
        for input in 0..inputs {
            for channel in 0..CHANNELS {
                let of_network = at(part, channel * inputs + input);
                let own = at(part, input * CHANNELS + channel);
                let (to, from) = if is_from_network { (own, of_network) } else { (of_network, own) };
                all[to] = weights[from];
            }
        }
    }
    all
}

/// One of the eight images of the taps.
fn image(neighbours: &[[u8; 8]], which: u64) -> Vec<[usize; TAPS]> {
    let turns = (which & 3) as usize;
    let place = |tap: usize| {
        let (base, i) = (tap & 4, tap & 3);
        // A mirror keeps what is above; corners lie clockwise of the sides.
        let i = if which & 4 == 0 { i } else { (if base == 0 { 4 - i } else { 3 - i }) & 3 };
        base + (i + turns) % 4
    };
    let all = neighbours.iter().enumerate();
    all.map(|(cell, n)| std::array::from_fn(|tap| if tap == 8 { cell } else { n[place(tap)].into() })).collect()
}

/// Layers of one position.
struct Pass {
    taps: Vec<[usize; TAPS]>,
    layers: [Layer; 3],
    mean: Row,
}

fn clipped(x: f32) -> f32 {
    x.clamp(0.0, CLIP)
}

impl Trained {
    /// Random weights.
    pub fn new(rng: &mut ChaCha8Rng) -> Trained {
        let mut weights = vec![0_f32; COUNT];
        let mut fill = |part: Part, inputs: usize| {
            let spread = (6.0 / inputs as f32).sqrt();
            for weight in &mut weights[part.range()] {
                *weight = ((rng.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * spread;
            }
        };
        fill(Part::First, 2 * TAPS);
        fill(Part::Second, TAPS * CHANNELS);
        fill(Part::Third, TAPS * CHANNELS);
        // The head begins by saying nothing.
        Trained::of(weights)
    }

    /// Goes on from the weights of a network.
    pub fn from(weights: &[f32]) -> Trained {
        Trained::of(transposed(weights, true))
    }

    fn of(weights: Vec<f32>) -> Trained {
        let used = weights.clone();
        let zeros = || vec![0.0; COUNT];
        Trained { weights, used, gradient: zeros(), means: [zeros(), zeros()], steps: 0, batches: 0, is_rounded: false }
    }

    /// The weights in the order of the network.
    pub fn weights(&self) -> Vec<f32> {
        transposed(&self.weights, false)
    }

    /// One pass over all positions, of `steps` in all.
    pub fn pass(&mut self, taught: &[Taught], steps: usize, rng: &mut ChaCha8Rng) {
        for batch in taught.chunks(BATCH) {
            for position in batch {
                self.learn(position, rng.next_u64());
            }
            self.steps += batch.len();
            let left = 1.0 - self.steps as f32 / steps as f32;
            self.step(RATE * left.max(0.02), batch.len());
        }
    }

    fn step(&mut self, rate: f32, count: usize) {
        self.batches += 1;
        let (first, second) = (1.0 - MEANS.0.powi(self.batches), 1.0 - MEANS.1.powi(self.batches));
        let [means, squares] = &mut self.means;
        for i in 0..COUNT {
            let slope = self.gradient[i] / count as f32;
            means[i] = MEANS.0 * means[i] + (1.0 - MEANS.0) * slope;
            squares[i] = MEANS.1 * squares[i] + (1.0 - MEANS.1) * slope * slope;
            let change = rate * means[i] / first / ((squares[i] / second).sqrt() + LEAST);
            self.weights[i] = (self.weights[i] - change).clamp(-GREATEST, GREATEST);
            let weight = self.weights[i];
            self.used[i] = if self.is_rounded { (weight * 64.0).round() / 64.0 } else { weight };
            self.gradient[i] = 0.0;
        }
    }

    fn forward(&self, position: &Taught, which: u64) -> Pass {
        let taps = image(&position.neighbours, which);
        let (turn, w) = (side(position.scene.turn), &self.used);
        let mut first: Layer = Vec::with_capacity(taps.len());
        for taps in &taps {
            let mut sum = *row(w, at(Part::FirstBias, turn * CHANNELS));
            for (tap, &cell) in taps.iter().enumerate() {
                let class = usize::from(position.scene.of[cell]);
                add(&mut sum, 1.0, row(w, at(Part::First, ((turn * TAPS + tap) * CLASSES + class) * CHANNELS)));
            }
            first.push(sum.map(clipped));
        }
        let second = self.dense(Part::Second, *row(w, at(Part::SecondBias, 0)), &taps, &first);
        let mut mean = [0.0; CHANNELS];
        second.iter().for_each(|row| add(&mut mean, 1.0 / taps.len() as f32, row));
        let mut bias = *row(w, at(Part::ThirdBias, 0));
        for (j, &x) in mean.iter().enumerate() {
            add(&mut bias, x, row(w, at(Part::Mean, j * CHANNELS)));
        }
        let third = self.dense(Part::Third, bias, &taps, &second);
        Pass { taps, layers: [first, second, third], mean }
    }

    fn dense(&self, part: Part, bias: Row, taps: &[[usize; TAPS]], below: &Layer) -> Layer {
        let mut layer = Vec::with_capacity(taps.len());
        for taps in taps {
            let mut sum = bias;
            for (tap, &cell) in taps.iter().enumerate() {
                let Some(seen) = below.get(cell) else { continue };
                for (j, &x) in seen.iter().enumerate() {
                    if x != 0.0 {
                        add(&mut sum, x, row(&self.used, at(part, (tap * CHANNELS + j) * CHANNELS)));
                    }
                }
            }
            layer.push(sum.map(clipped));
        }
        layer
    }

    /// Adds the slopes of the loss on one position.
    fn learn(&mut self, position: &Taught, which: u64) {
        let Pass { taps, layers: [first, second, third], mean } = self.forward(position, which);
        let turn = side(position.scene.turn);
        let mut slopes: Layer = vec![[0.0; CHANNELS]; taps.len()];
        let share = 1.0 / (position.moves.len() as f32).sqrt();
        for mv in &position.moves {
            let cell = usize::from(mv.cell);
            let mut number = |lane: usize, slope: &dyn Fn(f32) -> f32| {
                let head = at(Part::Head, (turn * LANES + lane) * CHANNELS);
                let bias = at(Part::HeadBias, turn * LANES + lane);
                let told = mv.prior[lane] as f32 / 8.0 + self.used[bias] + dot(row(&self.used, head), &third[cell]);
                let slope = share * slope(told);
                add(row_mut(&mut self.gradient, head), slope, &third[cell]);
                self.gradient[bias] += slope;
                add(&mut slopes[cell], slope, row(&self.used, head));
            };
            let truth = f32::from(u8::from(mv.captured));
            number(0, &|odds| 1.0 / (1.0 + (-odds).exp()) - truth);
            let size = |told: f32| SIZES * (told - mv.size).clamp(-LARGEST_ERROR, LARGEST_ERROR);
            number(if mv.captured { 1 } else { 2 }, &size);
        }
        let mut below = vec![[0.0; CHANNELS]; taps.len()];
        let bias = self.back(Part::Third, (&taps, &second, &third), &slopes, &mut below);
        add(row_mut(&mut self.gradient, at(Part::ThirdBias, 0)), 1.0, &bias);
        for (j, &x) in mean.iter().enumerate() {
            let from = at(Part::Mean, j * CHANNELS);
            add(row_mut(&mut self.gradient, from), x, &bias);
            let slope = dot(row(&self.used, from), &bias) / taps.len() as f32;
            below.iter_mut().for_each(|row| row[j] += slope);
        }
        let mut lowest = vec![[0.0; CHANNELS]; taps.len()];
        let bias = self.back(Part::Second, (&taps, &first, &second), &below, &mut lowest);
        add(row_mut(&mut self.gradient, at(Part::SecondBias, 0)), 1.0, &bias);
        for (cell, taps) in taps.iter().enumerate() {
            let slope = kept(&lowest[cell], &first[cell]);
            add(row_mut(&mut self.gradient, at(Part::FirstBias, turn * CHANNELS)), 1.0, &slope);
            for (tap, &seen) in taps.iter().enumerate() {
                let class = usize::from(position.scene.of[seen]);
                let from = at(Part::First, ((turn * TAPS + tap) * CLASSES + class) * CHANNELS);
                add(row_mut(&mut self.gradient, from), 1.0, &slope);
            }
        }
    }

    /// The slopes through a dense layer; what they are for its bias.
    fn back(
        &mut self,
        part: Part,
        (taps, below, layer): (&[[usize; TAPS]], &Layer, &Layer),
        slopes: &Layer,
        to: &mut Layer,
    ) -> Row {
        let mut bias = [0.0; CHANNELS];
        for (cell, taps) in taps.iter().enumerate() {
            let slope = kept(&slopes[cell], &layer[cell]);
            if slope.iter().all(|&x| x == 0.0) {
                continue;
            }
            add(&mut bias, 1.0, &slope);
            for (tap, &seen) in taps.iter().enumerate() {
                let Some(row_below) = below.get(seen) else { continue };
                for (j, &x) in row_below.iter().enumerate() {
                    let from = at(part, (tap * CHANNELS + j) * CHANNELS);
                    if x != 0.0 {
                        add(row_mut(&mut self.gradient, from), x, &slope);
                        to[seen][j] += dot(row(&self.used, from), &slope);
                    }
                }
            }
        }
        bias
    }
}

/// The slopes where a layer is not clipped.
fn kept(slopes: &Row, layer: &Row) -> Row {
    std::array::from_fn(|i| if layer[i] > 0.0 && layer[i] < CLIP { slopes[i] } else { 0.0 })
}
