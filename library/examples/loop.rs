//! The loop of the toolkit in one program: make puzzles, check them by two engines, grade them, mine
//! what singles can't do.
//!
//! ```text
//! cargo run --release -p tesuji --example loop
//! ```

use tesuji::mining::Options;
use tesuji::{Limits, Puzzle};

fn main() -> Result<(), tesuji::Error> {
    let sudoku = tesuji::genre("sudoku")?;
    let puzzles: Vec<Puzzle> = sudoku.generate().count(10).seed(42).run()?;
    for puzzle in &puzzles {
        assert_eq!(puzzle.count(2)?, 1, "two solutions: {}", puzzle.text());
        let graded = puzzle.grade().run()?;
        println!("{} {:8} {:5}", puzzle.text(), graded.info.tier, graded.info.score);
    }
    let options = Options { limits: Limits::default().with_nodes(100_000), ..Options::default() };
    let clusters = sudoku.mine(&puzzles, &options);
    for cluster in clusters.ranked().into_iter().take(5) {
        let name = tesuji::mining::literature(&cluster.form.key).unwrap_or_default();
        println!("{:3} puzzles  {}  {name}", cluster.puzzles, cluster.form.key);
    }
    Ok(())
}
