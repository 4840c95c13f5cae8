//! How many puzzles a second of CPU the generator makes (Linux):
//! `cargo run --release -p tesuji-pencil --example rates -- GENRE SIZE [TIER] [SECONDS]`.

use clap::Parser;
use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

/// Generates for some seconds.
#[derive(Parser)]
struct Args {
    /// The genre
    genre: String,
    /// Rows and columns
    size: String,
    /// The tier; any other word takes every puzzle
    tier: Option<String>,
    /// Seconds on the clock
    #[arg(default_value_t = 5)]
    seconds: u64,
}

fn main() {
    let Args { genre, size, tier, seconds } = Args::parse();
    let Some(genre) = tesuji_pencil::genres().into_iter().find(|g| g.name() == genre) else {
        return eprintln!("no genre {genre:?}");
    };
    let want = GenerateRequest {
        size: Some(size.clone()),
        tier: tier.as_deref().and_then(Tier::from_name),
        needs: Vec::new(),
        without: Vec::new(),
        set: Default::default(),
        count: u64::MAX,
        seed: 1,
        limits: Limits::default().with_time(Duration::from_secs(seconds)),
        threads: 1,
        ..GenerateRequest::default()
    };
    let before = cpu_seconds();
    match run(genre, &want) {
        Ok(made) => {
            let rate = made as f64 / (cpu_seconds() - before).max(1e-9);
            println!("{} {size} {}: {rate:.1}/s ({made} puzzles)", genre.name(), tier.as_deref().unwrap_or("any"));
        }
        Err(bad) => eprintln!("{bad}"),
    }
}

fn run(genre: &dyn Genre, want: &GenerateRequest) -> Result<u64, tesuji_genre::Bad> {
    genre.generate(want, &mut |_| {}).map(|report| report.made)
}

/// User time of this process so far. Ticks are hundredths of a second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields.get(11).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}
