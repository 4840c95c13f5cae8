//! The label network on the 3-3 sector against the table: `labels DIR [VARIANT]`.

use clap::Parser;
use std::time::Instant;
use tesuji_mill::tables::{Builder, Tables, compare_labels};
use tesuji_mill::variant;
use tesuji_solver::Limits;

/// The label network on the 3-3 sector against the table.
#[derive(Parser)]
struct Args {
    /// The folder of the tables
    dir: String,
    /// The variant, by its name
    #[arg(default_value = "standard_9mm")]
    variant: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { dir, variant: id } = Args::parse();
    let rules = variant::by_id(&id).ok_or("no such variant")?.rules;
    Builder::new(&rules, &dir)?.sectors([(3, 3)]).run(&Limits::default(), &mut |_| {})?;
    let tables = Tables::open(&rules, &dir)?;
    let start = Instant::now();
    let found = compare_labels(&tables, &Limits::default())?.ok_or("a limit was reached")?;
    println!("{found:?} in {:.1} s", start.elapsed().as_secs_f64());
    assert_eq!(found.different, 0);
    Ok(())
}
