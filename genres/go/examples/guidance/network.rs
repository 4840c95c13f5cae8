//! The network of the region's reader: material, training, loss.

use crate::train::{Trained, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::{Arc, LazyLock};
use std::time::Instant;
use tesuji_go::read::search::network::{Network, Taught, Unfit};
use tesuji_go::read::{Exits, sample};
use tesuji_go::{DfPnReader, Goal, Question, Role};
use tesuji_solver::Limits;

/// Visits of the positions that are material, at least.
const VISITS: u16 = 6;
/// Positions that are taken of a question, at most.
const EACH: usize = 120;
/// Questions with fewer are too easy to teach anything.
const FEWEST: usize = 15;
/// Empty points of a group that is shut in, at most.
const EMPTY: usize = 15;

/// Seconds of processor time of this thread, where the system tells them, else of the clock.
pub fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// A run: draw, train, draw again with what came out.
pub struct Run {
    pub rounds: u64,
    pub questions: usize,
    pub nodes: u64,
    pub passes: usize,
    pub seed: u64,
}

/// Decided positions, those of held-out questions apart.
#[derive(Default)]
struct Material {
    taught: Vec<Taught>,
    held_out: Vec<Taught>,
    decided: usize,
    nodes: u64,
    seconds: f64,
}

/// The questions of a seed: open groups, every third one such as are shut in.
fn questions(count: usize, seed: u64) -> impl Iterator<Item = (Question, Exits, Role)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut asked = 0;
    std::iter::from_fn(move || {
        if asked == count {
            return None;
        }
        loop {
            let drawn = if asked % 3 == 2 {
                sample::group(&mut rng, EMPTY).map(|q| (largest_chain(q), Exits::Free))
            } else {
                sample::open(&mut rng)
            };
            let first = Role::ALL[(rng.next_u64() & 1) as usize];
            if let Some((question, exits)) = drawn {
                asked += 1;
                return Some((question, exits, first));
            }
        }
    })
}

/// The question about its largest chain.
fn largest_chain(question: Question) -> Question {
    let own = question.board.chains().filter(|c| c.stones.meets(&question.target));
    let target = own.max_by_key(|c| c.stones.len()).map_or(question.target, |c| c.stones);
    Question { target, goal: Goal::Crucial, ..question }
}

impl Material {
    fn draw(run: &Run, seed: u64, network: Option<&Arc<Network>>, each: usize) -> Material {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(run.nodes));
        let (mut material, begin) = (Material::default(), seconds());
        for (place, (question, exits, first)) in questions(run.questions, seed).enumerate() {
            let lesson = reader.taught(&question, first, exits, network, &limits, (VISITS, each));
            let Ok(lesson) = lesson else { continue };
            material.decided += usize::from(lesson.is_decided);
            material.nodes += lesson.nodes;
            let taught = lesson.positions;
            if taught.len() < FEWEST {
                continue;
            }
            if place % 10 == 9 { material.held_out.extend(taught) } else { material.taught.extend(taught) }
        }
        material.seconds = seconds() - begin;
        material
    }
}

/// The loss of a network on some positions: minus the logarithm of the chance of what is true, the
/// mean square of the error of the sizes, and the share of the results thought likelier.
pub struct Loss {
    pub moves: u32,
    pub results: f64,
    pub sizes: f64,
    pub right: f64,
}

impl Loss {
    fn of(network: Option<&Network>, taught: &[Taught]) -> Loss {
        let mut loss = Loss { moves: 0, results: 0.0, sizes: 0.0, right: 0.0 };
        for at in taught {
            let told = network.map(|network| network.corrections(&at.neighbours, &at.scene));
            for mv in &at.moves {
                let correction = |lane: usize| told.map_or(0, |told| told[usize::from(mv.cell)][lane]);
                let number = |lane: usize| f64::from(mv.prior[lane] + correction(lane)) / 8.0;
                let odds = if mv.captured { number(0) } else { -number(0) };
                loss.results += (-odds).exp().ln_1p();
                loss.right += f64::from(u8::from(odds > 0.0));
                loss.sizes += (number(if mv.captured { 1 } else { 2 }) - f64::from(mv.size)).powi(2);
                loss.moves += 1;
            }
        }
        let all = f64::from(loss.moves.max(1));
        (loss.results, loss.right) = (loss.results / all, loss.right / all);
        loss.sizes = (loss.sizes / all).sqrt();
        loss
    }

    fn told(&self) -> String {
        let Loss { moves, results, sizes, right } = self;
        format!("{moves} moves, loss {results:.4}, right {right:.4}, error of sizes {sizes:.3}")
    }
}

impl Run {
    /// Trains on what was read without a network, and then with the network that came out.
    pub fn train(&self) -> Result<Network, Unfit> {
        let mut network: Option<Arc<Network>> = None;
        for round in 0..=self.rounds {
            let seed = self.seed + round;
            let mut material = Material::draw(self, seed, network.as_ref(), EACH);
            eprintln!(
                "round {round}: {} questions, {} decided, {} positions, {:.0} s",
                self.questions,
                material.decided,
                material.taught.len(),
                material.seconds
            );
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut trained = match &network {
                Some(network) => Trained::from(&network.numbers()),
                None => Trained::new(&mut rng),
            };
            let steps = self.passes * material.taught.len();
            for pass in 0..self.passes {
                shuffle(&mut material.taught, &mut rng);
                let begin = Instant::now();
                trained.is_rounded = pass + 1 == self.passes;
                trained.pass(&material.taught, steps, &mut rng);
                let now = Network::of(&trained.weights())?;
                let told = Loss::of(Some(&now), &material.held_out).told();
                eprintln!("pass {pass}: held out {told}; {:.0} s", begin.elapsed().as_secs_f64());
            }
            eprintln!("prior alone: held out {}", Loss::of(None, &material.held_out).told());
            network = Some(Arc::new(Network::of(&trained.weights())?));
        }
        network.map(|network| (*network).clone()).ok_or(Unfit::Count(0))
    }

    /// The loss on questions that no training drew, and the number that is decided by as few positions,
    /// without the network and with it.
    pub fn check(&self, network: &Network, seed: u64) {
        let network = Arc::new(network.clone());
        for with in [None, Some(&network)] {
            let all = Material::draw(self, seed, with, 0);
            let word = if with.is_some() { "with" } else { "without" };
            let Material { decided, nodes, seconds, .. } = all;
            println!("{word}: {decided} of {} decided, {nodes} positions, {seconds:.1} s", self.questions);
        }
        let few = Run { questions: self.questions.min(300), ..*self };
        let material = Material::draw(&few, seed, None, EACH).taught;
        println!("prior alone: {}", Loss::of(None, &material).told());
        println!("with:        {}", Loss::of(Some(&network), &material).told());
    }
}
