//! The genre's own options as flags.

use clap::{Arg, ArgMatches};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Genre};

/// A flag for each option of the genre, but for those that the command has itself.
pub fn option_args(genre: Option<&'static dyn Genre>, own: &[Arg]) -> Vec<Arg> {
    let options = genre.map_or(&[][..], |g| g.info().options);
    options
        .iter()
        .filter(|option| own.iter().all(|arg| arg.get_id() != option.key))
        .map(|option| {
            let arg = Arg::new(option.key).long(option.key).value_name("VALUE").help_heading("Options of the genre");
            let arg = if option.default.is_empty() {
                arg.help(option.help)
            } else {
                arg.help(format!("{} [default: {}]", option.help, option.default))
            };
            if option.values.is_empty() { arg } else { arg.value_parser(option.values.to_vec()) }
        })
        .collect()
}

/// An option's value; of a layout `@FILE` stands for the text of a file.
fn read_value(key: &str, value: &str) -> Result<String, Bad> {
    match value.strip_prefix('@').filter(|_| key == "layout") {
        Some(path) => std::fs::read_to_string(path).map_err(|e| Bad::new(format!("--{key} {value}: {e}"))),
        None => Ok(value.to_string()),
    }
}

/// The options that were given.
///
/// # Errors
/// [`Bad`] when a file that is named can't be read.
pub fn options_of(genre: &dyn Genre, matches: &ArgMatches) -> Result<BTreeMap<String, String>, Bad> {
    // An option that the command has itself is no text.
    let given = |key: &'static str| {
        let value = matches.try_get_one::<String>(key).ok().flatten()?;
        Some((key, value))
    };
    let all = genre.info().options.iter().filter_map(|option| given(option.key));
    all.map(|(key, value)| Ok((key.to_string(), read_value(key, value)?))).collect()
}
