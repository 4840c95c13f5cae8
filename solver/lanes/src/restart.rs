//! One solution at random: random choices, and a fresh start when the search gets lost.
//!
//! Near-empty grids have many solutions but also deep contradictions that no propagation sees; a
//! short search from another random start is worth more than a long one.

use crate::fixpoint::Outcome;
use crate::job::Job;
use crate::kernel::Kernel;
use crate::lanes::{Lanes, Word};
use crate::level::Level;
use crate::plan::{Candidate, State};
use crate::search::Machine;
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;
use tesuji_base::Stop;

/// Source of choices, and how long one start may search.
pub struct Restarts<'r> {
    /// Where choices come from.
    pub rng: &'r mut ChaCha8Rng,
}

impl Restarts<'_> {
    /// Nodes of the first starts over so many variables.
    pub fn first_budget(vars: usize) -> u64 {
        vars.max(60) as u64
    }

    /// Nodes of the next start: every tenth start may take half as many again.
    pub fn next_budget(budget: u64, start: u64) -> u64 {
        if start.is_multiple_of(10) { budget.saturating_add(budget / 2) } else { budget }
    }

    /// A number below `n` (`n > 0`).
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.rng.next_u32()) * u64::from(n)) >> 32) as u32
    }
}

/// Random depth-first search with restarts, until a solution, a proof that there is none, or a
/// limit.
pub(crate) fn random<Lv: Level, L: Lanes, K: Kernel<L, NB>, const NB: usize>(
    machine: &Machine<Lv, L, K, NB>,
    mut root: State<L, NB>,
    job: &mut Job<'_>,
    restarts: &mut Restarts<'_>,
) -> Stop {
    if job.wanted == 0 {
        return Stop::Enough;
    }
    match machine.settle(&mut root, &mut job.stats) {
        Outcome::Conflict => return Stop::Exhausted,
        Outcome::Solved => return machine.report(&root, job),
        Outcome::Stable => {}
    }
    let mut budget = Restarts::first_budget(machine.plan.model.place.len());
    let mut start = 0;
    loop {
        let mut s = root;
        let mut stack: Vec<State<L, NB>> = Vec::new();
        let end = job.stats.nodes.saturating_add(budget);
        let mut outcome = Outcome::Stable;
        loop {
            match outcome {
                Outcome::Solved => return machine.report(&s, job),
                Outcome::Conflict => match stack.pop() {
                    Some(next) => s = next,
                    None => return Stop::Exhausted,
                },
                Outcome::Stable => {
                    let candidate = choose(machine, &s, restarts);
                    let mut other = s;
                    machine.forbid(&mut other, candidate);
                    stack.push(other);
                    machine.assume(&mut s, candidate);
                }
            }
            if let Some(stop) = job.node() {
                return stop;
            }
            if job.stats.nodes >= end {
                break;
            }
            outcome = machine.settle(&mut s, &mut job.stats);
        }
        start += 1;
        budget = Restarts::next_budget(budget, start);
    }
}

/// The best choice offered so far; ties are broken at random.
struct Choice {
    least: u32,
    ties: u32,
    candidate: Candidate,
}

impl Choice {
    /// Considers one of the `options` of a value or a cell, drawn at random if it is no worse than
    /// the best.
    fn offer(&mut self, options: u32, restarts: &mut Restarts<'_>, candidate: impl Fn(u32) -> Candidate) {
        let count = options.count_ones();
        if count < 2 || count > self.least {
            return;
        }
        self.ties = if count < self.least { 1 } else { self.ties + 1 };
        self.least = count;
        if restarts.below(self.ties) == 0 {
            self.candidate = candidate(nth_bit(options, restarts.below(count)));
        }
    }
}

/// A random candidate of a value with the fewest places in its block, or of a cell with the fewest
/// values.
fn choose<Lv: Level, L: Lanes, K: Kernel<L, NB>, const NB: usize>(
    machine: &Machine<Lv, L, K, NB>,
    s: &State<L, NB>,
    restarts: &mut Restarts<'_>,
) -> Candidate {
    let model = &machine.plan.model;
    let size = model.alphabet.len();
    let mut best = Choice { least: u32::MAX, ties: 0, candidate: Candidate { block: 0, lane: 0, bit: 0 } };
    for block in 0..model.blocks {
        let words = s.x[block].words();
        let words = &words.as_ref()[..size];
        for (lane, word) in words.iter().enumerate() {
            best.offer(word.bits(), restarts, |i| Candidate { block, lane, bit: 1 << i });
        }
        for position in 0..size as u32 {
            let lanes = (0..size).fold(0u32, |set, lane| set | (words[lane].bits() >> position & 1) << lane);
            best.offer(lanes, restarts, |lane| Candidate { block, lane: lane as usize, bit: 1 << position });
        }
    }
    best.candidate
}

/// The position of the `n`-th set bit, from 0.
fn nth_bit(mut bits: u32, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}
