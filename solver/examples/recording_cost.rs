//! What keeping recording at hand costs a search that does not record: time of counting over the
//! puzzles of a file with an engine that never recorded, and with one that has, in turns.
//! `cargo run --release -p tesuji-solver --example recording_cost -- FILE` (lines of 81
//! characters).

use clap::Parser;
use std::time::{Duration, Instant};
use tesuji_solver::fast::Engine;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, HouseKind, Limits, Network, Var};

/// What keeping recording at hand costs a search that does not record.
#[derive(Parser)]
struct Args {
    /// A file of 81-character lines
    file: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut net = Network::with_vars(81, Domain::range(1, 9));
    for h in 0..9u32 {
        let row = (0..9).map(|i| Var(h * 9 + i)).collect();
        let column = (0..9).map(|i| Var(i * 9 + h)).collect();
        let region = (0..9).map(|i| Var((h / 3 * 3 + i / 3) * 9 + h % 3 * 3 + i % 3)).collect();
        net.add_house(RuleSpec::AllDifferent { vars: row }, HouseKind::Line(0))?;
        net.add_house(RuleSpec::AllDifferent { vars: column }, HouseKind::Line(1))?;
        net.add_house(RuleSpec::AllDifferent { vars: region }, HouseKind::Region)?;
    }
    let text = std::fs::read_to_string(Args::parse().file)?;
    let cell = |c: char| c.to_digit(10).filter(|&d| d > 0).map_or(Domain::range(1, 9), |d| Domain::single(d as u8));
    let lines = text.lines().filter(|l| l.chars().count() >= 81);
    let puzzles: Vec<Vec<Domain>> = lines.map(|l| l.chars().take(81).map(cell).collect()).collect();
    let (never, once) = (Engine::compile(&net), Engine::compile(&net));
    for puzzle in &puzzles {
        let _ = once.record(puzzle);
    }
    let two = Limits::solutions(2);
    let count = |engine: &Engine| -> usize { puzzles.iter().map(|p| engine.count(p, &two).solutions).sum() };
    assert_eq!(count(&never), count(&once));
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..41 {
        for (engine, times) in [&never, &once].into_iter().zip(&mut times) {
            let start = Instant::now();
            std::hint::black_box(count(engine));
            times.push(start.elapsed());
        }
    }
    let [a, b] = times.map(|mut t: Vec<Duration>| {
        t.sort();
        t[t.len() / 2].as_secs_f64() * 1e6 / puzzles.len() as f64
    });
    println!("{} puzzles: never recorded {a:.3} us, recorded before {b:.3} us, ratio {:.3}", puzzles.len(), b / a);
    Ok(())
}
