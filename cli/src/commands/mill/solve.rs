//! `tesuji mill solve`.

use super::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value as Json, json};
use std::time::Instant;
use tesuji_mill::search::{Bounds, FEW_PLIES, Placing};
use tesuji_mill::tables::{Kind, Sector, Tables, human};
use tesuji_mill::{Position, puzzle::State};
use tesuji_solver::Stop;
use tesuji_solver::reading::Outcome;

/// Longest line in the answer.
const LONGEST: usize = 400;

/// The command.
pub fn command() -> Command {
    Command::new("solve")
        .about("The value of a position, men in hand or not, by search down to the tables, with a line")
        .long_about(
            "The value of a position, men in hand or not, by search down to the tables, with a line that keeps it. \
             What a limit or a sector that is not built leaves open is told with bounds, the sectors by name. \
             Exit 1 where the value is not known.",
        )
        .args([
            Arg::new("fen").value_name("FEN").required(true).help("Position string, or `start`"),
            super::variant_arg(),
            super::folder_arg(),
            Arg::new("memory")
                .long("memory")
                .value_name("MB")
                .default_value("256")
                .value_parser(clap::value_parser!(u32).range(1..))
                .help("Memory for known positions"),
        ])
        .args(common::limits("10m", "18446744073709551615", "positions that are read"))
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let rules = &super::variant_of(matches)?.rules;
    let position = match matches.get_one::<String>("fen").map_or("", String::as_str) {
        "start" => Position::start(rules),
        text => super::position(rules, text)?,
    };
    let at = Placing::admits(&position).map_err(|e| super::bad(&e))?;
    let tables = Tables::open(rules, super::folder_of(matches)).map_err(super::table_failure)?;
    let megabytes = matches.get_one::<u32>("memory").copied().unwrap_or(256) as usize;
    let limits = common::limits_of(matches).with_memory(megabytes << 20);
    let mut placing = Placing::new(&tables, &limits).map_err(|e| super::bad(&e))?;
    let start = Instant::now();
    // A position that is decided within a few turns needs no tables.
    if !at.placing()
        && let Some(Some(value)) = placing.short(&at, FEW_PLIES)
    {
        let line = placing.short_line(&at, value);
        let mut told = told(Bounds::exact(value));
        told["line"] = line.iter().map(ToString::to_string).collect();
        return finish(told, &position, &placing, start, console);
    }
    for (outcome, question) in [(Outcome::Win, "a win"), (Outcome::Draw, "a draw at least")] {
        let answer = match placing.reaches(&at, outcome) {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known",
        };
        let (nodes, seconds) = (placing.nodes(), start.elapsed().as_secs_f64());
        let side = position.side.name();
        let _ = writeln!(console.err, "{question} for {side}: {answer} ({nodes} positions, {seconds:.1} s)");
    }
    let found = placing.value(&at);
    let line = if placing.stop() == Stop::Exhausted { placing.line(&at, LONGEST) } else { Vec::new() };
    let mut told = told(found);
    told["line"] = line.iter().map(ToString::to_string).collect();
    if found.outcome().is_none() {
        told["missing"] = missing(&placing, &at, console);
    }
    finish(told, &position, &placing, start, console)
}

/// Prints an answer with what it took; exit 1 where the value is not known.
fn finish(
    mut told: Json,
    position: &Position,
    placing: &Placing<'_>,
    start: Instant,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    told["side"] = json!(position.side);
    told["nodes"] = json!(placing.nodes());
    told["seconds"] = json!((start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0);
    told["stop"] = json!(placing.stop());
    common::print_json(&told, console)?;
    Ok(u8::from(told["value"] == "unknown"))
}

/// An outcome in words.
pub(super) fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// The value, or what is known of it.
fn told(found: Bounds) -> Json {
    match (found.value(), found.outcomes()) {
        (Some(value), _) => json!({"value": name(value.outcome()), "plies": value.plies()}),
        (None, (least, most)) if least == most => json!({"value": name(least)}),
        (None, (least, most)) => json!({"value": "unknown", "at_least": name(least), "at_most": name(most)}),
    }
}

/// The sectors that the search missed, with the sizes of their files.
fn missing(placing: &Placing<'_>, at: &State, console: &mut Console<'_>) -> Json {
    let size = |s: &Sector| Kind::Plies.file_size(s.slots());
    let all = placing.missing();
    if !all.is_empty() {
        let names: Vec<String> = all.iter().map(|s| format!("{s} ({})", human(size(s)))).collect();
        let most = at.own_total().max(at.enemy_total());
        let _ = writeln!(
            console.err,
            "sectors that are not built: {}; `tesuji mill tables build --up-to {most}-{most}` builds them",
            names.join(", ")
        );
    }
    all.iter().map(|s| json!({"sector": s.to_string(), "bytes": size(s)})).collect()
}
