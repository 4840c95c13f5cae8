//! `probing FILE…`: the three probing policies on 81-character lines, counting to 2: CPU time,
//! branch children, trials.

use clap::Parser;
use std::process::ExitCode;
use tesuji_benches::{boxed, cpu_time, median, parse_line};
use tesuji_solver::Limits;
use tesuji_solver::fast::{Engine, Probe};

/// The three probing policies, counting to 2.
#[derive(Parser)]
struct Args {
    /// Files of 81-character lines
    #[arg(required = true)]
    files: Vec<String>,
}

fn main() -> ExitCode {
    let Args { files } = Args::parse();
    let engines = [Probe::Never, Probe::WhenStalled, Probe::EveryNode]
        .map(|probe| (probe, Engine::compile(&boxed(3, 3)).with_probe(probe)));
    let limits = Limits::solutions(2);
    println!("{:42} {:12} {:>10} {:>10} {:>10} {:>10}", "file", "policy", "µs", "children", "trials", "unbranched");
    for file in files {
        let Ok(text) = std::fs::read_to_string(&file) else {
            eprintln!("{file}: cannot be read");
            return ExitCode::from(1);
        };
        let puzzles: Vec<[u8; 81]> = text.lines().filter_map(parse_line).collect();
        let answers = |engine: &Engine| -> Vec<usize> {
            puzzles.iter().map(|p| engine.count_givens(p, 0, &limits).solutions).collect()
        };
        let expected = answers(&engines[0].1);
        for (probe, engine) in &engines {
            assert_eq!(answers(engine), expected, "{probe:?}");
            let (mut nodes, mut trials, mut unbranched) = (0, 0, 0);
            let mut pass = || {
                cpu_time(|| {
                    (nodes, trials, unbranched) = (0, 0, 0);
                    for puzzle in &puzzles {
                        let stats = engine.count_givens(puzzle, 0, &limits).stats;
                        nodes += stats.nodes;
                        trials += stats.trials;
                        unbranched += usize::from(stats.nodes == 0);
                    }
                })
                .as_secs_f64()
            };
            let time = median((0..5).map(|_| pass()).collect());
            let each = |n: f64| n / puzzles.len() as f64;
            let name = file.rsplit('/').next().unwrap_or(&file);
            println!(
                "{name:42} {:12} {:>10.2} {:>10.2} {:>10.1} {unbranched:>10}",
                format!("{probe:?}"),
                each(time * 1e6),
                each(nodes as f64),
                each(trials as f64)
            );
        }
    }
    ExitCode::SUCCESS
}
