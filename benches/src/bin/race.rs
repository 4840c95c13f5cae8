//! `race --out FOLDER`: engines beside each other on the puzzles of all genres, and rivals where
//! they have the genre: a table as JSON and Markdown and a plot, with versions and the machine.
//!
//! Every answer is compared first: an engine that finds another number of solutions, or another
//! solution, ends the race with exit 1. Times are CPU times of the process; each engine starts anew
//! for each puzzle, as a caller without a session would, unless its name says otherwise.

use clap::Parser;
use cpu_time::ProcessTime;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tesuji_benches::race::{Cell, Puzzle, Race, Rival, Set, Wanted, machine, markdown, plot, rivals, sets, versions};

/// Engines beside each other.
#[derive(Parser)]
struct Args {
    /// Folder for race.json, race.md and race.svg
    #[arg(long)]
    out: PathBuf,
    /// Draw table and plot of an earlier race.json anew
    #[arg(long)]
    from: Option<PathBuf>,
    /// Puzzles of each set
    #[arg(long, default_value_t = 12)]
    puzzles: usize,
    /// Milliseconds that an engine has for a puzzle; one that is late is given two more of the set
    #[arg(long, default_value_t = 500)]
    milliseconds: u64,
    /// Only these genres
    #[arg(long, value_delimiter = ',')]
    genres: Vec<String>,
    /// Only engines whose names begin so
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// Further sets: GENRE=FILE, notations or records
    #[arg(long)]
    set: Vec<String>,
    /// A folder with data sets of Puzzle Kit
    #[arg(long)]
    kit: Option<PathBuf>,
}

/// Late puzzles of a set after which an engine leaves the rest.
const LATE: usize = 3;
/// CPU time that a measurement takes at least, where there are enough puzzles.
const SLICE: Duration = Duration::from_millis(60);

fn run(rival: &mut Rival, puzzles: &[Puzzle], limit: Duration) -> Result<Cell, String> {
    let mut cell = Cell::default();
    let mut times = Vec::new();
    for puzzle in puzzles {
        if cell.late >= LATE {
            break;
        }
        cell.asked += 1;
        let start = ProcessTime::now();
        let Some(answer) = rival.solve(puzzle, limit) else {
            cell.refused += 1;
            continue;
        };
        let first = start.elapsed();
        if !answer.is_complete {
            cell.late += 1;
            continue;
        }
        if let Some(why) = puzzle.disagrees(&answer) {
            return Err(format!("{}: {why}: {}", rival.name, puzzle.text));
        }
        cell.finished += 1;
        // The clock can tell quick answers only where there are many.
        let mut took = vec![answer.seconds.unwrap_or(first.as_secs_f64())];
        let again = ((SLICE.as_secs_f64() / puzzles.len() as f64) / first.as_secs_f64().max(1e-7)) as usize;
        for _ in 0..again.min(if answer.seconds.is_some() { 0 } else { 200 }) {
            let start = ProcessTime::now();
            let _ = rival.solve(puzzle, limit);
            took.push(start.elapsed().as_secs_f64());
        }
        times.push((tesuji_benches::median(took) * 1e7).round() / 10.0);
    }
    cell.micros = times;
    Ok(cell)
}

fn write(race: &Race, out: &Path) -> Result<(), String> {
    let json = serde_json::to_string(race).map_err(|e| e.to_string())? + "\n";
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    for (name, text) in [("race.json", json), ("race.md", markdown(race)), ("race.svg", plot(race))] {
        let path = out.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

fn earlier(file: &Path) -> Result<Race, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: no race: {e}", file.display()))
}

/// The race; an error says which answer another one contradicts.
fn race(args: &Args, sets: Vec<Set>) -> Result<Race, String> {
    let limit = Duration::from_millis(args.milliseconds);
    let mut race = Race { machine: machine(), versions: versions(), limit: args.milliseconds, ..Race::default() };
    let is_wanted = |name: &str| args.engines.is_empty() || args.engines.iter().any(|e| name.starts_with(e.as_str()));
    for set in sets {
        let (mut engines, skipped) = rivals(&set.genre);
        for name in skipped {
            if !race.skipped.contains(&name) {
                eprintln!("SKIPPED: {name}");
                race.skipped.push(name);
            }
        }
        let mut row = race.row(&set);
        for rival in engines.iter_mut().filter(|rival| is_wanted(&rival.name)) {
            let cell = run(rival, &set.puzzles, limit).map_err(|why| format!("a disagreement: {why}"))?;
            row.cells.insert(rival.name.clone(), cell);
        }
        eprintln!("{} ({})", row.genre, row.set);
        race.rows.push(row);
    }
    Ok(race)
}

fn main() -> ExitCode {
    let args = Args::parse();
    let asked = Wanted { take: args.puzzles, genres: &args.genres, named: &args.set, kit: args.kit.as_deref() };
    let result = match &args.from {
        Some(file) => earlier(file).map_err(|why| (2, why)),
        None => sets(&asked).map_err(|why| (2, why)).and_then(|sets| race(&args, sets).map_err(|why| (1, why))),
    };
    match result.and_then(|race| write(&race, &args.out).map_err(|why| (1, why))) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, why)) => {
            eprintln!("{why}");
            ExitCode::from(code)
        }
    }
}
