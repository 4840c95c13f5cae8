//! `tesuji discover`: mines, and keeps what people decide about the forms that come out.

mod coverage;
mod curate;
mod mine;
mod minimal;
mod pages;
mod telling;
mod times;

pub use curate::today;

use crate::common::Context;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};

/// The command.
pub fn command() -> Command {
    let about = "Mines puzzles for recurring proofs beyond the known techniques; solved positions for views of their \
                 key moves";
    Command::new("discover")
        .about(about)
        .args_conflicts_with_subcommands(true)
        .args(mine::args())
        .subcommand(Command::new("mine").about(about).args(mine::args()))
        .subcommand(pages::command())
        .subcommand(times::command())
        .subcommands(coverage::commands())
        .subcommands(curate::commands())
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    match matches.subcommand() {
        None => mine::run(context, matches, console),
        Some(("mine", matches)) => mine::run(context, matches, console),
        Some(("coverage", matches)) => coverage::coverage(context, matches, console),
        Some(("atlas", matches)) => coverage::atlas(context, matches, console),
        Some(("pictures", matches)) => coverage::pictures(context, matches, console),
        Some(("verify", matches)) => coverage::verify(matches, console),
        Some(("times", matches)) => times::run(context, matches, console),
        Some(("pages", matches)) => pages::run(context, matches, console),
        Some((name, matches)) => curate::run(name, context, matches, console),
    }
}
