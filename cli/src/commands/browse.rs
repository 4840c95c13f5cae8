//! `tesuji browse`.

use super::discover::today;
use crate::common::{self, Context};
use crate::{Console, Failure, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use std::time::Duration;
use tesuji_web::{BrowseOptions, Deciding, start, times_path};

/// The command.
pub fn command() -> Command {
    let path = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
    };
    let file = common::file()
        .default_value(None)
        .required(true)
        .help("Records (.jsonl, .gz, .zst), or puzzles in another notation");
    let port = Arg::new("port")
        .long("port")
        .value_name("N")
        .default_value("0")
        .value_parser(value_parser!(u16))
        .help("Port on this machine; 0: any that is free");
    let again = Arg::new("again")
        .long("again")
        .value_name("N")
        .default_value("20")
        .value_parser(value_parser!(u64))
        .help("One puzzle in N is shown again unannounced, to measure the reviewer; 0: none");
    Command::new("browse")
        .about("Shows puzzles in the browser, for a person who approves or deletes them")
        .after_help("Only this machine can open the page, by the address that is printed. Every verdict is on the disk \
                     (FILE.verdicts.jsonl) before the page goes on; `corpus seed` takes what is approved. Ctrl-C ends it.")
        .args([
            common::genre(),
            file,
            path("verdicts", "FILE", "Where the verdicts are kept [default: FILE.verdicts.jsonl]"),
            path("candidates", "DIR", "Mined candidates to name or discard, as `discover mine --out DIR` wrote them"),
            common::catalog().help("The file of decisions about candidates [default: DIR/decisions.jsonl]"),
            Arg::new("play")
                .long("play")
                .action(ArgAction::SetTrue)
                .help("Keep how long you take and where you ask for a hint, on this machine's disk alone"),
            path("times", "FILE", "Where the times are kept [default: FILE.times.jsonl]").requires("play"),
            port,
            again,
        ])
}

/// Runs it until Ctrl-C.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let interrupt = interrupt::listen();
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
    let candidates = path("candidates").map(|dir| Deciding {
        dir,
        catalog: path("catalog"),
        who: std::env::var("USER").unwrap_or_default(),
        when: today(),
    });
    let file = path("file").unwrap_or_default();
    let times = matches.get_flag("play").then(|| path("times").unwrap_or_else(|| times_path(&file)));
    if let Some(times) = &times {
        writeln!(console.err, "browse: times and hints are kept in {}, until you press stop", times.display())?;
    }
    let options = BrowseOptions {
        file,
        times,
        verdicts: path("verdicts"),
        catalogs: context.catalogs.clone(),
        candidates,
        port: matches.get_one::<u16>("port").copied().unwrap_or(0),
        again: matches.get_one::<u64>("again").copied().unwrap_or(0),
    };
    let running = start(&options, context.genres, context.genre)?;
    if let (n @ 1.., Some(first)) = running.bad() {
        writeln!(console.err, "{n} lines are no records; the first: {first}")?;
    }
    if let (n @ 1.., Some(first)) = running.repeated() {
        writeln!(console.err, "left out because their id stands before them: {n}; the first: {first}")?;
    }
    writeln!(console.err, "browse: {} puzzles; Ctrl-C ends it", running.records())?;
    writeln!(console.out, "{}", running.url())?;
    console.out.flush()?;
    while !interrupt.is_raised() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let (path, agreement) = running.said();
    let shown_again = agreement.same + agreement.different;
    let measured = match shown_again {
        0 => String::new(),
        n => format!("; of {n} shown again, {} were judged the same", agreement.same),
    };
    writeln!(console.err, "browse: verdicts are in {}{measured}", path.display())?;
    running.end();
    Ok(0)
}
