//! `tesuji genres`.

use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;
use std::path::PathBuf;
use tesuji_corpus::{Error, atomic::write_atomic};
use tesuji_genre::OptionSpec;
use tesuji_report::gallery;

/// The command.
pub fn command() -> Command {
    let html = Arg::new("html")
        .long("html")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write a page with puzzles, solutions and techniques of every genre drawn");
    Command::new("genres").about("Lists the genres, their sizes, formats and options").args([
        common::genre(),
        common::json(),
        html,
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let wanted = |name: &str| context.genre.is_none_or(|g| g.name() == name);
    if let Some(path) = matches.get_one::<PathBuf>("html") {
        common::for_page(path)?;
        let genres: Vec<_> = context.genres.iter().copied().filter(|g| wanted(g.name())).collect();
        let page = gallery(&genres)?;
        write_atomic(path, &mut |out| out.write_all(page.as_bytes())).map_err(Error::io(path))?;
        let line = json!({"summary": "genres", "genres": genres.len(), "page": path.display().to_string()});
        let words = format!("{} genres drawn: {}", genres.len(), path.display());
        return Ending::new().tell(matches.get_flag("json"), line, &words, console);
    }
    for genre in context.genres.iter().filter(|g| wanted(g.name())) {
        let info = genre.info();
        if matches.get_flag("json") {
            let option =
                |o: &OptionSpec| json!({"key": o.key, "values": o.values, "default": o.default, "help": o.help});
            let options: Vec<_> = info.options.iter().map(option).collect();
            let line = json!({"genre": info.name, "about": info.about, "sizes": info.sizes,
                "formats": info.formats, "options": options, "techniques": genre.catalog().list().len()});
            common::print_json(&line, console)?;
            continue;
        }
        writeln!(console.out, "{:<18} {}", info.name, info.about)?;
        if context.genre.is_some() {
            writeln!(console.out, "  sizes    {}", info.sizes.join(", "))?;
            writeln!(console.out, "  formats  {}", info.formats.join(", "))?;
            for o in info.options {
                let values = if o.values.is_empty() { String::new() } else { format!(" ({})", o.values.join(", ")) };
                writeln!(console.out, "  --{:<12} {}{values} [default: {}]", o.key, o.help, o.default)?;
            }
        }
    }
    Ok(0)
}
