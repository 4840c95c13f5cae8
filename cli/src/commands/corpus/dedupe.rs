//! `tesuji corpus dedupe`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use tesuji_corpus::passes::DedupePass;

/// The command.
pub fn command() -> Command {
    Command::new("dedupe")
        .about("Keeps the first puzzle of each symmetry class and fills in `canon`")
        .args(common::pass_args())
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let outcome = common::run_pass(context, &DedupePass, matches, console)?;
    let words = format!("{} kept, {} equivalent to one before", outcome.written, outcome.counts.duplicates);
    common::finish(&outcome, &words, Ending::new(), matches, console)
}
