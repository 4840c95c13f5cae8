//! Makes the corpora of `data/puzzles`, and checks what the generator makes:
//! `cargo run --release -p tesuji-pencil --example corpora -- make GENRE` prints records, five of
//! each tier, and then of any tier up to thirty. Each says the command that makes it;
//! `-- check < FILE` reads them again.

mod records;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;
use tesuji_genre::{GenerateRequest, Genre, Record};
use tesuji_solver::{Limits, Stop, Tier};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Makes corpora, or checks them.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
enum Command {
    /// Prints records of a genre, each solution once. What tiers lack goes to the standard error output
    Make {
        /// The genre
        genre: String,
        /// Rows and columns; else the size on which puzzles of the genre are found
        #[arg(long)]
        size: Option<String>,
        /// Puzzles of each tier
        #[arg(long, default_value_t = 5)]
        count: u64,
        /// Only what is of a tier
        #[arg(long)]
        tiers_only: bool,
        /// Candidates for each tier at most; else the genre's own bound
        #[arg(long)]
        nodes: Option<u64>,
        /// Seconds for each tier at most; none: other machines make the same records
        #[arg(long)]
        seconds: Option<u64>,
        /// Worker threads, of which the records do not depend
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Reads records: is each puzzle's text that of one solution, and of the tier that it says?
    Check,
}

fn main() -> ExitCode {
    match Args::parse().command {
        Command::Make { genre, size, count, tiers_only, nodes, seconds, threads } => {
            let Some(genre) = records::genre_of(&genre) else {
                eprintln!("no genre {genre:?}");
                return ExitCode::FAILURE;
            };
            let limits = Limits::default().with_nodes(nodes.unwrap_or_else(|| records::candidates(genre.name())));
            let size = size.unwrap_or_else(|| records::size(genre).to_string());
            let limits = seconds.map_or(limits.clone(), |s| limits.with_time(Duration::from_secs(s)));
            let want =
                GenerateRequest { size: Some(size), count, seed: 1, limits, threads, ..GenerateRequest::default() };
            make(genre, &want, tiers_only);
            ExitCode::SUCCESS
        }
        Command::Check => records::check(),
    }
}

/// The command line that makes what a request does, where no limit of time bites.
fn command(genre: &dyn Genre, want: &GenerateRequest) -> String {
    let (name, size) = (genre.name(), want.size.as_deref().unwrap_or_default());
    let tier = want.tier.map(|tier| format!(" --tier {}", tier.name())).unwrap_or_default();
    let (count, seed, nodes) = (want.count, want.seed, want.limits.nodes);
    format!("tesuji generate --genre {name} --size {size}{tier} --count {count} --seed {seed} --nodes {nodes}")
}

fn make(genre: &dyn Genre, want: &GenerateRequest, tiers_only: bool) {
    let mut solutions = std::collections::BTreeSet::new();
    let mut told = Vec::new();
    // On small boards two tiers may come to one solution.
    let mut print = |mut record: Record, want: &GenerateRequest| {
        if let Some(source) = &mut record.source {
            source.extra.insert("command".to_string(), command(genre, want).into());
        }
        if solutions.insert(record.solution.as_ref().map(ToString::to_string)) {
            println!("{}", serde_json::to_string(&record).unwrap_or_default());
        }
        solutions.len() as u64
    };
    let mut all = 0;
    for tier in Tier::ALL {
        let want = GenerateRequest { tier: Some(tier), ..want.clone() };
        match genre.generate(&want, &mut |record| all = print(record, &want)) {
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
        if let Ok(report) = genre.generate(&want, &mut |record| all = print(record, &want)) {
            told.push(format!("any {}", report.made));
        }
    }
    eprintln!("{}: {}", genre.name(), told.join(", "));
}
