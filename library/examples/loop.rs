//! The loop of the toolkit in one program: make puzzles, count their solutions, grade them, and mine
//! what singles can't do.
//!
//! ```text
//! cargo run --release -p tesuji --example loop
//! ```

use clap::Parser;
use tesuji::mining::Options;
use tesuji::{Limits, Puzzle};

/// The loop in one program.
#[derive(Parser)]
struct Args {
    /// Puzzles to make.
    #[arg(long, default_value_t = 10)]
    count: u64,
    /// Where they are drawn from.
    #[arg(long, default_value_t = 42)]
    seed: u64,
}

fn main() -> Result<(), tesuji::Error> {
    let args = Args::parse();
    let sudoku = tesuji::genre("sudoku")?;
    let puzzles: Vec<Puzzle> = sudoku.generate().count(args.count).seed(args.seed).run()?;
    for puzzle in &puzzles {
        assert_eq!(puzzle.count(2)?, 1, "two solutions: {}", puzzle.text());
        let graded = puzzle.grade().run()?;
        println!("{} {:8} {:5}", puzzle.text(), graded.info.tier, graded.info.score.unwrap_or(0));
    }
    let options = Options { limits: Limits::default().with_nodes(100_000), ..Options::default() };
    let clusters = sudoku.mine(&puzzles, &options);
    for cluster in clusters.ranked().into_iter().take(5) {
        let name = tesuji::mining::literature(&cluster.form.key).unwrap_or_default();
        println!("{:3} puzzles  {}  {name}", cluster.puzzles, cluster.form.key);
    }
    Ok(())
}
