//! `tesuji harvest …`.

mod args;
mod azul;
mod clean;
mod go;
mod mill;
mod report;

use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("harvest")
        .about("From archives of played games to clean games, and to problems")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([clean::command(), go::command(), azul::command(), mill::command(), report::command()])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("azul", m)) => azul::run(m, console),
        Some(("clean", m)) => clean::run(m, console),
        Some(("go", m)) => go::run(m, console),
        Some(("mill", m)) => mill::run(m, console),
        Some(("report", m)) => report::run(m, console),
        _ => Err(Failure::Usage("harvest clean, go, azul, mill or report".to_string())),
    }
}
