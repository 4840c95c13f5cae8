//! `tesuji mill perft`.

use super::common;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use std::time::Instant;
use tesuji_mill::{Position, perft};

/// The command.
pub fn command() -> Command {
    Command::new("perft")
        .about("Counts the leaves of the game tree at each depth; a game over before counts as one leaf")
        .args([
            Arg::new("fen").value_name("FEN").help("Position string; without one, the start"),
            Arg::new("depth")
                .long("depth")
                .value_name("N")
                .default_value("4")
                .value_parser(clap::value_parser!(u32).range(1..=20))
                .help("Depth"),
            Arg::new("turns")
                .long("turns")
                .action(ArgAction::SetTrue)
                .help("Count complete turns (a mill and its removal are one) instead of atomic actions"),
            super::variant_arg(),
        ])
        .args([common::limits("10m", "18446744073709551615", "nothing here").into_iter().next().unwrap_or_default()])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let variant = super::variant_of(matches)?;
    let rules = &variant.rules;
    let position = match matches.get_one::<String>("fen") {
        Some(text) => super::position(rules, text)?,
        None => Position::start(rules),
    };
    let turns = matches.get_flag("turns");
    let clock = common::limits_of(matches).start();
    for depth in 1..=matches.get_one::<u32>("depth").copied().unwrap_or(4) {
        let start = Instant::now();
        // The deadline is looked at between the depths and, inside one, between the first actions.
        let Some(leaves) = perft::within(rules, &position, depth, turns, &clock) else {
            let _ = writeln!(console.err, "out of time at depth {depth} (--time)");
            break;
        };
        let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let unit = if turns { "turns" } else { "actions" };
        let line = json!({"depth": depth, "leaves": leaves, "unit": unit, "seconds": seconds});
        common::print_json(&line, console)?;
    }
    Ok(0)
}
