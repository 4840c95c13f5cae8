//! A puzzle with a clue too many that is wrong: the clash, and the edit that mends it.
//!
//! ```text
//! cargo run --release -p tesuji --example repair
//! ```

fn main() -> Result<(), tesuji::Error> {
    let made = tesuji::genre("akari")?.generate().size("6x6").seed(5).run()?;
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
