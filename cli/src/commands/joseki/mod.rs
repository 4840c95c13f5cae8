//! `tesuji joseki …`.

mod build;
mod gtp;
mod life;
mod lint;
mod matching;
mod show;
mod sources;
mod stats;

use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("joseki")
        .about("Keeps a pattern book of joseki: build, match, gtp, lint, stats, show")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            build::command(),
            matching::command(),
            gtp::command(),
            lint::command(),
            stats::command(),
            show::command(),
        ])
}

/// Runs one of them.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        Some(("build", m)) => build::run(m, console),
        Some(("match", m)) => matching::run(m, console),
        Some(("gtp", m)) => gtp::run(m, console),
        Some(("lint", m)) => lint::run(m, console),
        Some(("stats", m)) => stats::run(m, console),
        Some(("show", m)) => show::run(m, console),
        _ => Err(Failure::Usage("joseki build, match, gtp, lint, stats or show".to_string())),
    }
}
