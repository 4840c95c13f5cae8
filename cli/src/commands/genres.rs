//! `tesuji genres`.

use crate::common::{self, Context};
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use serde_json::json;

/// The command.
pub fn command() -> Command {
    Command::new("genres")
        .about("Lists the genres, their sizes, formats and options")
        .args([common::genre(), common::json()])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let wanted = |name: &str| context.genre.is_none_or(|g| g.name() == name);
    for genre in context.genres.iter().filter(|g| wanted(g.name())) {
        if matches.get_flag("json") {
            let options: Vec<_> = genre
                .options()
                .iter()
                .map(|o| json!({"key": o.key, "values": o.values, "default": o.default, "help": o.help}))
                .collect();
            let line = json!({"genre": genre.name(), "about": genre.about(), "sizes": genre.sizes(),
                "formats": genre.formats(), "options": options, "techniques": genre.catalog().list().len()});
            common::print_json(&line, console)?;
            continue;
        }
        writeln!(console.out, "{:<18} {}", genre.name(), genre.about())?;
        if context.genre.is_some() {
            writeln!(console.out, "  sizes    {}", genre.sizes().join(", "))?;
            writeln!(console.out, "  formats  {}", genre.formats().join(", "))?;
            for o in genre.options() {
                let values = if o.values.is_empty() { String::new() } else { format!(" ({})", o.values.join(", ")) };
                writeln!(console.out, "  --{:<12} {}{values} [default: {}]", o.key, o.help, o.default)?;
            }
        }
    }
    Ok(0)
}
