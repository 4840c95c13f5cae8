//! `tesuji play` and `tesuji show --play`: the page that plays puzzles.

use super::{Treated, each, each_of};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, interrupt};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, Work, atomic};
use tesuji_genre::{Bad, GenerateRequest, Genre, Record, View};
use tesuji_play::MODULE;
use tesuji_solver::{Limits, Tier};

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
            "Write a page on which the puzzles are played, in place of pages to print, with the WebAssembly module \
             of the program, or with another one (--play={MODULE})"
        ))
}

/// The places where a build leaves the module, as seen from the program.
fn beside_the_program() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    vec![folder.join(MODULE), folder.join("../wasm32-unknown-unknown/play").join(MODULE)]
}

/// The module's bytes, with the place that they are from: the one that is named, the one in the
/// program, or one beside it.
fn module(given: &OsStr) -> Result<(PathBuf, Vec<u8>), Failure> {
    let path = if given.is_empty() {
        if let Some(bytes) = tesuji_play::built_in() {
            return Ok((std::env::current_exe().unwrap_or_default(), bytes));
        }
        let places = beside_the_program();
        let listed = || places.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" or ");
        let found = places.iter().find(|path| path.is_file()).cloned();
        found.ok_or_else(|| {
            let build = "cargo build --profile play -p tesuji-play --target wasm32-unknown-unknown";
            Failure::Usage(format!(
                "this program was built without {MODULE}, and none is at {}; `{build}` makes it",
                listed()
            ))
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

/// Writes the page of `tesuji show`.
pub fn show(
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

/// Puzzles that are made where a genre is named.
const MADE: &str = "5";
/// Where the page is written by itself.
const PAGE: &str = "tesuji-play.html";

/// The command.
pub fn command() -> Command {
    let what = common::file()
        .value_name("WHAT")
        .help("A puzzle, a file of puzzles, or a genre of which some are made (by itself the first one)");
    let html = Arg::new("html")
        .long("html")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .default_value(PAGE)
        .help("Where to write the page");
    let no_open = Arg::new("no-open")
        .long("no-open")
        .action(ArgAction::SetTrue)
        .help("Only write the page: do not open it in the browser");
    let count = Arg::new("count")
        .long("count")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=100))
        .default_value(MADE)
        .help("Puzzles that are made of a genre");
    let size = Arg::new("size").long("size").value_name("SIZE").help("Their size");
    let seed = Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64)).default_value("1");
    let seed = seed.help("Their seed");
    let [time, _] = common::limits("60s", "0", "nothing");
    let tier = common::tier("The tier of puzzles that are made; easy by itself where the genre has such");
    let args = [common::genre(), what, html, no_open, count, size, tier, seed, common::json(), time];
    Command::new("play").about("Writes a page that plays puzzles, and opens it").args(args)
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let (from, bytes) = module(OsStr::new(""))?;
    let path = matches.get_one::<PathBuf>("html").cloned().unwrap_or_else(|| PAGE.into());
    common::for_page(&path)?;
    let is_named = matches.value_source("file") == Some(ValueSource::CommandLine);
    let what = matches.get_one::<PathBuf>("file").filter(|_| is_named);
    let named = what.and_then(|what| what.to_str()).and_then(|name| context.genres.iter().find(|g| g.name() == name));
    let genre = match (named, what, context.genre) {
        (Some(&genre), _, _) => Some(genre),
        (None, None, Some(genre)) => Some(genre),
        (None, None, None) => context.genres.iter().copied().find(|g| tesuji_play::plays(g.name())),
        (None, Some(_), _) => None,
    };
    let (puzzles, ending) = match genre {
        Some(genre) => made(context, genre, matches)?,
        None => {
            let mut puzzles = Vec::new();
            let source = common::source_of(matches);
            let treated = each_of(context, &[source], matches, console, &mut |work, _| {
                puzzles.push(played(work)?);
                Ok(())
            })?;
            (puzzles, Ending::new().bad(treated.bad).stopped(treated.stop))
        }
    };
    if puzzles.is_empty() {
        ending.explain(console);
        return Err(Failure::Usage("nothing to play: name a puzzle, a file or a genre".to_string()));
    }
    let html = tesuji_play::page(&bytes, &puzzles, "tesuji")
        .map_err(|why| Failure::Usage(format!("{}: {why}", from.display())))?;
    atomic::write_atomic(&path, &mut |out| out.write_all(html.as_bytes())).map_err(Error::io(&path))?;
    let file = path.display().to_string();
    if matches.get_flag("json") {
        let summary = serde_json::json!({"summary": "play", "played": puzzles.len(), "files": [file]});
        common::print_json(&summary, console)?;
    } else {
        let _ = writeln!(console.err, "{} puzzles to play: {file}", puzzles.len());
    }
    if !matches.get_flag("no-open") && !opened(&path) {
        let _ = writeln!(console.err, "no browser was found: open {file} in one");
    }
    ending.explain(console);
    Ok(ending.code())
}

/// Some puzzles of a genre, as the page takes them.
fn made(
    context: &Context<'_>,
    genre: &'static dyn Genre,
    matches: &ArgMatches,
) -> Result<(Vec<String>, Ending), Failure> {
    if !tesuji_play::plays(genre.name()) {
        return Err(Failure::Usage(format!("puzzles of {} are not played on a page", genre.name())));
    }
    let easy = Some(Tier::Easy).filter(|&tier| tier >= genre.info().easiest);
    let want = GenerateRequest {
        size: matches.get_one::<String>("size").cloned(),
        tier: common::tier_of(matches).or(easy),
        catalog: Some(context.catalog(genre).clone()),
        count: matches.get_one::<u64>("count").copied().unwrap_or(1),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(1),
        limits: Limits { time: common::limits_of(matches).time, ..Limits::default() }
            .with_interrupt(interrupt::listen()),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        ..GenerateRequest::default()
    };
    let mut puzzles = Vec::new();
    let report = genre.generate(&want, &mut |record| puzzles.push(format!("{}:{}", genre.name(), record.puzzle)))?;
    let missing = want.count.saturating_sub(report.made);
    let words = || format!("{missing} of {} puzzles were not made: {}", want.count, super::ended(report.stop));
    Ok((puzzles, Ending::new().because(missing > 0, words)))
}

/// Opens a page in the browser of the desk, where there is one.
fn opened(path: &Path) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        std::process::Command::new("open")
    } else if cfg!(windows) {
        std::process::Command::new("explorer")
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some() {
        std::process::Command::new("xdg-open")
    } else {
        return false;
    };
    let quiet = std::process::Stdio::null;
    command.arg(path).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().is_ok()
}
