//! Solves, explains and generates, as a program outside of the project would.
//!
//! ```text
//! cargo run --release -p tesuji --example outside
//! ```

use tesuji::{Next, Tier};

fn main() -> Result<(), tesuji::Error> {
    let puzzle = tesuji::read("https://puzz.link/p?slither/4/4/dgdh2c71")?;
    println!("{}", puzzle.unicode()?);
    if let Next::Step(step) = puzzle.hint().run()?.next {
        println!("{}", step.words);
    }
    for made in tesuji::genre("heyawake")?.generate().size("6x6").seed(3).run()? {
        println!("{}\n{}", made.write("url")?, made.unicode()?);
    }
    for made in tesuji::genre("tsumego")?.generate().tier(Tier::Beginner).seed(3).run()? {
        println!("{}", made.unicode()?);
    }
    Ok(())
}
