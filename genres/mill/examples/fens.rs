//! Reads position strings, one a line (a tab and more may follow), under a rule set wide enough for
//! them, and prints a table of what becomes of them: `fens FILE`.

use clap::Parser;
use std::collections::BTreeMap;
use tesuji_mill::fen::{self, Dialect};
use tesuji_mill::variant::CaptureRule;
use tesuji_mill::{Phase, RuleSet};

/// Reads position strings under a rule set wide enough for them.
#[derive(Parser)]
struct Args {
    /// Position strings, one a line (a tab and more may follow)
    file: std::path::PathBuf,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { file } = Args::parse();
    let text = std::fs::read_to_string(file)?;
    // Twelve men and all ways to take: a string is refused for what it says, not for the variant it
    // came from.
    let on = CaptureRule::ON;
    let rules = RuleSet { men: 12, custodian: on, intervention: on, leap: on, ..RuleSet::STANDARD };
    let (mut read, mut refused) = (BTreeMap::<String, Vec<usize>>::new(), BTreeMap::<String, Vec<usize>>::new());
    let mut lines = 0;
    for (number, line) in (1..).zip(text.lines()) {
        lines += 1;
        let string = line.split('\t').next().unwrap_or_default();
        match fen::parse(&rules, string) {
            Ok(parsed) => {
                let again = fen::parse(&rules, &fen::print(&parsed.position, parsed.dialect))?;
                let position = parsed.position;
                assert!(again.position == position || position.end.is_some(), "line {number} does not come back");
                let numbering = if parsed.dialect == Dialect::Nodes { "numbers 0–23" } else { "numbers 8–31" };
                let phase = match (position.end, position.phase, position.must_remove()) {
                    (Some(_), ..) => "over",
                    (_, _, true) => "a man to take",
                    (_, Phase::Placing, _) => "placing",
                    (_, Phase::Moving, _) => "moving",
                };
                let odd = if parsed.oddities.is_empty() {
                    String::new()
                } else {
                    format!("; {}", parsed.oddities.join(", "))
                };
                read.entry(format!("{phase}, {numbering}{odd}")).or_default().push(number);
            }
            Err(e) => refused.entry(e.to_string()).or_default().push(number),
        }
    }
    let list = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    println!("| read as | strings | lines |\n|---|---|---|");
    for (what, numbers) in &read {
        println!("| {what} | {} | {} |", numbers.len(), list(numbers));
    }
    println!("\n| refused because | strings | lines |\n|---|---|---|");
    for (why, numbers) in &refused {
        println!("| {why} | {} | {} |", numbers.len(), list(numbers));
    }
    let (read, refused): (usize, usize) = (read.values().map(Vec::len).sum(), refused.values().map(Vec::len).sum());
    println!("\n{lines} lines: {read} read, {refused} refused.");
    Ok(())
}
