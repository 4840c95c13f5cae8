//! `tesuji completions SHELL`.

use crate::common::Context;
use crate::{Console, Failure};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use std::collections::BTreeSet;

/// The command.
pub fn command() -> Command {
    let shell = Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell));
    Command::new("completions")
        .about("Prints completions for a shell, with the names of genres, techniques and formats")
        .arg(shell)
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(&shell) = matches.get_one::<Shell>("shell") else { return Ok(2) };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Names::new(context).put_into(super::app(None)), "tesuji", &mut script);
    console.out.write_all(&script)?;
    Ok(0)
}

/// Names that options take, which the program itself reads more freely (a genre may be a file).
struct Names {
    genres: Vec<&'static str>,
    techniques: Vec<String>,
    formats: Vec<&'static str>,
}

impl Names {
    fn new(context: &Context<'_>) -> Names {
        let of = context.genres.iter().flat_map(|&genre| context.catalog(genre).list());
        let techniques: BTreeSet<String> = of.map(|technique| technique.id().to_string()).collect();
        let formats: BTreeSet<&str> =
            context.genres.iter().flat_map(|genre| genre.info().formats.iter().copied()).collect();
        Names {
            genres: context.genres.iter().map(|genre| genre.name()).collect(),
            techniques: techniques.into_iter().collect(),
            formats: formats.into_iter().collect(),
        }
    }

    /// The command and all below it, with these names as the values of their options.
    fn put_into(&self, command: Command) -> Command {
        let value_of = |arg: &Arg| arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
        let named = |arg: Arg| match value_of(&arg).as_deref() {
            Some("GENRE") => arg.value_parser(PossibleValuesParser::new(&self.genres)),
            Some("TECHNIQUE") => arg.value_parser(PossibleValuesParser::new(&self.techniques)),
            Some("FORMAT") if arg.get_possible_values().is_empty() => {
                arg.value_parser(PossibleValuesParser::new(&self.formats))
            }
            _ => arg,
        };
        command.mut_args(named).mut_subcommands(|below| self.put_into(below))
    }
}
