//! `tesuji joseki build`.

use super::sources;
use crate::common;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use std::path::PathBuf;
use tesuji_corpus::{Error, atomic};
use tesuji_joseki::book_file;

/// The command.
pub fn command() -> Command {
    Command::new("build").about("Builds the book (joseki19.gtp) from SGF files of joseki").args([
        sources::files(),
        Arg::new("output")
            .short('o')
            .long("output")
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help("Write the book to this file instead of standard output"),
        common::json(),
    ])
}

/// Runs it.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (book, held, wrong) = sources::load(&sources::paths(matches, "files"), console)?;
    let text = book_file::write(&book);
    let output = matches.get_one::<PathBuf>("output");
    match output {
        Some(path) => atomic::write_atomic(path, &mut |out| out.write_all(text.as_bytes())).map_err(Error::io(path))?,
        None => console.out.write_all(text.as_bytes())?,
    }
    for (name, tally) in &held {
        let _ = writeln!(
            console.err,
            "{name}: {} variations, moves: {} ignored, {} 3x3",
            tally.variations, tally.ignored, tally.near
        );
    }
    if matches.get_flag("json") && output.is_some() {
        let files: Vec<_> = held.iter().map(|(name, tally)| json!({"file": name, "holds": tally})).collect();
        let line = json!({"summary": "build", "files": files, "variations": book.variations(), "wrong": wrong});
        common::print_json(&line, console)?;
    }
    Ok(u8::from(wrong > 0))
}
