//! `tesuji convert`.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::leads;
use crate::{Console, Failure, inputs};
use clap::{Arg, ArgMatches, Command};
use std::path::PathBuf;
use tesuji_corpus::{Codec, Error, Export, atomic::write_atomic};
use tesuji_genre::document::ADDRESS;
use tesuji_genre::{Bad, document};

/// The command.
pub fn command() -> Command {
    let to = Arg::new("to")
        .long("to")
        .value_name("FORMAT")
        .required(true)
        .help("A format of the puzzles' genre (`tesuji genres --genre GENRE` lists them): url, line, jsonl …");
    Command::new("convert").about("Writes puzzles in another format; addresses name their genre themselves").args([
        common::genre(),
        inputs::files(),
        common::variant(),
        to,
        common::json(),
        common::out(),
    ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let format = matches.get_one::<String>("to").map_or("", String::as_str);
    if let Some(lead) = leads::format(format) {
        return Err(Failure::Usage(format!("no format {format}; {lead}")));
    }
    if let Some(genre) = context.genre {
        document::check_format(genre, format).map_err(|bad| Failure::Usage(bad.what))?;
    }
    let formats = || context.genres.iter().flat_map(|genre| genre.info().formats.iter().copied());
    if !ADDRESS.contains(&format) && !formats().any(|known| known == format) {
        let all: std::collections::BTreeSet<&str> = formats().collect();
        return Err(Failure::unknown("format", format, all));
    }
    let (mut text, mut written) = (Vec::new(), 0u64);
    // Genres without the format, each told once.
    let mut without: Vec<&'static str> = Vec::new();
    let mut left_out = 0;
    // A document holds puzzles of one genre only; where the next one is of another, it ends.
    let mut last: Option<(&'static str, Export<'_>)> = None;
    let Treated { bad, stop } = each(context, matches, console, &mut |work, _| {
        let genre = work.puzzle.genre;
        if let Err(bad) = document::check_format(genre, format) {
            if without.contains(&genre.name()) {
                left_out += 1;
                return Ok(());
            }
            without.push(genre.name());
            return Err(if written == 0 { Failure::Usage(bad.what) } else { bad.into() });
        }
        if let Some((_, export)) = last.take_if(|(name, _)| *name != genre.name()) {
            text.extend(export.finish()?);
        }
        if last.is_none() && genre.info().documents.contains(&format) && !text.is_empty() {
            return Err(Bad::new(format!("{format} is one document, which holds no second genre")).into());
        }
        last.get_or_insert_with(|| (genre.name(), Export::new(genre, format))).1.add(&work.record)?;
        written += 1;
        Ok(())
    })?;
    let bad = bad + left_out;
    if let Some((_, export)) = last {
        text.extend(export.finish()?);
    }
    write(matches, &text, console)?;
    let line = serde_json::json!({"summary": "convert", "format": format, "written": written, "bad": bad});
    let words = format!("convert: {written} as {format}, {bad} bad");
    Ending::new().bad(bad).stopped(stop).tell(matches.get_flag("json"), line, &words, console)
}

/// Writes a text to `--out`, packed as its name says, or to standard output.
///
/// # Errors
/// [`Failure`] where it can't be written.
pub fn write(matches: &ArgMatches, text: &[u8], console: &mut Console<'_>) -> Result<(), Failure> {
    match matches.get_one::<PathBuf>("out") {
        Some(path) => {
            let packed = Codec::of_path(path).frame(text).map_err(Error::io(path))?;
            write_atomic(path, &mut |out| out.write_all(&packed)).map_err(Error::io(path))?;
        }
        None => console.out.write_all(text)?,
    }
    Ok(())
}
