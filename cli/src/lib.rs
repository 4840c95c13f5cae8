//! The command line as a library, so that tests can give it genres of their own.

mod bars;
mod commands;
mod common;
mod ending;
mod errors;
mod failure;
mod inputs;
mod interrupt;
mod leads;
mod quiet;
mod request;
mod solvers;
mod told;

pub use failure::Failure;

use std::ffi::OsStr;
use std::io::Write;
use tesuji_genre::Genre;

/// Where a command writes.
pub struct Console<'a> {
    /// JSON lines and other results.
    pub out: &'a mut dyn Write,
    /// Words.
    pub err: &'a mut dyn Write,
    /// Is a person looking at the words?
    pub terminal: bool,
}

/// Runs a command line (without the program's name) over the genres given; returns the exit code: 0
/// fine, 1 invalid input, a disagreement or an unfinished answer, 2 usage.
pub fn run(genres: &[&'static dyn Genre], args: &[impl AsRef<OsStr>], console: &mut Console<'_>) -> u8 {
    let args: Vec<&OsStr> = args.iter().map(AsRef::as_ref).collect();
    let mut quiet = quiet::Quiet::new(&mut *console.err);
    let console = &mut match quiet::is_wanted(&args) {
        true => Console { out: &mut *console.out, err: &mut quiet, terminal: false },
        false => Console { out: &mut *console.out, err: quiet.into_inner(), terminal: console.terminal },
    };
    let code = match commands::dispatch(genres, &args, console) {
        Ok(code) => code,
        Err(failure) => failure.report(console),
    };
    for words in genres.iter().filter_map(|genre| genre.as_positions()).flat_map(|actions| actions.notices()) {
        let _ = writeln!(console.err, "{words}");
    }
    match console.out.flush() {
        Ok(()) => code,
        Err(e) => Failure::output(e).report(console),
    }
}
