//! `tesuji corpus export`.

use crate::commands::convert;
use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};

/// The command.
pub fn command() -> Command {
    let format =
        Arg::new("format").long("format").value_name("FORMAT").help("One of the genre's formats; else its first");
    Command::new("export").about("Writes records in a format of the genre").args([
        common::genre(),
        common::file(),
        format,
        common::json(),
        common::out(),
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let formats = context.the_genre()?.formats();
    let format = match matches.get_one::<String>("format") {
        Some(name) if formats.contains(&name.as_str()) => name.clone(),
        Some(name) => return Err(Failure::unknown("format", name, formats.iter().copied())),
        None => formats.first().copied().unwrap_or_default().to_string(),
    };
    convert::rewrite(context, matches, &format, "export", console)
}
