//! `tesuji show --play`: the page that plays puzzles.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, value_parser};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, Work, atomic};
use tesuji_genre::{Bad, Record, View};
use tesuji_play::MODULE;

/// The option.
pub fn arg() -> Arg {
    Arg::new("play")
        .long("play")
        .value_name("MODULE")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("")
        .value_parser(value_parser!(OsString))
        .requires("html")
        .conflicts_with_all(["per-page", "steps"])
        .help(format!(
            "Write a page on which the puzzles are played, in place of pages to print; it needs the WebAssembly \
             module (--play={MODULE}; by itself it is looked for beside the program)"
        ))
}

/// The places where a build leaves the module, as seen from the program.
fn beside_the_program() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    vec![folder.join(MODULE), folder.join("../wasm32-unknown-unknown/play").join(MODULE)]
}

/// The module's bytes.
fn module(given: &OsStr) -> Result<(PathBuf, Vec<u8>), Failure> {
    let path = if given.is_empty() {
        let places = beside_the_program();
        let listed = || places.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" or ");
        let found = places.iter().find(|path| path.is_file()).cloned();
        found.ok_or_else(|| {
            let build = "cargo build --profile play -p tesuji-play --target wasm32-unknown-unknown";
            Failure::Usage(format!("--play: no {MODULE} at {}; `{build}` makes it", listed()))
        })?
    } else {
        PathBuf::from(given)
    };
    let bytes = std::fs::read(&path).map_err(Error::io(&path))?;
    Ok((path, bytes))
}

/// A puzzle as the page takes it: nothing of its solution is in it.
fn played(work: &Work) -> Result<String, Bad> {
    let (genre, record) = (work.puzzle.genre, &work.record);
    if !matches!(genre.view(&work.puzzle)?, View::Clues(_)) || !tesuji_play::plays(genre.name()) {
        return Err(Bad::new(format!("puzzles of {} are not played on a page", genre.name())));
    }
    Ok(match &record.state {
        None => format!("{}:{}", genre.name(), work.puzzle.text),
        Some(state) => {
            let record = Record { state: Some(state.clone()), ..work.puzzle.record() };
            serde_json::to_string(&record).map_err(|e| Bad::new(e.to_string()))?
        }
    })
}

/// Writes the page.
pub fn run(
    context: &Context<'_>,
    matches: &ArgMatches,
    (path, given): (&Path, &OsStr),
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let (from, bytes) = module(given)?;
    let mut puzzles = Vec::new();
    let Treated { bad, stop } = each(context, matches, console, &mut |work, _| {
        puzzles.push(played(work)?);
        Ok(())
    })?;
    let html = tesuji_play::page(&bytes, &puzzles, "tesuji")
        .map_err(|why| Failure::Usage(format!("{}: {why}", from.display())))?;
    if path == Path::new("-") {
        write!(console.out, "{html}")?;
    } else {
        atomic::write_atomic(path, &mut |out| out.write_all(html.as_bytes())).map_err(Error::io(path))?;
        let files = [path.display().to_string()];
        if matches.get_flag("json") {
            let summary = serde_json::json!({"summary": "show", "played": puzzles.len(), "bad": bad, "files": files});
            common::print_json(&summary, console)?;
        } else {
            let _ = writeln!(console.err, "{} puzzles to play: {}", puzzles.len(), files[0]);
        }
    }
    let ending = Ending::new().bad(bad).stopped(stop);
    ending.explain(console);
    Ok(ending.code())
}
