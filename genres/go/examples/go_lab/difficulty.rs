//! Features and scores of a table of problems with levels.
//!
//! ```text
//! cargo run --release -p tesuji-go --example go_lab -- difficulty \
//!     ../shared/data/go/gotools_v1-3.tsv EVERY OFFSET NODES
//! ```
//! One line a problem on standard output: number, id, volume, level, empty points, score, decided
//! (1) or not (0), CPU seconds, features. What is not decided within NODES positions keeps the
//! features that need no solution. `weights` reads these lines, fits and correlates.
//! The table's columns: volume, level (1 to 14), attacker's and defender's stones, results.

use crate::{cpu, table::problem};
use std::path::PathBuf;
use tesuji_go::estimated;
use tesuji_solver::Limits;

/// Features and scores of a table of problems with levels.
#[derive(clap::Args)]
pub struct Args {
    /// The table
    table: PathBuf,
    /// Every K-th problem
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// The first one of them
    #[arg(default_value_t = 0)]
    offset: u64,
    /// Positions a problem
    #[arg(default_value_t = 300_000)]
    nodes: u64,
}

/// Runs it.
pub fn run(args: Args) {
    let Args { table: path, every, offset, nodes } = args;
    let table = match std::fs::read_to_string(&path) {
        Ok(table) => table,
        Err(why) => {
            eprintln!("{}: {why}", path.display());
            std::process::exit(2);
        }
    };
    let limits = Limits::default().with_nodes(nodes).with_memory(512 << 20);
    let rows = table.lines().skip(1).enumerate().filter(|(i, _)| *i as u64 % every == offset);
    for (i, row) in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let Some(problem) = problem(&columns) else { continue };
        let begin = cpu();
        let (features, decided) = estimated(&problem, &limits);
        let seconds = cpu() - begin;
        let words: Vec<String> = features.named().into_iter().map(|(name, v)| format!("{name}={v}")).collect();
        let (volume, level, id) = (columns[1], columns[2], columns[3]);
        println!(
            "{i}\t{id}\t{volume}\t{level}\t{}\t{}\t{}\t{seconds:.3}\t{}",
            problem.empty().len(),
            features.score(),
            u8::from(decided),
            words.join(" ")
        );
    }
}
