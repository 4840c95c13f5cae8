//! Measures puzzles, grades and searches of Mill, and recounts by brute force:
//! `cargo run --release -p tesuji-mill --example mill_lab -- COMMAND …`.

mod combinations;
mod placing;
mod rating;
mod recount;
mod reference;

use clap::Parser;

#[derive(Parser)]
enum Lab {
    Combinations(combinations::Args),
    Placing(placing::Args),
    Rating(rating::Args),
    Recount(recount::Args),
    Reference(reference::Args),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match Lab::parse() {
        Lab::Combinations(args) => combinations::run(args),
        Lab::Placing(args) => placing::run(args),
        Lab::Rating(args) => rating::run(args),
        Lab::Recount(args) => recount::run(args),
        Lab::Reference(args) => reference::run(args),
    }
}
