//! A catalog with a promoted form: the second grade may name it.
//!
//! ```text
//! cargo run --release -p tesuji --example catalog
//! ```

use clap::Parser;
const DECISIONS: &str = r#"{"version":2,"genre":"sudoku","form":"whip-5","verdict":"promote","id":"whip-of-5","name":"Whip of 5","tier":"hard","score":150}"#;

/// A catalog with a promoted form.
#[derive(Parser)]
struct Args {
    /// Points of a step.
    #[arg(long, default_value_t = 150)]
    score: u32,
}

fn main() -> Result<(), tesuji::Error> {
    let args = Args::parse();
    let sudoku = tesuji::genre("sudoku")?;
    let catalog = sudoku.catalog_with(&DECISIONS.replace("150", &args.score.to_string()))?;
    let puzzle = sudoku.read("98.7.....6.....97......5...4..3..2...6..9..5...1..4..6...8......3...1......2..8.4")?;
    for catalog in [None, Some(catalog)] {
        let grade = puzzle.grade();
        let graded = catalog.map_or(grade.clone(), |catalog| grade.catalog(catalog)).run()?;
        println!("{} {} {}", graded.info.tier, graded.info.score.unwrap_or(0), graded.info.solved);
    }
    Ok(())
}
