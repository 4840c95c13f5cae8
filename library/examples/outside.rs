//! Solves, explains and generates, as a program outside of the project would.
//!
//! ```text
//! cargo run --release -p tesuji --example outside
//! ```

use clap::Parser;
use tesuji::{Next, Tier};

/// Solves, explains and generates.
#[derive(Parser)]
struct Args {
    /// The seed of new puzzles.
    #[arg(long, default_value_t = 3)]
    seed: u64,
}

fn main() -> Result<(), tesuji::Error> {
    let args = Args::parse();
    let puzzle = tesuji::read("https://puzz.link/p?slither/4/4/dgdh2c71")?;
    println!("{}", puzzle.unicode()?);
    if let Next::Step(step) = puzzle.hint().run()?.next {
        println!("{}", step.words);
    }
    for made in tesuji::genre("heyawake")?.generate().size("6x6").seed(args.seed).run()? {
        println!("{}\n{}", made.write("url")?, made.unicode()?);
    }
    for made in tesuji::genre("tsumego")?.generate().tier(Tier::Beginner).seed(args.seed).run()? {
        println!("{}", made.unicode()?);
    }
    Ok(())
}
