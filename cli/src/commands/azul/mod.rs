//! `tesuji azul …`.

mod assess;
mod play;
mod review;
mod scenario;
mod validate;

use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("azul")
        .about("Azul: games in the terminal, games reviewed, practice scenarios")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            scenario::command(),
            validate::command(),
            assess::command(),
            assess::command_next(),
            play::command(),
            review::command(),
        ])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("play", m)) => play::run(m, console),
        Some(("review", m)) => review::run(m, console),
        Some(("scenario", m)) => scenario::run(m, console),
        Some(("validate", m)) => validate::run(m, console),
        Some(("assess", m)) => assess::run(m, console),
        Some(("next", m)) => assess::run_next(m, console),
        _ => Err(Failure::Usage("azul scenario, validate, assess, next, play or review".to_string())),
    }
}
