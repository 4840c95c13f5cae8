//! The two readers against each other on random enclosed positions.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- gate \
//!     [--count N] [--empty E] [--states N] [--seed S]
//! ```

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::BTreeMap;
use tesuji_go::read::sample;
use tesuji_go::{DfPnReader, Reader, ReferenceReader, Role};
use tesuji_solver::{Limits, Stop};

/// The two readers against each other on random enclosed positions.
#[derive(clap::Args)]
pub struct Args {
    /// Positions
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Empty points of each, at most
    #[arg(long, default_value_t = 10)]
    empty: usize,
    /// Positions of a whole graph; what is larger is skipped
    #[arg(long, default_value_t = 300_000)]
    states: u64,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { count, empty, states, seed } = args;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut tried, mut skipped, mut wrong) = (0, 0, 0);
    let mut classes = BTreeMap::<String, u64>::new();
    let fast = DfPnReader::new();
    while tried < count {
        let Some(question) = sample::enclosed(&mut rng, empty) else { continue };
        let plain = ReferenceReader.read(&question, &Limits::default().with_nodes(states));
        let plain = plain.expect("small");
        if Role::ALL.iter().any(|&r| plain.first(r).stop != Stop::Exhausted) {
            skipped += 1;
            continue;
        }
        tried += 1;
        let read = fast.read(&question, &Limits::default()).expect("small");
        for role in Role::ALL {
            let (want, got) = (plain.first(role).outcome, read.first(role).outcome);
            *classes.entry(want.to_string()).or_default() += 1;
            if want != got && !(want.lives() && got.lives() && got.class().is_none()) {
                wrong += 1;
                println!("{}: {role} first: {got}, not {want}", question.picture());
            }
        }
    }
    println!(
        "{tried} positions, both sides first, {wrong} differences, {skipped} too large for the graph; {classes:?}"
    );
    if wrong > 0 {
        std::process::exit(1);
    }
}
