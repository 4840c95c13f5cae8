//! Builds all sectors up to A-B into a folder and says how fast: `tables DIR [A-B] [--portable]`.

use clap::Parser;
use std::time::{Duration, Instant};
use tesuji_mill::RuleSet;
use tesuji_mill::tables::{Builder, Progress, Sector, sectors_up_to};
use tesuji_solver::Limits;

/// Builds all sectors up to a size, and says how fast.
#[derive(Parser)]
struct Args {
    /// The folder for them
    dir: String,
    /// The largest sector
    #[arg(value_name = "A-B", default_value = "4-4")]
    most: String,
    /// Without the faster instructions that this processor may have
    #[arg(long)]
    portable: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args { dir, most, portable } = Args::parse();
    let most: Sector = most.parse()?;
    let builder = Builder::new(&RuleSet::STANDARD, dir)?.sectors(sectors_up_to(most.own, most.other));
    let builder = if portable { builder.portable() } else { builder };
    let start = Instant::now();
    let (mut total, mut spent) = (0, Duration::ZERO);
    builder.run(&Limits::default(), &mut |progress| match progress {
        Progress::Built { sector, slots, time } => {
            total += slots;
            spent += time;
            let rate = slots as f64 / time.as_secs_f64() / 1e6;
            println!("{sector}: {slots} places in {:.2} s, {rate:.1} M/s", time.as_secs_f64());
        }
        other => println!("{other:?}"),
    })?;
    let all = start.elapsed();
    println!("{total} places: {:.2} s, with writing {:.2} s", spent.as_secs_f64(), all.as_secs_f64());
    println!("{:.2} M places/s with writing", total as f64 / all.as_secs_f64() / 1e6);
    Ok(())
}
