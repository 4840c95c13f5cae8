//! Makes puzzles for every category and tier, and holds each against everything: the pack validates
//! without a finding, every line plays, every claim is solved anew, the pack is written back byte
//! for byte. Prints wall and processor seconds.
//!
//! `cargo run --release -p tesuji-mill --example mill_lab -- combinations TABLES [COUNT] [OUT-DIR]`

use std::time::{Duration, Instant};
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_mill::exchange::{Category, Pack, validate};
use tesuji_mill::genre::MILL;
use tesuji_mill::puzzle::{Checked, check_claims, check_lines};
use tesuji_solver::{Limits, Tier};

/// Processor seconds of this process so far, user and system, where the system says (100 ticks a
/// second).
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    fields.iter().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Makes puzzles for every category and tier, and holds each against everything.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the tables
    tables: String,
    /// Puzzles of each category and tier
    #[arg(default_value_t = 20)]
    count: u64,
    /// A folder for the packs
    out: Option<String>,
}

/// Runs it.
pub fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let Args { tables, count, out } = args;
    let (mut puzzles, mut seconds, mut short) = (0_u64, 0.0, 0);
    for category in Category::ALL {
        for tier in Tier::ALL {
            let set = [("category", category.name().to_string()), ("tables", tables.clone())];
            let want = GenerateRequest {
                tier: Some(tier),
                set: set.into_iter().map(|(k, v)| (k.to_string(), v)).collect(),
                count,
                limits: Limits::default().with_time(Duration::from_secs(60)),
                ..GenerateRequest::default()
            };
            let (start, used) = (Instant::now(), processor());
            let mut records = Vec::new();
            let report = MILL.generate(&want, &mut |r| records.push(r))?;
            let (wall, used) = (start.elapsed().as_secs_f64(), processor() - used);
            puzzles += report.made;
            seconds += used;
            short += u32::from(report.made < count);

            let mut text = Vec::new();
            MILL.write("sanmill", &mut records.into_iter(), &mut text)?;
            let (pack, mut found) = Pack::read(&text);
            let pack = pack.ok_or("the pack can't be read")?;
            found.extend(validate(&pack));
            found.extend(check_lines(&pack));
            assert_eq!(found, [], "{} {}", category.name(), tier.name());
            assert_eq!(pack.export().as_bytes(), text, "a round trip");
            let mut wrong = Vec::new();
            check_claims(&pack, tables.as_ref(), &mut |path, puzzle, checked| {
                if checked != Checked::Holds {
                    wrong.push(format!("{path} {} {checked:?}", puzzle.initial_position));
                }
            });
            assert!(wrong.is_empty(), "{wrong:#?}");
            println!(
                "{:<14} {:<9} {:>3} of {count}, {:>7} tried, {wall:>6.2} s wall, {used:>6.2} s processor, {:.3} a puzzle",
                category.name(),
                tier.name(),
                report.made,
                report.tried,
                used / (report.made.max(1) as f64)
            );
            if let Some(dir) = &out {
                std::fs::create_dir_all(dir)?;
                std::fs::write(format!("{dir}/{}-{}.sanmill_puzzles", category.name(), tier.name()), &text)?;
            }
        }
    }
    println!(
        "{puzzles} puzzles, {seconds:.1} processor seconds, {:.3} a puzzle; {short} combinations short",
        seconds / puzzles.max(1) as f64
    );
    Ok(())
}
