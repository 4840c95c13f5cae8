//! Runs an external suite: `tesuji-conformance SUITE PATH`.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tesuji_conformance::{Error, Options, suites};

/// Runs every case of an external suite; prints differences and, last, a summary, as JSON lines.
#[derive(Parser)]
#[command(name = "tesuji-conformance", version, after_help = suites::help())]
struct Args {
    /// Name of the suite.
    suite: String,
    /// File or folder of the suite.
    path: PathBuf,
    /// Seconds a case may take.
    #[arg(long, default_value = "1", value_parser = seconds)]
    time: Duration,
    /// The greatest number of cases.
    #[arg(long)]
    limit: Option<usize>,
    /// Every K-th case.
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Folder that the games named in the file are relative to.
    #[arg(long)]
    games: Option<PathBuf>,
    /// A pattern book, or a table of counts.
    #[arg(long)]
    book: Option<PathBuf>,
    /// Folder of records to look at in place of new ones (style).
    #[arg(long)]
    records: Option<PathBuf>,
    /// Folder of tables built on demand.
    #[arg(long, default_value = "out/tables")]
    tables: PathBuf,
    /// Seconds that all cases together may take, in place of --time (for suites whose cases can
    /// share them).
    #[arg(long, conflicts_with = "time", value_parser = seconds)]
    total: Option<Duration>,
    /// Replays a proof of each case that agrees, which then counts only with one (for suites that
    /// have proofs; takes longer).
    #[arg(long)]
    replay: bool,
    /// Positions that a case may take, in place of --time (for suites that count them).
    #[arg(long)]
    nodes: Option<u64>,
    /// Ask again after the moves of the answers (book-problems).
    #[arg(long)]
    recheck: bool,
    /// A network in KataGo's format that proposes first moves (book-problems).
    #[arg(long)]
    net: Option<PathBuf>,
}

/// Seconds; more than a duration can hold are without end.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 => Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        _ => Err("expected seconds, from 0 on".to_string()),
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let options = Options {
        path: args.path,
        time: args.time,
        limit: args.limit.unwrap_or(usize::MAX),
        every: args.every.max(1),
        games: args.games,
        book: args.book,
        records: args.records,
        tables: args.tables,
        total: args.total,
        replay: args.replay,
        nodes: args.nodes,
        recheck: args.recheck,
        net: args.net,
    };
    let done = suites::by_name(&args.suite)
        .and_then(|suite| tesuji_conformance::run(suite, &options, &mut std::io::stdout().lock()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has heard enough (`| head`) is no failure.
        Err(Error::Output(e)) if e.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_from_0_on() {
        assert_eq!([seconds("0"), seconds("2.5")], [Ok(Duration::ZERO), Ok(Duration::from_millis(2500))]);
        assert_eq!(seconds("inf"), Ok(Duration::MAX));
        assert!(["-1", "nan", "", "1s"].iter().all(|text| seconds(text).is_err()));
    }
}
