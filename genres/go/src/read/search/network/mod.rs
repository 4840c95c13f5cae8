//! A small convolutional network that corrects the first numbers of a position's moves.
//!
//! It looks at the cells of a region around its target: what is on each of them (`scene`), then
//! three layers that see the eight neighbours of a cell, the third one the mean of the whole region
//! too. For each cell it says by how much the three numbers of the [`prior`](super::prior) for the
//! position after a move there are wrong: the log-odds of a capture, and the sizes of its proof and
//! of that of life. All weights have 8 bits and all sums are whole numbers, so that it says the
//! same on every machine. The example `guidance` trains it on positions that the reader decided; a
//! wrong word of it costs time, never a verdict. No weights come with the crate, and the reader
//! works without: a network that foretells results and sizes better than the prior did not make it
//! visit fewer positions.

mod forward;
#[cfg(test)]
mod plain;
mod scene;
mod taught;
mod weights;

pub use scene::{CLASSES, EDGE, OUTSIDE, Scene};
pub(super) use taught::taught;
pub use taught::{Lesson, Taught, TaughtMove};
pub use weights::{COUNT, Part, Unfit};

/// Channels of each layer.
pub const CHANNELS: usize = 16;
/// Cells that a layer sees from one: the eight neighbours, then the cell itself.
pub const TAPS: usize = 9;
/// Numbers for each cell, as the prior has them.
pub const LANES: usize = 3;

/// A network with its weights.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// All weights, in the order of [`Part::ALL`].
    weights: Vec<i8>,
    /// Those of the first layer, by side to move, tap and class.
    first: Vec<[i16; CHANNELS]>,
    /// Those of the second and the third layer, by channel.
    dense: [Vec<[i16; CHANNELS * TAPS]>; 2],
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}
