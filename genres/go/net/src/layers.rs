//! The layers of a network on feature maps.

/// The values of each channel on each point, by point and then by channel.
#[derive(Clone, Debug)]
pub struct Maps {
    pub width: usize,
    pub height: usize,
    pub channels: usize,
    pub data: Vec<f32>,
}

impl Maps {
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// Adds a number to each channel, the same on all points.
    pub fn add_to_channels(&mut self, bias: &[f32]) {
        for point in self.data.chunks_exact_mut(self.channels) {
            point.iter_mut().zip(bias).for_each(|(x, b)| *x += b);
        }
    }

    /// Adds other maps of the same shape.
    pub fn add(&mut self, other: &Maps) {
        self.data.iter_mut().zip(&other.data).for_each(|(x, y)| *x += y);
    }

    /// The sum of each channel over the board, and its maximum (-1 at least).
    fn sums(&self) -> (Vec<f32>, Vec<f32>) {
        let (mut sum, mut most) = (vec![0.0; self.channels], vec![-1.0_f32; self.channels]);
        for point in self.data.chunks_exact(self.channels) {
            for (c, &x) in point.iter().enumerate() {
                sum[c] += x;
                most[c] = most[c].max(x);
            }
        }
        (sum, most)
    }

    /// How the board's side differs from 14, in tens.
    fn side(&self) -> f32 {
        ((self.points() as f32).sqrt() - 14.0) * 0.1
    }

    /// Mean, mean by the board's side, and maximum of each channel.
    pub fn pooled(&self) -> Vec<f32> {
        let (sum, most) = self.sums();
        let mean: Vec<f32> = sum.iter().map(|s| s / self.points() as f32).collect();
        let by_side = mean.iter().map(|m| m * self.side());
        mean.iter().copied().chain(by_side).chain(most).collect()
    }

    /// Mean, mean by the board's side, and mean by the side's square of each channel.
    pub fn pooled_for_value(&self) -> Vec<f32> {
        let mean: Vec<f32> = self.sums().0.iter().map(|s| s / self.points() as f32).collect();
        let (side, square) = (self.side(), self.side() * self.side() - 0.1);
        mean.iter().copied().chain(mean.iter().map(|m| m * side)).chain(mean.iter().map(|m| m * square)).collect()
    }
}

/// What is done to a value after a norm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    Identity,
    Relu,
    Mish,
    Silu,
}

impl Activation {
    pub fn of(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            Activation::Mish => x * softplus(x).tanh(),
            Activation::Silu => x / (1.0 + (-x).exp()),
        }
    }
}

fn softplus(x: f32) -> f32 {
    if x > 20.0 { x } else { x.exp().ln_1p() }
}

/// A batch norm, folded to a factor and a summand for each channel, with its activation.
#[derive(Clone, Debug)]
pub struct Norm {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
    pub activation: Activation,
}

impl Norm {
    pub fn apply(&self, maps: &Maps) -> Maps {
        let mut out = maps.clone();
        for point in out.data.chunks_exact_mut(maps.channels) {
            for ((x, s), b) in point.iter_mut().zip(&self.scale).zip(&self.bias) {
                *x = self.activation.of(*x * s + b);
            }
        }
        out
    }
}

/// A matrix by which a row of numbers is multiplied.
#[derive(Clone, Debug)]
pub struct Matrix {
    pub inputs: usize,
    pub outputs: usize,
    /// By input and then by output.
    pub weights: Vec<f32>,
}

impl Matrix {
    pub fn apply(&self, row: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.outputs];
        for (x, weights) in row.iter().zip(self.weights.chunks_exact(self.outputs)) {
            out.iter_mut().zip(weights).for_each(|(o, w)| *o += x * w);
        }
        out
    }
}

/// The number, or 0 where it is too small to count: products of two such numbers would be
/// subnormal, and processors take a hundred times longer for these.
fn without_dust(x: f32) -> f32 {
    if x.abs() < 1e-15 { 0.0 } else { x }
}

/// Output channels that are summed at once.
const LANES: usize = 16;
/// Neighbouring points that are summed at once.
const TILE: usize = 5;

/// A convolution over squares of 1, 3 or 5 points a side.
#[derive(Clone, Debug)]
pub struct Convolution {
    side: usize,
    pub inputs: usize,
    pub outputs: usize,
    /// By sixteen output channels, then by point of the square, by input, by output.
    weights: Vec<[f32; LANES]>,
}

impl Convolution {
    /// `weights`: by point of the square, row by row, then by input, then by output.
    pub fn new(side: usize, inputs: usize, outputs: usize, weights: &[f32]) -> Self {
        let mut blocks = Vec::with_capacity(outputs.div_ceil(LANES) * side * side * inputs);
        for first in (0..outputs).step_by(LANES) {
            for row in weights.chunks_exact(outputs) {
                let mut lanes = [0.0; LANES];
                let end = outputs.min(first + LANES);
                lanes.iter_mut().zip(&row[first..end]).for_each(|(lane, &w)| *lane = without_dust(w));
                blocks.push(lanes);
            }
        }
        Convolution { side, inputs, outputs, weights: blocks }
    }

    pub fn apply(&self, maps: &Maps) -> Maps {
        let padded = Padded::new(maps, self.side / 2);
        let mut out = vec![0.0; maps.points() * self.outputs];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: `sum_wide` asks for nothing but the instructions of AVX2, and this processor has
            // them, as the line above shows.
            unsafe { self.sum_wide(&padded, &mut out) };
            return Maps { channels: self.outputs, data: out, ..*maps };
        }
        self.sum(&padded, &mut out);
        Maps { channels: self.outputs, data: out, ..*maps }
    }

    /// [`sum`](Self::sum), compiled for wider registers; the order of sums is the same.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn sum_wide(&self, padded: &Padded, out: &mut [f32]) {
        self.sum(padded, out);
    }

    #[inline(always)]
    fn sum(&self, padded: &Padded, out: &mut [f32]) {
        let square = self.side * self.side * self.inputs;
        for (block, weights) in self.weights.chunks_exact(square).enumerate() {
            let lanes = LANES.min(self.outputs - block * LANES);
            for y in 0..padded.height {
                for x in (0..padded.width).step_by(TILE) {
                    let sums = self.sum_tile(padded, weights, x, y);
                    for (i, sum) in sums.iter().enumerate().take(padded.width - x) {
                        let at = (y * padded.width + x + i) * self.outputs + block * LANES;
                        out[at..at + lanes].copy_from_slice(&sum[..lanes]);
                    }
                }
            }
        }
    }

    /// Sums of sixteen output channels on neighbouring points of a row.
    #[inline(always)]
    fn sum_tile(&self, padded: &Padded, weights: &[[f32; LANES]], x: usize, y: usize) -> [[f32; LANES]; TILE] {
        let mut sums = [[0.0; LANES]; TILE];
        for (point, weights) in weights.chunks_exact(self.inputs).enumerate() {
            let (dx, dy) = (point % self.side, point / self.side);
            let rows: [&[f32]; TILE] = std::array::from_fn(|i| padded.at(x + dx + i, y + dy, weights.len()));
            for (input, weights) in weights.iter().enumerate() {
                for (sum, row) in sums.iter_mut().zip(&rows) {
                    let value = row[input];
                    for (s, w) in sum.iter_mut().zip(weights) {
                        *s += value * w;
                    }
                }
            }
        }
        sums
    }
}

/// Maps with a border of zeros, wide enough for the last tile of a row.
struct Padded {
    width: usize,
    height: usize,
    stride: usize,
    channels: usize,
    data: Vec<f32>,
}

impl Padded {
    fn new(maps: &Maps, border: usize) -> Padded {
        let (w, h, channels) = (maps.width, maps.height, maps.channels);
        let stride = w.next_multiple_of(TILE) + 2 * border;
        let mut data = vec![0.0; stride * (h + 2 * border) * channels];
        for (y, row) in maps.data.chunks_exact(w * channels).enumerate() {
            let at = ((y + border) * stride + border) * channels;
            data[at..at + w * channels].iter_mut().zip(row).for_each(|(to, &x)| *to = without_dust(x));
        }
        Padded { width: w, height: h, stride, channels, data }
    }

    #[inline(always)]
    fn at(&self, x: usize, y: usize, channels: usize) -> &[f32] {
        let at = (y * self.stride + x) * self.channels;
        &self.data[at..at + channels]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern that are the same in every run.
    fn numbers(count: usize, mut seed: u32) -> Vec<f32> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    /// The definition of a convolution, in the same order of sums.
    fn plain(side: usize, inputs: usize, outputs: usize, weights: &[f32], maps: &Maps) -> Vec<f32> {
        let (w, h, r) = (maps.width as isize, maps.height as isize, (side / 2) as isize);
        let mut out = Vec::new();
        for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
            for o in 0..outputs {
                let mut sum = 0.0;
                for (dy, dx) in (0..side).flat_map(|dy| (0..side).map(move |dx| (dy, dx))) {
                    let (px, py) = (x + dx as isize - r, y + dy as isize - r);
                    let is_inside = (0..w).contains(&px) && (0..h).contains(&py);
                    for i in 0..inputs {
                        let value = if is_inside { maps.data[(py * w + px) as usize * inputs + i] } else { 0.0 };
                        sum += value * weights[((dy * side + dx) * inputs + i) * outputs + o];
                    }
                }
                out.push(sum);
            }
        }
        out
    }

    #[test]
    fn convolutions_are_those_of_the_definition_to_the_last_bit() {
        for (k, (side, inputs, outputs, width, height)) in
            [(3, 5, 7, 4, 6), (1, 16, 16, 9, 9), (3, 12, 33, 19, 2), (5, 3, 20, 7, 7), (3, 8, 16, 1, 1)]
                .into_iter()
                .enumerate()
        {
            let weights = numbers(side * side * inputs * outputs, k as u32);
            let maps = Maps { width, height, channels: inputs, data: numbers(width * height * inputs, 77 + k as u32) };
            let layer = Convolution::new(side, inputs, outputs, &weights);
            let expected = plain(side, inputs, outputs, &weights, &maps);
            assert_eq!(layer.apply(&maps).data, expected, "case {k}");
            // The form without wide registers.
            let mut out = vec![0.0; width * height * outputs];
            layer.sum(&Padded::new(&maps, side / 2), &mut out);
            assert_eq!(out, expected, "case {k}, narrow");
        }
    }
}
