//! `tesuji completions SHELL`.

use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

/// The command.
pub fn command() -> Command {
    let shell = Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell));
    Command::new("completions").about("Prints completions for a shell").arg(shell)
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(&shell) = matches.get_one::<Shell>("shell") else { return Ok(2) };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut super::app(None), "tesuji", &mut script);
    console.out.write_all(&script)?;
    Ok(0)
}
