//! The genre's own options as flags.

use clap::{Arg, ArgMatches};
use std::collections::BTreeMap;
use tesuji_genre::Genre;

/// A flag for each option of the genre.
pub fn option_args(genre: Option<&'static dyn Genre>) -> Vec<Arg> {
    let options = genre.map_or(&[][..], |g| g.options());
    options
        .iter()
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

/// The options that were given.
pub fn options_of(genre: &dyn Genre, matches: &ArgMatches) -> BTreeMap<String, String> {
    let given = |key: &'static str| matches.get_one::<String>(key).map(|v| (key.to_string(), v.clone()));
    genre.options().iter().filter_map(|option| given(option.key)).collect()
}
