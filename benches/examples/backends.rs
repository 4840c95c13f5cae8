//! `cargo run --release -p tesuji-benches --example backends -- [PUZZLES] [NAME…]`: CPU
//! microseconds per puzzle of each solver on samples of the sudoku files, for the first solution
//! and for counting to two.

use clap::Parser;
use cpu_time::ProcessTime;
use tesuji_benches::boxed;
use tesuji_benches::generic::{runs, sample};

const FILES: &[&str] = &[
    "17_clue.txt",
    "magictour_top1465.txt",
    "sudoku_exchange_diabolical_2020_rated.txt",
    "forum_hardest_1905_11plus.txt",
];

/// CPU time of each solver on samples of the sudoku files.
#[derive(Parser)]
struct Args {
    /// Puzzles of each file
    #[arg(default_value_t = 100)]
    puzzles: usize,
    /// Only solvers whose names begin so
    names: Vec<String>,
}

fn main() {
    let Args { puzzles: take, names: only } = Args::parse();
    let net = boxed(3, 3);
    for file in FILES {
        let Some(puzzles) = sample(file, take) else {
            println!("SKIPPED: {file} is not there");
            continue;
        };
        println!("{file}, {} puzzles: CPU us per puzzle, first solution and count to 2", puzzles.len());
        for (name, mut run) in runs(&net) {
            if !only.is_empty() && !only.iter().any(|o| name.starts_with(o.as_str())) {
                continue;
            }
            let mut cost = [0.0; 2];
            for (cost, upto) in cost.iter_mut().zip([1, 2]) {
                // Of the whole process, as a library may work in a thread of its own.
                let start = ProcessTime::now();
                let mut done = 0;
                while start.elapsed().as_millis() < 500 {
                    for d in &puzzles {
                        let answer = run(d, upto);
                        assert!(answer.stop.is_complete() && answer.solutions.len() == 1, "{name}: {answer:?}");
                        assert!(net.holds(&answer.solutions[0]), "{name}");
                        done += 1;
                        if start.elapsed().as_secs() >= 20 {
                            break;
                        }
                    }
                }
                *cost = start.elapsed().as_secs_f64() * 1e6 / f64::from(done);
            }
            println!("  {name:16} {:10.1} {:10.1}", cost[0], cost[1]);
        }
    }
}
