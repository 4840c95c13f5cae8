//! `tesuji generate`.

use super::picture;
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::request::{option_args, options_of};
use crate::{Console, Failure, interrupt};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tesuji_corpus::{Appender, Error, Line, Source, next_line};
use tesuji_genre::{GenerateReport, GenerateRequest, Genre, Record};
use tesuji_solver::Stop;

/// The command, with the flags of the genre.
pub fn command(genre: Option<&'static dyn Genre>) -> Command {
    let mut args = vec![
        common::genre(),
        Arg::new("size").long("size").value_name("SIZE").help("Size; else the genre's first"),
        common::tier("Exactly this tier, by the techniques that are not left out"),
        common::techniques("needs", "The puzzle must need this technique; may be given several times"),
        common::techniques(
            "without",
            "The puzzle must be solvable without this technique. What it describes no later technique names either, \
             unless --take-over is given",
        ),
        common::take_over(),
        ungraded(),
        number("count", "N", "1", "How many"),
        number("seed", "S", "1", "The same seed gives the same bytes"),
        into(),
        more(),
        from_picture(),
        common::threads(),
        common::json(),
        common::catalog(),
    ];
    args.extend(common::limits("60s", "1000000", "candidates tried in all"));
    Command::new("generate")
        .about("Makes puzzles of a genre")
        .after_help(
            "Exit code 1 where fewer were made than asked for, with the reason; what was made is given out all the same. \
             The same request makes the same puzzles: with --into a file that has them nothing is added, with --more \
             the next seeds are taken until N new ones are added.\n\
             Each genre has options of its own (tsumego --rank, variant --with, mill --category): \
             tesuji help generate --genre GENRE.",
        )
        .args(&args).args(option_args(genre, &args))
}

/// A number with a default.
pub fn number(name: &'static str, value: &'static str, default: &'static str, help: &'static str) -> Arg {
    let arg = Arg::new(name).long(name).value_name(value).help(help).value_parser(value_parser!(u64));
    if default.is_empty() { arg } else { arg.default_value(default) }
}

/// `--ungraded`.
fn ungraded() -> Arg {
    Arg::new("ungraded")
        .long("ungraded")
        .action(ArgAction::SetTrue)
        .conflicts_with_all(["tier", "needs", "without"])
        .help("Leave the grades out: the same puzzles, proved to have one solution, in less time")
}

/// `--into FILE`.
pub fn into() -> Arg {
    Arg::new("into")
        .long("into")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Append to this file (.jsonl, .gz, .zst), leaving out what it has already")
}

/// `--more`.
fn more() -> Arg {
    Arg::new("more").long("more").action(ArgAction::SetTrue).requires("into").help(
        "Add N puzzles that the file does not have: begins with the seed after the greatest in the file (unless --seed \
         says otherwise), and takes the next seeds as long as puzzles are missing",
    )
}

/// `--picture FILE`.
fn from_picture() -> Arg {
    Arg::new("picture")
        .long("picture")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .conflicts_with_all(["size", "tier", "needs", "without", "ungraded", "count", "seed", "more"])
        .help(
            "Make the nonogram whose solution shows this picture (plain PBM, or lines of # and .); where it has several \
             solutions, the cells that are open and a change of one cell are told",
        )
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if let Some(path) = matches.get_one::<PathBuf>("picture") {
        return picture::run(context, path, matches, console);
    }
    let genre = context.the_genre()?;
    let threads = matches.get_one::<usize>("threads").copied().unwrap_or(0);
    let want = GenerateRequest {
        size: matches.get_one::<String>("size").cloned(),
        tier: common::tier_of(matches),
        needs: common::techniques_of(matches, "needs", (context, genre))?,
        without: common::techniques_of(matches, "without", (context, genre))?,
        catalog: Some(context.catalog(genre).clone()),
        take_over: matches.get_flag("take-over"),
        ungraded: matches.get_flag("ungraded"),
        set: options_of(genre, matches)?,
        count: matches.get_one::<u64>("count").copied().unwrap_or(1),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(1),
        limits: common::limits_of(matches).with_interrupt(interrupt::listen()),
        threads: if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads },
        ..GenerateRequest::default()
    };
    let path = matches.get_one::<PathBuf>("into").cloned();
    if let Some(path) = &path {
        common::for_records(path)?;
    }
    let more = path.as_deref().filter(|_| matches.get_flag("more"));
    let named = matches.value_source("seed") == Some(ValueSource::CommandLine);
    let first = match more.filter(|_| !named) {
        Some(path) => greatest_seed(path)?.map_or(want.seed, |seed| seed.saturating_add(1)),
        None => want.seed,
    };
    let asked = want.count;
    let (is_any, mut beyond) = (want.tier.is_none(), 0);
    let mut sink = Sink::open_for(matches, genre, console)?;
    let report = match more {
        None => make(genre, &want, &mut sink, &mut beyond)?,
        Some(_) => make_more(genre, GenerateRequest { seed: first, ..want }, &mut sink, &mut beyond)?,
    };
    let recovered = sink.recovered();
    let stalled = if is_any { beyond } else { 0 };
    let (added, known) = sink.close()?;
    let mut line = serde_json::to_value(&report).map_err(|e| Failure::output(e.into()))?;
    if let Some(fields) = line.as_object_mut() {
        fields.insert("summary".into(), "generate".into());
        fields.insert("asked".into(), asked.into());
        fields.insert("added".into(), added.into());
        fields.insert("known".into(), known.into());
        fields.insert("stalled".into(), stalled.into());
        if recovered > 0 {
            fields.insert("recovered".into(), recovered.into());
        }
    }
    let mut words = format!("generate: {} made of {} tried; {}", report.made, report.tried, why(report.stop));
    if stalled > 0 {
        words += &format!("\n  {stalled} of them beyond the techniques, which stall (--tier leaves such puzzles out)");
    }
    for (reason, n) in &report.rejected {
        words += &format!("\n  {n} rejected: {reason}");
    }
    if let Some(path) = &path {
        words += &format!("\n  {}", told_of(path, added, known, recovered, more.is_some()));
    }
    let done = if more.is_some() { added } else { report.made };
    let verb = if more.is_some() { "added" } else { "made" };
    let ending = Ending::new().because(done < asked, || format!("{done} of {asked} {verb}: {}", why(report.stop)));
    let code = ending.tell(matches.get_flag("json"), line, &words, console)?;
    if let (Stop::Interrupted, Some(path)) = (report.stop, &path) {
        let _ = writeln!(console.err, "what was made is in {}; the same command makes the others", path.display());
    }
    Ok(code)
}

/// The state of the file in words.
fn told_of(path: &Path, added: u64, known: u64, recovered: u64, more: bool) -> String {
    let mut words = format!("{}: {added} added", path.display());
    if recovered > 0 {
        words += &format!(", {recovered} of an interrupted run kept");
    }
    if known > 0 {
        words += &format!(", {known} in the file already");
    }
    if known > 0 && !more {
        words += " (--more makes others, or another --seed)";
    }
    words
}

/// Makes the puzzles of the request; `beyond` counts those that the techniques do not finish. A
/// request that does not fit the genre is a usage error.
fn make(
    genre: &dyn Genre,
    want: &GenerateRequest,
    sink: &mut Sink<'_>,
    beyond: &mut u64,
) -> Result<GenerateReport, Failure> {
    let mut add = |record: Record| {
        *beyond += u64::from(record.grade.as_ref().is_some_and(|grade| !grade.solved));
        sink.add(&record);
    };
    genre.generate(want, &mut add).map_err(|bad| Failure::Usage(bad.to_string()))
}

/// Takes one seed after another until `count` puzzles were added, within the limits of the request
/// for all seeds together.
fn make_more(
    genre: &dyn Genre,
    want: GenerateRequest,
    sink: &mut Sink<'_>,
    beyond: &mut u64,
) -> Result<GenerateReport, Failure> {
    let begun = Instant::now();
    let mut all = GenerateReport { made: 0, tried: 0, rejected: Default::default(), stop: Stop::Enough };
    let mut seed = want.seed;
    while sink.added() < want.count {
        let mut limits = want.limits.clone();
        limits.time = limits.time.saturating_sub(begun.elapsed());
        limits.nodes = limits.nodes.saturating_sub(all.tried);
        all.stop = match (limits.time.is_zero(), limits.nodes) {
            (true, _) => Stop::Time,
            (_, 0) => Stop::Nodes,
            _ => Stop::Enough,
        };
        if all.stop != Stop::Enough {
            break;
        }
        let part = GenerateRequest { count: want.count - sink.added(), seed, limits, ..want.clone() };
        let report = make(genre, &part, sink, beyond)?;
        all.made += report.made;
        all.tried += report.tried;
        for (reason, n) in report.rejected {
            *all.rejected.entry(reason).or_default() += n;
        }
        all.stop = report.stop;
        // One seed may have no more where the next one has some.
        if !matches!(report.stop, Stop::Enough | Stop::Exhausted) || report.tried == 0 {
            break;
        }
        seed = seed.saturating_add(1);
    }
    Ok(all)
}

/// The greatest seed that the records of a file name; `None` where it has none, or is not there
/// yet.
fn greatest_seed(path: &Path) -> Result<Option<u64>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let mut input = Source::File(path.to_path_buf()).open()?;
    let mut greatest = None;
    while let Some(line) = next_line(&mut *input).map_err(Error::io(path))? {
        let Line::Text(text) = line else { continue };
        let record = serde_json::from_slice::<Record>(&text).ok();
        greatest = greatest.max(record.and_then(|r| r.source).and_then(|s| s.seed));
    }
    Ok(greatest)
}

/// Why a generating run ended.
pub fn why(stop: Stop) -> &'static str {
    match stop {
        Stop::Exhausted => "there are no more",
        Stop::Nodes => "out of candidates (--nodes)",
        stop => super::ended(stop),
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

    /// As `--into` says; a file gets no puzzle of the genre whose position or line it has.
    pub fn open_for(
        matches: &ArgMatches,
        genre: &'static dyn Genre,
        console: &'a mut Console<'_>,
    ) -> Result<Sink<'a>, Failure> {
        match matches.get_one::<PathBuf>("into") {
            Some(path) => Sink::taken_over(path, Appender::open_for(path, genre)?, console),
            None => Ok(Sink::Stream(&mut *console.out, 0, Ok(()))),
        }
    }

    /// A file to append to; the command says what an interrupted run had added to it.
    pub fn file(path: &Path, console: &mut Console<'_>) -> Result<Sink<'a>, Failure> {
        Sink::taken_over(path, Appender::open(path)?, console)
    }

    fn taken_over(path: &Path, appender: Appender, console: &mut Console<'_>) -> Result<Sink<'a>, Failure> {
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

    /// How many records were added so far.
    pub fn added(&self) -> u64 {
        match self {
            Sink::Stream(_, n, _) => *n,
            Sink::File(appender, _) => appender.added(),
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
            Sink::File(appender, failed @ Ok(())) => {
                *failed = appender.add(record).map(|_| ());
                if failed.is_err() {
                    // The disk takes no more records: further ones would be lost.
                    interrupt::listen().raise();
                }
            }
            _ => {}
        }
    }

    /// Ends the output: how many records were added, and how many were known.
    pub fn close(self) -> Result<(u64, u64), Failure> {
        match self {
            Sink::Stream(_, n, written) => Ok(written.map(|()| (n, 0))?),
            Sink::File(appender, added) => match added {
                Ok(()) => Ok(appender.finish()?),
                Err(why) => Err(appender.fail(why).into()),
            },
        }
    }
}
