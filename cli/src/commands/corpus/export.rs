//! `tesuji corpus export`.

use crate::commands::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use std::path::PathBuf;
use tesuji_corpus::{Codec, Error, Export, atomic::write_atomic};

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
    let genre = context.the_genre()?;
    let formats = genre.formats();
    let format = match matches.get_one::<String>("format") {
        Some(name) if formats.contains(&name.as_str()) => name.clone(),
        Some(name) => return Err(Failure::unknown("format", name, formats.iter().copied())),
        None => formats.first().copied().unwrap_or_default().to_string(),
    };
    let mut export = Export::new(genre, &format);
    let mut written = 0u64;
    let Treated { bad, .. } = each(context, matches, console, &mut |work, _| {
        export.add(&work.record)?;
        written += 1;
        Ok(())
    })?;
    let text = export.finish()?;
    match matches.get_one::<PathBuf>("out") {
        Some(path) => {
            let packed = Codec::of_path(path).frame(&text).map_err(Error::io(path))?;
            write_atomic(path, &mut |out| out.write_all(&packed)).map_err(Error::io(path))?;
        }
        None => console.out.write_all(&text)?,
    }
    let line = serde_json::json!({"summary": "export", "format": format, "written": written, "bad": bad});
    let words = format!("export: {written} as {format}, {bad} bad");
    Ending::new().bad(bad).tell(matches.get_flag("json"), line, &words, console)
}
