//! Makes the corpora of `data/puzzles`, and checks what the generator makes:
//! `cargo run --release -p tesuji-pencil --example corpora -- make GENRE` prints records, so many
//! of each tier, and then of any tier up to six times as many; `-- check < FILE` reads them again.

use clap::{Parser, Subcommand};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::process::ExitCode;
use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre, GradeRequest, Record};
use tesuji_solver::{Limits, Stop, Tier};

/// Makes corpora, or checks them.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
enum Command {
    /// Prints records of a genre; what tiers lack is told on the standard error output
    Make {
        /// The genre
        genre: String,
        /// Puzzles of each tier
        #[arg(long, default_value_t = 10)]
        count: u64,
        /// Only what is of a tier
        #[arg(long)]
        tiers_only: bool,
        /// Candidates for each tier at most
        #[arg(long, default_value_t = 4000)]
        nodes: u64,
        /// Seconds for each tier at most: a guard, as where it bites other machines make others
        #[arg(long, default_value_t = 3600)]
        seconds: u64,
        /// Worker threads, of which the records do not depend
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Reads records: is each puzzle's text that of one solution, and of the tier that it says?
    Check,
}

fn main() -> ExitCode {
    match Args::parse().command {
        Command::Make { genre, count, tiers_only, nodes, seconds, threads } => {
            let Some(genre) = genre_of(&genre) else {
                eprintln!("no genre {genre:?}");
                return ExitCode::FAILURE;
            };
            let limits = Limits::default().with_nodes(nodes).with_time(Duration::from_secs(seconds));
            let want = GenerateRequest { count, seed: 1, limits, threads, ..GenerateRequest::default() };
            make(genre, &want, tiers_only);
            ExitCode::SUCCESS
        }
        Command::Check => check(),
    }
}

fn genre_of(name: &str) -> Option<&'static dyn Genre> {
    tesuji_pencil::genres().into_iter().find(|g| g.name() == name)
}

fn make(genre: &dyn Genre, want: &GenerateRequest, tiers_only: bool) {
    let mut ids = std::collections::BTreeSet::new();
    let mut told = Vec::new();
    let mut print = |record: Record| {
        if ids.insert(record.id.clone()) {
            println!("{}", serde_json::to_string(&record).unwrap_or_default());
        }
        ids.len() as u64
    };
    let mut all = 0;
    for tier in Tier::ALL {
        let want = GenerateRequest { tier: Some(tier), ..want.clone() };
        match genre.generate(&want, &mut |record| all = print(record)) {
            Ok(report) => {
                let end = if report.stop == Stop::Time { " (out of time)" } else { "" };
                told.push(format!("{} {}{end}", tier.name(), report.made));
            }
            Err(bad) => told.push(format!("{} none: {}", tier.name(), bad.what)),
        }
    }
    let left = (6 * want.count).saturating_sub(all);
    if left > 0 && !tiers_only {
        let want = GenerateRequest { count: left, seed: want.seed + 1, ..want.clone() };
        if let Ok(report) = genre.generate(&want, &mut |record| all = print(record)) {
            told.push(format!("any {}", report.made));
        }
    }
    eprintln!("{}: {}", genre.name(), told.join(", "));
}

fn check() -> ExitCode {
    let (mut right, mut wrong) = (BTreeMap::<String, u64>::new(), 0);
    for (number, line) in std::io::stdin().lock().lines().map_while(Result::ok).enumerate() {
        match record_holds(&line) {
            Ok(kind) => *right.entry(kind).or_default() += 1,
            Err(why) => {
                wrong += 1;
                println!("line {}: {why}", number + 1);
            }
        }
    }
    for (kind, n) in &right {
        println!("{n} {kind}");
    }
    println!("{} right, {wrong} wrong", right.values().sum::<u64>());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads a puzzle again from its text, solves and grades it; its genre and tier.
fn record_holds(line: &str) -> Result<String, String> {
    let record: Record = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let genre = genre_of(&record.genre).ok_or("an unknown genre")?;
    let parsed = genre.parse(&record.puzzle).map_err(|bad| bad.to_string())?;
    let solved = genre.solve(&parsed.puzzle, &Limits::solutions(2)).map_err(|bad| bad.to_string())?;
    if solved.solutions.len() != 1 || solved.stop != Stop::Exhausted {
        return Err(format!("{} solutions, {}", solved.solutions.len(), solved.stop.name()));
    }
    if record.solution.as_ref() != solved.solutions.first() {
        return Err("another solution than the record says".to_string());
    }
    let want = GradeRequest::new(genre.catalog().clone(), Limits::default());
    let graded = genre.grade(&parsed.puzzle, None, &want).map_err(|bad| bad.to_string())?;
    let said = record.grade.ok_or("no grade")?.tier;
    if graded.info.tier != said {
        return Err(format!("of tier {}, not {said}", graded.info.tier));
    }
    Ok(format!("{} {said}", record.genre))
}
