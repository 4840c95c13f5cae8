//! Makes the files of `data/azul`, and measures reading, self-play and grades:
//! `cargo run --release -p tesuji-azul --example azul_lab -- COMMAND …`.

mod openings;
mod packs;
mod reading;
mod selfplay;
mod tiers;

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
enum Lab {
    Openings,
    Packs(packs::Args),
    #[command(subcommand)]
    Reading(reading::Args),
    Selfplay(selfplay::Args),
    Tiers(tiers::Args),
}

/// Processor seconds of this process; of the clock where the system does not tell.
fn cpu() -> f64 {
    let ticks = std::fs::read_to_string("/proc/self/schedstat").ok();
    let ns = ticks.and_then(|t| t.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()));
    match ns {
        Some(ns) => ns / 1e9,
        None => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64()),
    }
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    match Lab::parse() {
        Lab::Openings => openings::run(),
        Lab::Packs(args) => packs::run(args)?,
        Lab::Reading(args) => return Ok(reading::run(args)),
        Lab::Selfplay(args) => selfplay::run(args),
        Lab::Tiers(args) => tiers::run(args),
    }
    Ok(ExitCode::SUCCESS)
}
