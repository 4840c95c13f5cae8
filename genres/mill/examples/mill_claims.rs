//! Solves every puzzle of a Sanmill pack anew and prints each wrong claim as a JSON line, then a
//! summary: what `tesuji mill validate PACK --json` does, with the time it takes.
//!
//! `cargo run --release -p tesuji-mill --example mill_claims -- PACK TABLES`

use clap::Parser;
use std::time::Instant;
use tesuji_mill::exchange::{Pack, Severity, validate};
use tesuji_mill::puzzle::{Checked, check_claims, check_lines};

/// Solves every puzzle of a Sanmill pack anew.
#[derive(Parser)]
struct Args {
    /// The pack
    pack: String,
    /// The folder of the tables
    tables: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { pack: file, tables } = Args::parse();
    let start = Instant::now();
    let bytes = std::fs::read(file)?;
    let (pack, mut found) = Pack::read(&bytes);
    let pack = pack.ok_or("no pack")?;
    found.extend(validate(&pack));
    found.extend(check_lines(&pack));
    let errors = found.iter().filter(|f| f.severity == Severity::Error).count();
    let (mut holds, mut wrong, mut unknown) = (0, 0, 0);
    check_claims(&pack, tables.as_ref(), &mut |_, puzzle, checked| match checked {
        Checked::Holds => holds += 1,
        Checked::Unknown(why) => {
            unknown += 1;
            eprintln!("not decided: {}: {why}", puzzle.id);
        }
        Checked::Wrong(claims) => {
            wrong += 1;
            for claim in claims {
                println!("{}", serde_json::to_string(&claim).unwrap_or_default());
            }
        }
    });
    println!(
        "{} puzzles: {errors} errors, {} warnings, same bytes {}; claims hold of {holds}, wrong of {wrong}, not decided {unknown}; {:.1} s",
        pack.listed(),
        found.len() - errors,
        pack.export().as_bytes() == bytes,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
