//! Time that tells the same on a loaded machine: the CPU clock of the thread, beside a small fixed
//! piece of work.

use super::Work;
use cpu_time::ThreadTime;
use std::hint::black_box;

/// Seconds that the kernel takes on a machine at which rates are stated.
pub const NOMINAL: f64 = 0.002;
const CELLS: usize = 1 << 16;
const STEPS: u32 = 250_000;

/// A fixed piece of work, of the kind that solvers do: dependent loads from a quarter of a
/// megabyte, bit operations, and branches that can't be foretold.
pub struct Kernel {
    cells: Vec<u32>,
}

impl Default for Kernel {
    fn default() -> Self {
        Kernel { cells: (0..CELLS as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect() }
    }
}

impl Kernel {
    /// CPU seconds that the work takes now.
    pub fn seconds(&self) -> f64 {
        let start = ThreadTime::now();
        let (mut at, mut sum) = (1u32, 0u32);
        for _ in 0..STEPS {
            at ^= at << 13;
            at ^= at >> 17;
            at ^= at << 5;
            let seen = self.cells[(at ^ sum) as usize % CELLS];
            sum = if seen & 4 == 0 { sum.wrapping_add(seen.count_ones()) } else { sum ^ seen };
        }
        black_box(sum);
        start.elapsed().as_secs_f64()
    }
}

/// The amount and the time of a piece of work.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Done {
    /// Units: puzzles, positions, nodes.
    pub units: u64,
    /// CPU seconds.
    pub seconds: f64,
}

/// One measurement of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// Units a second of CPU.
    pub rate: f64,
    /// The rate on a machine that takes [`NOMINAL`] seconds for the kernel.
    pub normal: f64,
    /// CPU seconds of the turn.
    pub seconds: f64,
}

impl Turn {
    /// Does so much of a row's work, between two runs of the kernel.
    ///
    /// # Errors
    /// A wrong answer of the work, in words.
    pub fn take(work: &mut Work, amount: u64, kernel: &Kernel) -> Result<Turn, String> {
        let before = kernel.seconds();
        let done = work(amount)?;
        let beside = (before + kernel.seconds()) / 2.0;
        Turn::of(done, beside).ok_or_else(|| "nothing was done".to_string())
    }

    /// The turn of a piece of work beside which the kernel took `kernel` seconds; `None` if nothing
    /// was done.
    pub fn of(done: Done, kernel: f64) -> Option<Turn> {
        let rate = done.units as f64 / done.seconds.max(1e-9);
        (done.units > 0).then_some(Turn { rate, normal: rate * kernel / NOMINAL, seconds: done.seconds })
    }
}

/// CPU seconds of this thread that some work takes, if it gives the right answer.
pub(super) fn timed(units: u64, work: impl FnOnce() -> Result<(), String>) -> Result<Done, String> {
    let start = ThreadTime::now();
    work()?;
    Ok(Done { units, seconds: start.elapsed().as_secs_f64() })
}
