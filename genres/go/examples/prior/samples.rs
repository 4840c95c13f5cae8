//! Decided positions of random problems, as lists of patterns.

use crate::shuffle;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_go::read::search::prior::Patterns;
use tesuji_go::read::search::{Guesses, Solved};
use tesuji_go::read::{Area, Exits, sample};
use tesuji_go::{DfPnReader, Goal, Question, Role};
use tesuji_solver::Limits;

/// What is drawn, and how much of it is taken.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Targets in the open, not enclosed groups.
    pub open: bool,
    /// Problems that teach something.
    pub problems: u64,
    /// Most empty points of an enclosed problem.
    pub most_empty: usize,
    /// Positions to read a problem.
    pub nodes: u64,
    /// Most positions that are taken of a problem.
    pub each: usize,
    /// The same of each result and size of proof.
    pub of_a_size: u64,
    /// Seed of the draws.
    pub seed: u64,
}

/// Decided positions as lists of patterns.
#[derive(Default)]
pub struct Samples {
    lists: Vec<u16>,
    ends: Vec<usize>,
    /// Is it captured?
    pub captured: Vec<bool>,
    /// Binary logarithm of the size of the proof.
    pub sizes: Vec<f32>,
    /// Is its problem held out of the training?
    pub held_out: Vec<bool>,
}

impl Samples {
    /// Draws problems and reads them, with those first guesses.
    pub fn draw(draw: &Draw, guesses: &Guesses) -> Samples {
        let mut rng = ChaCha8Rng::seed_from_u64(draw.seed);
        let limits = Limits::default().with_nodes(draw.nodes);
        let reader = DfPnReader::new();
        let mut samples = Samples::default();
        let (mut problems, mut tried) = (0, 0);
        while problems < draw.problems {
            // Every other one is enclosed all the same: that is what is left when all ways out are
            // shut.
            let drawn = if draw.open && problems % 2 == 0 {
                sample::open(&mut rng)
            } else {
                let group = sample::group(&mut rng, draw.most_empty);
                group.map(|q| (if draw.open { largest_chain(q) } else { q }, Exits::Free))
            };
            let Some((question, exits)) = drawn else { continue };
            let first = Role::ALL[(rng.next_u64() & 1) as usize];
            tried += 1;
            let Ok((is_read, mut found)) = reader.decided(&question, first, exits, guesses, &limits) else { continue };
            // What is decided at once teaches nothing. (In the open much is left undecided, as in
            // the searches that the prior is for.)
            if found.len() < 200 || !(draw.open || is_read) {
                continue;
            }
            problems += 1;
            shuffle(&mut found, &mut rng);
            // Small proofs are the most by far; the large ones matter as much.
            let mut of = [[0; 32]; 2];
            found.retain(|s| {
                let taken = &mut of[usize::from(s.captured)][(s.size as usize).min(31)];
                *taken += 1;
                *taken <= draw.of_a_size
            });
            found.truncate(draw.each);
            samples.add(&question, exits, draw.open, &found, problems % 10 == 0);
        }
        eprintln!("{tried} positions, {problems} of them with {} samples", samples.len());
        samples
    }

    fn add(&mut self, question: &Question, exits: Exits, open: bool, found: &[Solved], held_out: bool) {
        let Ok(mut area) = Area::of(question, exits) else { return };
        // Its patterns are those of targets in the open.
        area.is_open |= open;
        let mut patterns = Patterns::of(area);
        for Solved { state, captured, size } in found {
            patterns.each(state, |i| self.lists.push(i as u16));
            self.ends.push(self.lists.len());
            self.captured.push(*captured);
            self.sizes.push(*size);
            self.held_out.push(held_out);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The patterns of one.
    pub fn patterns(&self, i: usize) -> &[u16] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.lists[begin..self.ends[i]]
    }

    /// The sum of the weights of its patterns.
    pub fn sum(&self, weights: &[f32], i: usize) -> f32 {
        self.patterns(i).iter().map(|&p| weights[p as usize]).sum()
    }
}

/// The same question about its largest chain.
fn largest_chain(question: Question) -> Question {
    let own = question.board.chains().filter(|c| c.stones.meets(&question.target));
    let target = own.max_by_key(|c| c.stones.len()).map_or(question.target, |c| c.stones);
    Question { target, goal: Goal::Crucial, ..question }
}
