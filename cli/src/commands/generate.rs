//! `tesuji generate`.

use crate::common::{self, Context};
use crate::request::{option_args, options_of};
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::io;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Appender, Error};
use tesuji_genre::{GenerateRequest, Genre};

/// The command, with the flags of the genre.
pub fn command(genre: Option<&'static dyn Genre>) -> Command {
    let mut args = vec![
        common::genre(),
        Arg::new("size").long("size").value_name("SIZE").help("Size; else the genre's first"),
        common::tier("Exactly this tier, by the techniques that are not left out"),
        common::techniques("needs", "The puzzle must need this technique; may be given several times"),
        common::techniques("without", "The puzzle must be solvable without this technique"),
        number("count", "N", "1", "How many"),
        number("seed", "S", "1", "The same seed gives the same bytes"),
        into(),
        common::threads(),
        common::json(),
    ];
    args.extend(common::limits("60s", "1000000", "candidates tried in all"));
    Command::new("generate").about("Makes puzzles").args(&args).args(option_args(genre, &args))
}

/// A number with a default.
pub fn number(name: &'static str, value: &'static str, default: &'static str, help: &'static str) -> Arg {
    let arg = Arg::new(name).long(name).value_name(value).help(help).value_parser(value_parser!(u64));
    if default.is_empty() { arg } else { arg.default_value(default) }
}

/// `--into FILE`.
pub fn into() -> Arg {
    Arg::new("into")
        .long("into")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Append to this file (.jsonl, .gz, .zst), leaving out what it has already")
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let genre = context.the_genre()?;
    let threads = matches.get_one::<usize>("threads").copied().unwrap_or(0);
    let want = GenerateRequest {
        size: matches.get_one::<String>("size").cloned(),
        tier: common::tier_of(matches),
        needs: common::techniques_of(matches, "needs", genre)?,
        without: common::techniques_of(matches, "without", genre)?,
        set: options_of(genre, matches),
        count: matches.get_one::<u64>("count").copied().unwrap_or(1),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(1),
        limits: common::limits_of(matches),
        threads: if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads },
    };
    let mut sink = Sink::open(matches, console)?;
    // What does not fit the request is a mistake in the command line.
    let report =
        genre.generate(&want, &mut |record| sink.add(&record)).map_err(|bad| Failure::Usage(bad.to_string()))?;
    let recovered = sink.recovered();
    let (added, known) = sink.close()?;
    if matches.get_flag("json") {
        let mut line = serde_json::to_value(&report).map_err(|e| Failure::output(e.into()))?;
        if let Some(fields) = line.as_object_mut() {
            fields.insert("summary".into(), "generate".into());
            fields.insert("added".into(), added.into());
            fields.insert("known".into(), known.into());
            if recovered > 0 {
                fields.insert("recovered".into(), recovered.into());
            }
        }
        common::print_json(&line, console)?;
    } else {
        console.out.flush()?;
        let mut words = format!("generate: {} made of {} tried; {}", report.made, report.tried, why(report.stop));
        for (reason, n) in &report.rejected {
            words += &format!("\n  {n} rejected: {reason}");
        }
        if known > 0 {
            words += &format!("\n  {known} in the file already");
        }
        let _ = writeln!(console.err, "{words}");
    }
    Ok(0)
}

/// Why a generating run ended.
pub fn why(stop: tesuji_solver::Stop) -> &'static str {
    use tesuji_solver::Stop;
    match stop {
        Stop::Enough => "as many as asked for",
        Stop::Exhausted => "there are no more",
        Stop::Nodes => "out of candidates (--nodes)",
        Stop::Time => "out of time (--time)",
        Stop::Memory => "out of memory",
        Stop::Interrupted => "interrupted",
        Stop::Open => "not decided",
    }
}

/// Standard output, or a file to append to.
pub enum Sink<'a> {
    /// Lines to standard output.
    Stream(&'a mut dyn io::Write, u64, io::Result<()>),
    /// Into a file.
    File(Box<Appender>, Result<(), Error>),
}

impl<'a> Sink<'a> {
    /// As `--into` says.
    pub fn open(matches: &ArgMatches, console: &'a mut Console<'_>) -> Result<Sink<'a>, Failure> {
        match matches.get_one::<PathBuf>("into") {
            Some(path) => Sink::file(path, console),
            None => Ok(Sink::Stream(&mut *console.out, 0, Ok(()))),
        }
    }

    /// A file to append to; what an interrupted run had added to it is told.
    pub fn file(path: &Path, console: &mut Console<'_>) -> Result<Sink<'a>, Failure> {
        let appender = Appender::open(path)?;
        if appender.recovered() > 0 {
            let of = appender.recovered();
            let _ = writeln!(console.err, "{}: {of} records of an interrupted run are kept", path.display());
        }
        Ok(Sink::File(Box::new(appender), Ok(())))
    }

    /// How many records of an interrupted run the file takes over.
    pub fn recovered(&self) -> u64 {
        match self {
            Sink::Stream(..) => 0,
            Sink::File(appender, _) => appender.recovered(),
        }
    }

    /// Adds a record; the first failure is kept for the end.
    pub fn add(&mut self, record: &tesuji_genre::Record) {
        match self {
            Sink::Stream(out, n, failed @ Ok(())) => {
                *n += 1;
                *failed = serde_json::to_writer(&mut *out, record)
                    .map_err(io::Error::from)
                    .and_then(|()| out.write_all(b"\n"))
                    .and_then(|()| out.flush());
            }
            Sink::File(appender, failed @ Ok(())) => *failed = appender.add(record).map(|_| ()),
            _ => {}
        }
    }

    /// Ends the output: how many records were added, and how many were known.
    pub fn close(self) -> Result<(u64, u64), Failure> {
        match self {
            Sink::Stream(_, n, written) => Ok(written.map(|()| (n, 0))?),
            Sink::File(appender, added) => {
                added?;
                Ok(appender.finish()?)
            }
        }
    }
}
