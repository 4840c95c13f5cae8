//! `cargo run --release -p tesuji-pencil --example pencil_tiers -- [COUNT]`: so many puzzles of every genre
//! of the house and every tier, made with one and with two threads and read again from their text
//! by another process: one solution, of that tier, the same bytes. Prints a table and what was
//! short.

mod records;

use clap::Parser;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use tesuji_genre::{GenerateRequest, Genre};
use tesuji_solver::{Limits, Tier};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Makes puzzles of all tiers.
#[derive(Parser)]
struct Args {
    /// Puzzles of each genre and tier; `check` reads records instead
    #[arg(default_value = "20")]
    count: String,
    /// These genres alone
    #[arg(long)]
    genre: Vec<String>,
    /// Candidates for each tier at most, in place of the bounds of the table
    #[arg(long)]
    nodes: Option<u64>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.count == "check" {
        return records::check();
    }
    let Ok(count) = args.count.parse() else {
        eprintln!("a number of puzzles is expected");
        return ExitCode::FAILURE;
    };
    let (mut short, mut wrong) = (Vec::new(), Vec::new());
    println!("| genre | size | {} | s |", Tier::ALL.map(Tier::name).join(" | "));
    println!("|---|---{}|---|", "|---".repeat(Tier::ALL.len()));
    for genre in tesuji_pencil::genres::all() {
        if !args.genre.is_empty() && !args.genre.iter().any(|name| name == genre.name()) {
            continue;
        }
        let before = cpu_seconds();
        let nodes = args.nodes.unwrap_or_else(|| records::candidates(genre.name()));
        let size = records::size(genre);
        let mut row = Vec::new();
        for tier in Tier::ALL {
            let want = GenerateRequest {
                size: Some(size.to_string()),
                tier: Some(tier),
                count,
                seed: 1,
                limits: Limits::default().with_nodes(nodes),
                ..GenerateRequest::default()
            };
            let made = made(genre, &want, 1);
            let what = format!("{} {}", genre.name(), tier.name());
            if made != self::made(genre, &want, 2) {
                wrong.push(format!("{what}: other bytes with two threads"));
            }
            if let Err(why) = read_again(&made) {
                wrong.push(format!("{what}: {why}"));
            }
            if (made.len() as u64) < count {
                short.push(format!("{what} {} of {count} in {nodes}", made.len()));
            }
            row.push(made.len().to_string());
        }
        println!("| {} | {size} | {} | {:.1} |", genre.name(), row.join(" | "), cpu_seconds() - before);
    }
    println!("\nshort: {}", if short.is_empty() { "nothing".to_string() } else { short.join("; ") });
    wrong.iter().for_each(|what| println!("wrong: {what}"));
    println!("{:.0} s of CPU", cpu_seconds());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The records as lines; none where the request is refused.
fn made(genre: &dyn Genre, want: &GenerateRequest, threads: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let want = GenerateRequest { threads, ..want.clone() };
    let told = genre.generate(&want, &mut |record| lines.extend(serde_json::to_string(&record).ok()));
    if let Err(bad) = told {
        eprintln!("{}: {bad}", genre.name());
    }
    lines
}

/// Has another process read records.
fn read_again(lines: &[String]) -> Result<(), String> {
    if lines.is_empty() {
        return Ok(());
    }
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let child = Command::new(program).arg("check").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|e| e.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(lines.join("\n").as_bytes()).map_err(|e| e.to_string())?;
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(()) } else { Err(told) }
}

/// User time of this process and of those that it waited for (Linux). Ticks are hundredths of a
/// second.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(13)) / 100.0
}
