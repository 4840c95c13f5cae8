//! `tesuji harvest …`.

mod azul;
mod clean;

use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("harvest")
        .about("Makes clean games of archives of played ones")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([clean::command(), azul::command()])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("azul", m)) => azul::run(m, console),
        Some(("clean", m)) => clean::run(m, console),
        _ => Err(Failure::Usage("harvest clean or azul".to_string())),
    }
}
