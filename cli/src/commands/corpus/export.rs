//! `tesuji corpus export`.

use super::selection;
use crate::commands::{Treated, convert, each_of};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs};
use clap::{Arg, ArgMatches, Command};
use tesuji_corpus::{Export, Groups, LeftOut, Look};
use tesuji_genre::document;

#[cfg(feature = "parquet")]
const FORMATS: &str = "One of the genre's formats, else its first; parquet: columns with all of each record";
#[cfg(not(feature = "parquet"))]
const FORMATS: &str = "One of the genre's formats; else its first";

/// The command.
pub fn command() -> Command {
    let format = Arg::new("format").long("format").value_name("FORMAT").help(FORMATS);
    Command::new("export")
        .about("Writes records in a format of the genre")
        .args([common::genre(), inputs::files(), format, common::json(), common::out()])
        .args(selection::args())
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    #[cfg(feature = "parquet")]
    if matches.get_one::<String>("format").is_some_and(|format| format == "parquet") {
        return super::columns::run(context, matches, console);
    }
    let (sources, genre) = inputs::sources_and_genre(context, matches)?;
    let context = &Context { genre: Some(genre), ..*context };
    let format = match matches.get_one::<String>("format") {
        Some(name) => {
            document::check_format(genre, name).map_err(|bad| Failure::Usage(bad.what))?;
            name.clone()
        }
        None => genre.info().formats.first().copied().unwrap_or_default().to_string(),
    };
    let mut export = Export::new(genre, &format);
    // Puzzles in a game's database leave the house.
    let selection = selection::of_export(matches, format == "seed")?;
    let most = matches.get_one::<u64>("max-similar").copied();
    let (mut written, mut left, mut groups) = (0u64, LeftOut::default(), Groups::default());
    let Treated { bad, .. } = each_of(context, &sources, matches, console, &mut |work, _| {
        if !selection.takes(&work.record, &mut left) {
            return Ok(());
        }
        if most.is_some() || format == "seed" {
            let group = groups.add(Look::of(&work.puzzle, &work.record));
            if most.is_some_and(|most| groups.size(group) as u64 > most) {
                left.similar += 1;
                return Ok(());
            }
        }
        export.add(&work.record)?;
        written += 1;
        Ok(())
    })?;
    let text = export.finish()?;
    convert::write(matches, &text, console)?;
    let alike = groups.several();
    let line = serde_json::json!({
        "summary": "export", "format": format, "written": written, "bad": bad, "left_out": left, "alike": alike,
    });
    let told = if alike > 0 { format!("; {alike} groups of puzzles that are much alike") } else { String::new() };
    let words = format!("export: {written} as {format}, {bad} bad{}{told}", left.words());
    Ending::new().bad(bad).tell(matches.get_flag("json"), line, &words, console)
}
