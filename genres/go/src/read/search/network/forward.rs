//! The network at work, in whole numbers.
//!
//! A weight is a number of 64ths, what a layer gives one of 32nds from 0 to 127; so sums are
//! numbers of 2048ths.

use super::weights::Part;
use super::{CHANNELS, LANES, Network, Scene, TAPS};
use crate::Role;
use crate::read::Cell;

/// The cells, what is outside of the region, and what is off the board.
const ROWS: usize = 66;
type Layer = [[i16; CHANNELS]; ROWS];

/// The binary logarithm of 2048ths in an eighth, in a 32nd, in a 64th.
pub(super) const TO_EIGHTHS: u32 = 8;
pub(super) const TO_LAYER: u32 = 6;
pub(super) const OF_BIAS: u32 = 5;
/// The most that a layer gives.
pub(super) const MOST: i32 = 127;

pub(super) fn side(turn: Role) -> usize {
    usize::from(turn == Role::Defender)
}

fn dot<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

impl Network {
    /// Corrections of the prior's numbers for the position after a move on each cell, in eighths.
    #[must_use]
    pub fn corrections(&self, neighbours: &[[Cell; 8]], scene: &Scene) -> [[i32; LANES]; 64] {
        let neighbours = &neighbours[..neighbours.len().min(64)];
        let cells = neighbours.len();
        let turn = side(scene.turn);
        let mut below: Layer = [[0; CHANNELS]; ROWS];
        self.first(neighbours, scene, &mut below);
        let mut above: Layer = [[0; CHANNELS]; ROWS];
        self.dense(0, neighbours, &[0; CHANNELS], &below, &mut above);
        let mut mean = [0_i32; CHANNELS];
        for row in &above[..cells] {
            mean.iter_mut().zip(row).for_each(|(sum, &x)| *sum += i32::from(x));
        }
        let mean = mean.map(|sum| (sum / cells.max(1) as i32) as i16);
        let weights = self.part(Part::Mean).chunks_exact(CHANNELS);
        let mut added = [0; CHANNELS];
        for (added, row) in added.iter_mut().zip(weights) {
            *added = row.iter().zip(mean).map(|(&w, x)| i32::from(w) * i32::from(x)).sum();
        }
        self.dense(1, neighbours, &added, &above, &mut below);
        let mut told = [[0; LANES]; 64];
        let (head, bias) = (self.part(Part::Head), self.part(Part::HeadBias));
        for lane in 0..LANES {
            let at = turn * LANES + lane;
            let weights = &head[at * CHANNELS..][..CHANNELS];
            for (told, row) in told[..cells].iter_mut().zip(&below) {
                let sum: i32 = weights.iter().zip(row).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum();
                let half = 1 << (TO_EIGHTHS - 1);
                told[lane] = (sum + (i32::from(bias[at]) << OF_BIAS) + half) >> TO_EIGHTHS;
            }
        }
        told
    }

    fn first(&self, neighbours: &[[Cell; 8]], scene: &Scene, to: &mut Layer) {
        let turn = side(scene.turn);
        let rows = &self.first[turn * TAPS * super::CLASSES..][..TAPS * super::CLASSES];
        let bias = &self.part(Part::FirstBias)[turn * CHANNELS..][..CHANNELS];
        for (cell, around) in neighbours.iter().enumerate() {
            let mut sum: [i16; CHANNELS] = std::array::from_fn(|i| i16::from(bias[i]));
            let mut add = |tap: usize, at: usize| {
                let row = &rows[tap * super::CLASSES + usize::from(scene.of[at] & 15)];
                sum.iter_mut().zip(row).for_each(|(sum, &w)| *sum += w);
            };
            for (tap, &at) in around.iter().enumerate() {
                add(tap, usize::from(at));
            }
            add(TAPS - 1, cell);
            to[cell] = sum.map(|x| (x >> 1).clamp(0, MOST as i16));
        }
    }

    fn dense(&self, layer: usize, neighbours: &[[Cell; 8]], added: &[i32; CHANNELS], from: &Layer, to: &mut Layer) {
        let bias = self.part([Part::SecondBias, Part::ThirdBias][layer]);
        let added: [i32; CHANNELS] = std::array::from_fn(|i| added[i] + (i32::from(bias[i]) << OF_BIAS));
        let mut seen = [0; CHANNELS * TAPS];
        for (cell, around) in neighbours.iter().enumerate() {
            for (tap, &at) in around.iter().enumerate() {
                seen[tap * CHANNELS..][..CHANNELS].copy_from_slice(&from[usize::from(at)]);
            }
            seen[(TAPS - 1) * CHANNELS..].copy_from_slice(&from[cell]);
            for (i, weights) in self.dense[layer].iter().enumerate() {
                to[cell][i] = ((dot(weights, &seen) + added[i]) >> TO_LAYER).clamp(0, MOST) as i16;
            }
        }
    }
}
