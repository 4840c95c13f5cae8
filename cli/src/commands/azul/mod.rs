//! `tesuji azul …`.

mod play;

use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("azul")
        .about("Azul: games in the terminal, practice scenarios")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([play::command()])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("play", m)) => play::run(m, console),
        _ => Err(Failure::Usage("azul play".to_string())),
    }
}
