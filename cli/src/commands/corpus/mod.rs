//! `tesuji corpus …`.

#[cfg(feature = "parquet")]
mod columns;
mod dedupe;
mod export;
mod import;
mod merge;
mod seed;
mod selection;
mod stats;

use crate::common::Context;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The commands.
pub fn command() -> Command {
    Command::new("corpus")
        .about("Keeps corpora: import, export, stats, dedupe, merge, seed")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            import::command(),
            export::command(),
            stats::command(),
            dedupe::command(),
            merge::command(),
            seed::command(),
        ])
}

/// Runs one of them.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let context = &Context { keeps: true, ..*context };
    match matches.subcommand() {
        Some(("import", m)) => import::run(context, m, console),
        Some(("export", m)) => export::run(context, m, console),
        Some(("stats", m)) => stats::run(context, m, console),
        Some(("dedupe", m)) => dedupe::run(context, m, console),
        Some(("merge", m)) => merge::run(m, console),
        Some(("seed", m)) => seed::run(context, m, console),
        _ => Err(Failure::Usage("corpus import, export, stats, dedupe, merge or seed".to_string())),
    }
}
