//! Measures the readers of life and death, and the difficulty of problems:
//! `cargo run --release -p tesuji-go --example go_lab -- COMMAND …`.

mod difficulty;
mod gate;
mod levels;
mod nodes;
mod proofs;
mod table;
mod weights;

use clap::Parser;

#[derive(Parser)]
enum Lab {
    Difficulty(difficulty::Args),
    Gate(gate::Args),
    Levels(levels::Args),
    Nodes(nodes::Args),
    Proofs(proofs::Args),
    Weights(weights::Args),
}

/// Processor seconds of this thread, where the system tells.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    match Lab::parse() {
        Lab::Difficulty(args) => difficulty::run(args),
        Lab::Gate(args) => gate::run(args),
        Lab::Levels(args) => levels::run(args),
        Lab::Nodes(args) => nodes::run(args),
        Lab::Proofs(args) => proofs::run(args),
        Lab::Weights(args) => weights::run(args),
    }
}
