//! Hints on random partly filled states of sudokus with two to five solutions: does one strike a
//! value of a solution?
//!
//! `cargo run --release -p tesuji-pencil --example hint_soundness -- [--states N] [--seed S]`
#![allow(missing_docs, dead_code)]

#[path = "../tests/it/hints/states.rs"]
mod states;

use clap::Parser;

/// Hints on random partly filled states of sudokus with two to five solutions.
#[derive(Parser)]
struct Args {
    /// States that are looked at
    #[arg(long, default_value_t = 2000)]
    states: u64,
    /// Seed of the states
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() {
    let args = Args::parse();
    let tally = states::look(args.states, args.seed);
    for wrong in &tally.wrong {
        println!("{wrong}");
    }
    println!(
        "{} states: the several solutions named in {}; without search {} steps, {} wrong",
        tally.states,
        tally.named,
        tally.steps,
        tally.wrong.len()
    );
    std::process::exit(i32::from(!tally.wrong.is_empty() || tally.named < tally.states));
}
