//! How many puzzles a second of CPU the generator makes (Linux):
//! `cargo run --release -p tesuji-pencil --example rates -- GENRE SIZE [TIER] [SECONDS]`.

use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| args.get(i).map(String::as_str);
    let genre = tesuji_pencil::genres().into_iter().find(|g| Some(g.name()) == word(0));
    let (Some(genre), Some(size)) = (genre, word(1)) else {
        eprintln!("GENRE SIZE [TIER] [SECONDS] are expected");
        return;
    };
    let seconds: u64 = word(3).and_then(|s| s.parse().ok()).unwrap_or(5);
    let want = GenerateRequest {
        size: Some(size.to_string()),
        tier: word(2).and_then(Tier::from_name),
        needs: Vec::new(),
        without: Vec::new(),
        set: Default::default(),
        count: u64::MAX,
        seed: 1,
        limits: Limits::default().with_time(Duration::from_secs(seconds)),
        threads: 1,
    };
    let before = cpu_seconds();
    match run(genre, &want) {
        Ok(made) => {
            let rate = made as f64 / (cpu_seconds() - before).max(1e-9);
            println!("{} {size} {}: {rate:.1}/s ({made} puzzles)", genre.name(), word(2).unwrap_or("any"));
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
