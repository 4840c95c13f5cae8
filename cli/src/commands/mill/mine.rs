//! `tesuji mill mine`.

use super::common;
use crate::{Console, Failure};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value as Json, json};
use tesuji_genre::Genre;
use tesuji_mill::genre::MILL;
use tesuji_mill::puzzle::{Library, Study, StudyKind, Worth, standard, studies};
use tesuji_mill::tables::{Sector, Tables};
use tesuji_solver::Stop;

/// The command.
pub fn command() -> Command {
    Command::new("mine")
        .about("Endgame studies from the tables: longest wins, wins by one move only, mutual zugzwang")
        .long_about(
            "Endgame studies from the tables, as records with the line that proves each: the longest wins of a \
             sector, wins by one turn alone, and positions where whoever is to move is the worse for it. Every \
             position of a sector is looked at.",
        )
        .args([
            Arg::new("sector")
                .long("sector")
                .value_name("W-B")
                .num_args(1..)
                .value_parser(super::sector)
                .help("Only these sectors (the side to move has W men) [default: all that are built]"),
            Arg::new("kind")
                .long("kind")
                .value_name("KIND")
                .num_args(1..)
                .value_parser(PossibleValuesParser::new(StudyKind::ALL.map(StudyKind::name)))
                .help("Only studies of these kinds"),
            Arg::new("count")
                .long("count")
                .value_name("N")
                .default_value("1")
                .value_parser(clap::value_parser!(u16).range(1..))
                .help("Studies of each kind and sector"),
            super::folder_arg(),
        ])
        .args([common::limits("1h", "0", "nothing here").into_iter().next().unwrap_or_default()])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let folder = super::folder_of(matches);
    let tables = Tables::open(&standard().rules, &folder).map_err(super::table_failure)?;
    let wanted: Vec<Sector> = match matches.get_many::<Sector>("sector") {
        Some(only) => only.copied().collect(),
        None => tables.sectors().filter(|&s| tables.has_plies(s)).collect(),
    };
    let named: Vec<&String> = matches.get_many("kind").map(Iterator::collect).unwrap_or_default();
    let is_wanted = |kind: &StudyKind| named.is_empty() || named.iter().any(|n| *n == kind.name());
    let kinds: Vec<StudyKind> = StudyKind::ALL.into_iter().filter(is_wanted).collect();
    let count = usize::from(matches.get_one::<u16>("count").copied().unwrap_or(1));
    let limits = common::limits_of(matches);
    let clock = limits.start();
    let mut stop = Stop::Exhausted;
    for sector in wanted {
        let library = Library::open(standard(), &folder, u32::from(sector.own), u32::from(sector.other))
            .map_err(|e| super::bad(&e))?;
        let left = limits.clone().with_time(clock.remaining());
        let (found, ended) = studies(&library, sector, &kinds, count, &left);
        for study in &found {
            common::print_json(&record(study, sector), console)?;
        }
        if !ended.is_complete() {
            stop = ended;
            break;
        }
    }
    if !stop.is_complete() {
        let _ = writeln!(console.err, "stopped early by the limit of {}", stop.name());
    }
    Ok(0)
}

fn worth(worth: Worth) -> Json {
    match worth {
        Worth::Win(plies) => json!({"value": "win", "plies": plies}),
        Worth::Draw => json!({"value": "draw"}),
        Worth::Loss(plies) => json!({"value": "loss", "plies": plies}),
    }
}

/// The record of a study: a puzzle of the best turn, with what it shows and the proof's lines.
fn record(study: &Study, sector: Sector) -> Json {
    let text = |steps: &[tesuji_mill::puzzle::Step]| steps.iter().map(ToString::to_string).collect::<Vec<_>>();
    let puzzle = study.question.to_string();
    let mut record = MILL
        .parse(&puzzle)
        .map(|parsed| serde_json::to_value(parsed.puzzle.record()).unwrap_or_default())
        .unwrap_or_else(|_| json!({"puzzle": puzzle}));
    record["solution"] = json!({"key": text(&study.judged.keys), "turns": study.judged.n, "line": text(&study.line)});
    let mut told = worth(study.worth);
    told["kind"] = json!(study.kind.name());
    told["sector"] = json!(sector.to_string());
    if let Some(passed) = study.passed {
        told["passed"] = worth(passed);
        told["passed"]["line"] = json!(text(&study.passed_line));
    }
    record["study"] = told;
    record
}
