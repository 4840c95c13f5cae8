//! `cargo run --release -p tesuji-conformance --example pencil_answers -- DATA/puzzlekit
//! notes/pencil-answers.md`: the stored answers of all data sets of Puzzle Kit beside ours, as a
//! page of the notes.

use clap::Parser;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tesuji_conformance::{Options, run, suites};
use tesuji_pencil::house::HouseGenre;

/// Runs the suite `puzzlekit` over a folder and writes the page.
#[derive(Parser)]
struct Args {
    /// Folder of Puzzle Kit's data sets
    data: PathBuf,
    /// The page
    page: PathBuf,
    /// Seconds that a puzzle may take
    #[arg(long, default_value_t = 5.0)]
    time: f64,
}

/// Rows at most under one heading of the page.
const MOST: usize = 40;

/// The lines that the suite prints about a data set; the last one sums up.
fn lines(path: &Path, time: f64) -> Result<Vec<Value>, String> {
    let options = Options::of(path.to_path_buf(), Duration::from_secs_f64(time));
    let suite = suites::by_name("puzzlekit").map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    run(suite, &options, &mut out).map_err(|e| e.to_string())?;
    String::from_utf8_lossy(&out).lines().map(|l| serde_json::from_str(l).map_err(|e| e.to_string())).collect()
}

/// The part of the page about rows that do not agree.
fn rows(genre: &dyn HouseGenre, lines: &[Value], to: &mut String) {
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        let word = |key: &str| line[key].as_str().unwrap_or_default();
        let case = word("case").rsplit(' ').next().unwrap_or_default().to_string();
        let engines = match (word("got"), word("sat")) {
            ("", _) => "refused".to_string(),
            (got, sat) => format!("ours: {got}; SAT: {sat}"),
        };
        let broken = line["stored_breaks"].as_array().and_then(|b| b.first()?.as_str().map(str::to_string));
        let why = broken.map_or(String::new(), |b| format!(" (it breaks {b})"));
        groups.entry(format!("{} — {engines}", word("reason"))).or_default().push(case + &why);
    }
    for (reason, mut cases) in groups {
        let more = cases.len().saturating_sub(MOST);
        cases.truncate(MOST);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let _ = writeln!(to, "- **{}**, {reason}: {}{more}.", genre.name(), cases.join(", "));
    }
}

fn page(args: &Args) -> Result<String, String> {
    let mut table = String::new();
    let mut notes = String::new();
    for genre in tesuji_pencil::genres::all().into_iter().filter(|g| !g.puzzle_kit().is_empty()) {
        let path = args.data.join(format!("{}.json", genre.puzzle_kit()));
        let mut all = lines(&path, args.time)?;
        let sum = all.pop().unwrap_or_default();
        let n = |key: &str| sum[key].as_u64().unwrap_or(0);
        let refused = all.iter().filter(|l| l["got"].is_null()).count() as u64;
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} | {refused} |",
            genre.name(),
            n("cases"),
            n("agree"),
            n("proved"),
            n("differ").saturating_sub(refused),
            n("unknown")
        );
        rows(genre, &all, &mut notes);
    }
    let command = "cargo run --release -p tesuji-conformance --example pencil_answers -- DATA/puzzlekit \
                   notes/pencil-answers.md";
    Ok(format!(
        "# Stored answers of Puzzle Kit beside ours\n\n\
         Made by `{command}`.\n\n\
         *agree*: our engine proves the stored answer the only one (a row without an answer: it has \
         one solution).\n*proved*: two engines say together that it is not. *refused*: the row is not \
         read, for the reason below.\n\n\
         | genre | rows | agree | proved otherwise | differ | not in time | refused |\n\
         |---|---|---|---|---|---|---|\n{table}\n## Rows that do not agree\n\n{}",
        if notes.is_empty() { "None.\n" } else { notes.as_str() }
    ))
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = page(&args).and_then(|text| std::fs::write(&args.page, text).map_err(|e| e.to_string()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
    }
}
