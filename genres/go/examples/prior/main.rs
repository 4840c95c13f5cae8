//! Makes the weights of the fast reader's prior again from nothing, and checks those that come with
//! the crate.
//!
//! `cargo run --release -p tesuji-go --example prior -- --bootstrap N [--open] [--problems N] [--nodes N] [--seed S] … > F`
//!
//! Random problems are drawn and read, first without any weights; weights are trained on the
//! positions that were decided; N times the problems are drawn and read again with these weights,
//! and new ones trained. The same arguments print the same weights, as far as the exponential
//! function of the platform is the same. F then goes to `src/read/search/prior/weights.txt`
//! (written to directly, it would be empty while this is built), with `--open` to
//! `weights_open.txt`. Every tenth problem is held out of the training: the loss on those is told.
//!
//! `cargo run --release -p tesuji-go --example prior -- --check [--open] [--weights F]`
//!
//! draws other problems than the training did, and compares the loss of the weights on them, those
//! that come with the crate or others, with the loss that the manifest names; exit code 1 where it
//! is more than 2% worse.
//!
//! `--open`: one chain is the target, every other group is open, in one of its regions; else
//! enclosed groups that all count. Of a problem's positions at most so many are taken in all, and
//! of each result and size of proof (by powers of two).

mod loss;
mod samples;
mod train;

use clap::Parser;
use loss::Loss;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use samples::{Draw, Samples};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tesuji_go::read::search::prior::{COUNT, MANIFESTS, Prior, WEIGHTS, fingerprint, parse, print};
use tesuji_go::read::search::{Guesses, Policy};

/// The problems that weights are checked on are drawn with seeds from here.
const CHECK_SEED: u64 = 1 << 32;
/// Numbers of a pattern: log-odds of a capture, size of captures, size of lives.
const LANES: usize = 3;
/// How much worse than the manifest's a loss may be.
const TOLERANCE: f64 = 0.02;

/// Makes the weights of the fast reader's prior, or checks them.
#[derive(Parser)]
struct Args {
    /// Train, and then so many times again with the weights that came out
    #[arg(long, value_name = "N", default_value_t = 1)]
    bootstrap: u32,
    /// Check the weights that come with the crate
    #[arg(long)]
    check: bool,
    /// Check these weights in their place
    #[arg(long, value_name = "FILE", requires = "check")]
    weights: Option<PathBuf>,
    /// Targets in the open, not enclosed groups
    #[arg(long)]
    open: bool,
    /// Problems that teach something: 2,500, or 200 for a check
    #[arg(long)]
    problems: Option<u64>,
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
}

/// Draws an order.
fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for i in 0..list.len() {
        let j = i + (rng.next_u64() % (list.len() - i) as u64) as usize;
        list.swap(i, j);
    }
}

impl Args {
    fn draw(&self) -> Draw {
        Draw {
            open: self.open,
            problems: self.problems.unwrap_or(if self.check { 200 } else { 2500 }),
            most_empty: self.empty,
            nodes: self.nodes.unwrap_or(if self.open { 40_000 } else { 150_000 }),
            each: self.each,
            of_a_size: self.of_a_size,
            seed: self.seed,
        }
    }

    /// Weights from nothing: the first are trained on what is read without any.
    fn bootstrap(&self) -> (Vec<f32>, Loss) {
        let scale = if self.open { Policy::STANDARD.open } else { Policy::STANDARD.enclosed };
        let mut guesses = Guesses::Plain;
        let mut round = 0;
        loop {
            let draw = Draw { seed: self.seed + u64::from(round), ..self.draw() };
            let samples = Samples::draw(&draw, &guesses);
            let weights = train::train(&samples, &mut ChaCha8Rng::seed_from_u64(draw.seed));
            if round == self.bootstrap {
                let kept = parse(&print(&weights));
                return (weights, Loss::of(&samples, &kept, |i| samples.held_out[i]));
            }
            guesses = Guesses::Of(Arc::new(Prior::parse(&print(&weights), &scale)));
            round += 1;
        }
    }

    /// The loss of weights on problems that no training drew.
    fn check(&self, weights: &str) -> Loss {
        let draw = Draw { seed: self.seed + CHECK_SEED, ..self.draw() };
        let samples = Samples::draw(&draw, &Guesses::Standard);
        Loss::of(&samples, &parse(weights), |_| true)
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.check {
        let weights = match &args.weights {
            None => WEIGHTS[usize::from(args.open)].to_string(),
            Some(file) => match std::fs::read_to_string(file) {
                Ok(text) if parse(&text).len() == LANES * COUNT => text,
                Ok(_) => return refused(&format!("{}: {} weights are expected", file.display(), LANES * COUNT)),
                Err(why) => return refused(&format!("{}: {why}", file.display())),
            },
        };
        let loss = args.check(&weights);
        let told: Value = serde_json::from_str(MANIFESTS[usize::from(args.open)]).unwrap_or_default();
        let print = format!("{:016x}", fingerprint(&weights));
        println!("{}", json!({"fingerprint": print, "held_out": loss.to_json(), "manifest": told["held_out"]}));
        return ExitCode::from(u8::from(!loss.is_as_good_as(&told["held_out"], TOLERANCE)));
    }
    let (weights, loss) = args.bootstrap();
    let text = print(&weights);
    eprintln!("fingerprint {:016x}, held out {}", fingerprint(&text), loss.to_json());
    print!("{text}");
    ExitCode::SUCCESS
}

/// Says why nothing is done.
fn refused(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}
