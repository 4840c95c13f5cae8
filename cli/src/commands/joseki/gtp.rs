//! `tesuji joseki gtp`.

use super::{life, sources};
use crate::{Console, Failure};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use std::io::{BufRead, Read};
use tesuji_corpus::Error;
use tesuji_joseki::gtp::Engine;

/// The longest line that is listened to; the rest of a longer one is passed over.
const LONGEST: u64 = 1 << 16;

/// The command.
pub fn command() -> Command {
    Command::new("gtp")
        .about("A GTP 2 engine over standard input and output, for GoGui and others")
        .arg(sources::book())
}

/// Runs it until `quit` or the end of the input.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut paths = sources::paths(matches, "book");
    let is_named = matches.value_source("book") == Some(ValueSource::CommandLine);
    if !is_named && paths.iter().all(|path| !path.exists()) {
        let _ = writeln!(console.err, "note: no joseki book here ({}): --book names one", sources::BOOK);
        paths.clear();
    }
    // A fault of the book is said; the engine plays with the rest.
    let (book, _, _) = sources::load(&paths, console)?;
    let mut engine = Engine::new(book).with(&life::COMMANDS);
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    while !engine.over() {
        line.clear();
        let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line).map_err(Error::io("standard input"))?;
        if read == 0 {
            break;
        }
        if line.last() != Some(&b'\n') && read as u64 == LONGEST {
            input.skip_until(b'\n').map_err(Error::io("standard input"))?;
        }
        if let Some(reply) = engine.answer(&String::from_utf8_lossy(&line)) {
            console.out.write_all(reply.as_bytes())?;
            console.out.flush()?;
        }
    }
    Ok(0)
}
