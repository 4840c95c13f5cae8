//! A puzzle with a wrong clue: the clues that clash, and the edit that mends it.
//!
//! ```text
//! cargo run --release -p tesuji --example repair
//! ```

use clap::Parser;
/// A clash of clues and its repair.
#[derive(Parser)]
struct Args {
    /// The seed of the puzzle.
    #[arg(long, default_value_t = 5)]
    seed: u64,
}

fn main() -> Result<(), tesuji::Error> {
    let args = Args::parse();
    let made = tesuji::genre("akari")?.generate().size("6x6").seed(args.seed).run()?;
    let text = made[0].text().replacen('1', "3", 1);
    let wrong = tesuji::genre("akari")?.read(&text)?;
    let repaired = wrong.repair().run()?;
    println!("{} solutions; clues that clash: {}", repaired.solutions, repaired.clash.join(", "));
    for repair in &repaired.repairs {
        let edits: Vec<String> = repair.edits.iter().map(ToString::to_string).collect();
        println!("{}: {}", edits.join("; "), repair.record.puzzle);
    }
    Ok(())
}
