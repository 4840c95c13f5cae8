//! Arguments that several commands share.

use crate::ending::Ending;
use crate::{Console, Failure, inputs, interrupt};
use clap::builder::TypedValueParser;
use clap::{Arg, ArgAction, ArgMatches};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji_corpus::{Items, Outcome, PartFile, Pass, Reader, RunOptions, Shard, Source, Summary, Target, Work, run};
use tesuji_discovery::{Decisions, Ruling};
use tesuji_genre::{Adviser, Catalogs, Choosing, Genre, RestrictionRequest};
use tesuji_solver::{Catalog, Limits, Stop, TechniqueId, Tier};

/// The context of every command.
pub struct Context<'a> {
    /// All genres.
    pub genres: &'a [&'static dyn Genre],
    /// The one asked for.
    pub genre: Option<&'static dyn Genre>,
    /// Decisions about forms (`--catalog`).
    pub decisions: &'a Decisions,
    /// The techniques that there are then, by genre.
    pub catalogs: &'a Catalogs,
    /// Are puzzles only drawn, so that what their document leaves open may stay so?
    pub draws: bool,
    /// Are puzzles only kept, so that what their document leaves open is not even asked?
    pub keeps: bool,
    /// The source of ideas (`--net`).
    pub adviser: Option<&'a Adviser>,
}

impl Context<'_> {
    /// The genre asked for; a usage error without one.
    pub fn the_genre(&self) -> Result<&'static dyn Genre, Failure> {
        self.genre.ok_or_else(|| {
            let names: Vec<&str> = self.genres.iter().map(|g| g.name()).collect();
            Failure::Usage(format!("--genre is missing; there are {}", names.join(", ")))
        })
    }

    /// The techniques of a genre.
    pub fn catalog<'c>(&'c self, genre: &'c dyn Genre) -> &'c Catalog {
        self.catalogs.of(genre)
    }

    /// The techniques of a genre that are promoted forms.
    pub fn promoted(&self, genre: &str) -> Vec<TechniqueId> {
        let of = self.decisions.iter().filter(|d| d.genre == genre && d.verdict == Ruling::Promote);
        of.map(|d| TechniqueId(d.id.clone().into())).collect()
    }

    /// A reader of an input, stating the licence where the command has one.
    pub fn reader(&self, source: &Source, matches: &ArgMatches) -> Reader {
        let licence = matches.try_get_one::<String>("licence").ok().flatten().cloned();
        let mut choosing = Choosing::default();
        if let Ok(Some(&nodes)) = matches.try_get_one::<u64>("nodes") {
            choosing.nodes = nodes;
        }
        choosing.is_required = !self.draws;
        choosing.is_put_off = self.keeps;
        choosing.is_reviewed = matches.try_contains_id("verdicts").is_ok();
        choosing.adviser = self.adviser.cloned();
        choosing.target = matches.try_get_one::<String>("target").ok().flatten().cloned();
        let repairs = matches.try_get_one::<u8>("edits").is_ok_and(|edits| edits.is_some());
        let rules = matches.try_get_one::<String>("variant").ok().flatten().cloned();
        let reader = Reader::new(self.genres, self.genre, source).with_licence(licence).choosing(choosing);
        let reader = reader.with_rules(rules);
        let by_line = matches.try_get_one::<bool>("lines").ok().flatten().copied().unwrap_or_default();
        reader.taking_contradictions(repairs).by_line(by_line)
    }
}

/// `--genre`.
pub fn genre() -> Arg {
    Arg::new("genre")
        .long("genre")
        .value_name("GENRE")
        .help("Genre of the puzzles (see `tesuji genres`), or a genre file (.toml, see `tesuji genre new`)")
}

/// `--catalog FILE`.
pub fn catalog() -> Arg {
    Arg::new("catalog")
        .long("catalog")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Decisions about forms (see `tesuji discover`): those promoted join the techniques")
}

/// `--json`.
pub fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print the summary as one JSON line, the last on standard output")
}

/// `--lines`.
pub fn lines() -> Arg {
    Arg::new("lines").long("lines").action(ArgAction::SetTrue).help(
        "Every line of the input is a puzzle of its own and is answered at once, a blank or a bad one by its `error`; without \
         this the first lines may be taken together, for a document",
    )
}

/// Are the answers for a program that reads them line by line: a pipe in, and standard output?
pub fn is_answered(source: &Source, matches: &ArgMatches) -> bool {
    source.is_stream() && matches.try_get_one::<PathBuf>("out").ok().flatten().is_none()
}

/// `--out FILE`.
pub fn out() -> Arg {
    Arg::new("out")
        .long("out")
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Write to this file (.jsonl, .gz, .zst) instead of standard output")
}

/// `[FILE|-]`.
pub fn file() -> Arg {
    Arg::new("file")
        .value_name("FILE")
        .default_value("-")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Puzzles: lines, records, or a document; - reads standard input")
}

/// More threads than any machine has cores would only take memory and time to start.
const MOST_THREADS: i64 = 1024;

/// `--threads`.
pub fn threads() -> Arg {
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .default_value("0")
        .value_parser(clap::value_parser!(u16).range(..=MOST_THREADS).map(usize::from))
        .help("Worker threads; 0: one a core. The output does not depend on it")
}

/// The worker threads that `--threads` asks for.
///
/// # Errors
/// [`Failure::Usage`] where they can't be started.
pub fn pool(matches: &ArgMatches) -> Result<rayon::ThreadPool, Failure> {
    let threads = matches.try_get_one::<usize>("threads").ok().flatten().copied().unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| Failure::Usage(format!("{threads} threads: {e}")))
}

/// `--target`.
pub fn target() -> Arg {
    Arg::new("target")
        .long("target")
        .value_name("POINT")
        .help("What the puzzles are about, for documents that leave it open, in the notation of the genre")
}

/// `--net`.
pub fn net() -> Arg {
    Arg::new("net").long("net").value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(
        "A network in KataGo's format (.bin.gz) that proposes what Go problems without marks are about, and their first \
         moves; each is proved, or left",
    )
}

/// The network of `--net`. Where it does not fit, that is said, and the run goes on without it.
pub fn adviser(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Option<Adviser> {
    let file = matches.get_one::<PathBuf>("net")?;
    let genres = context.genre.as_ref().map_or(context.genres, std::slice::from_ref);
    let made = genres.iter().find_map(|genre| genre.as_positions()?.adviser(file));
    let why = match made {
        Some(Ok(adviser)) => return Some(adviser),
        Some(Err(why)) => why.to_string(),
        None => "puzzles of this genre need no network".to_string(),
    };
    let _ = writeln!(console.err, "--net {}: {why}; the run goes on without it", file.display());
    None
}

/// `--variant`, of commands that read documents.
pub fn variant() -> Arg {
    Arg::new("variant")
        .long("variant")
        .value_name("ID")
        .requires("genre")
        .help("The rules by which a game in a document was played that does not name them (twelve_mens_morris)")
}

/// `--shared-nodes`.
fn shared_nodes() -> Arg {
    Arg::new("shared-nodes")
        .long("shared-nodes")
        .value_name("N")
        .value_parser(clap::value_parser!(u64))
        .conflicts_with("nodes")
        .help("Bound on search nodes for all puzzles of the file together, in equal parts; in place of --nodes")
}

/// `--time` and `--nodes` with their defaults.
pub fn limits(time: &'static str, nodes: &'static str, unit: &'static str) -> [Arg; 2] {
    [
        Arg::new("time")
            .long("time")
            .value_name("TIME")
            .default_value(time)
            .value_parser(duration)
            .help("Time for the whole run: 90, 90s, 15m, 2h"),
        Arg::new("nodes")
            .long("nodes")
            .value_name("N")
            .default_value(nodes)
            .value_parser(clap::value_parser!(u64))
            .help(format!("Bound on {unit}")),
    ]
}

/// The arguments of a pass that takes several inputs.
pub fn pass_args_over_all() -> Vec<Arg> {
    let args = pass_args().into_iter().filter(|arg| arg.get_id() != "file");
    args.chain([inputs::files()]).collect()
}

/// The arguments of every pass.
pub fn pass_args() -> Vec<Arg> {
    let out =
        out().help("Write to this file (.jsonl, .gz, .zst) instead of standard output; with --shard, to this folder");
    let shard = Arg::new("shard")
        .long("shard")
        .value_name("I/N")
        .value_parser(clap::value_parser!(Shard))
        .requires("out")
        .help("Only the I-th of N parts; writes part-I-of-N and summary-I.json into --out");
    let pack = Arg::new("pack")
        .long("pack")
        .value_name("EXTENSION")
        .value_parser(["jsonl", "jsonl.gz", "jsonl.zst"])
        .default_value("jsonl")
        .requires("shard")
        .help("How the parts of a shard are packed");
    let checkpoint = Arg::new("checkpoint")
        .long("checkpoint")
        .value_name("TIME")
        .default_value("2s")
        .value_parser(duration)
        .help("Least time between the checkpoints from which an interrupted run with --out goes on");
    let mut args = vec![genre(), file(), json(), variant(), out, threads(), shard, pack, checkpoint];
    args.extend(limits("1h", "10000000", "search nodes for each puzzle"));
    args.push(shared_nodes());
    args
}

/// A span of time: seconds, or with a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is no time: 90, 1.5s, 15m, 2h");
    let (number, unit) = match text.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => text.split_at(at),
        None => (text, "s"),
    };
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds * factor).map_err(|_| wrong())
}

/// The limits of `--time` and `--nodes`.
pub fn limits_of(matches: &ArgMatches) -> Limits {
    let mut limits = Limits::default();
    // Not every command has both.
    if let Ok(Some(&time)) = matches.try_get_one::<Duration>("time") {
        limits.time = time;
    }
    if let Ok(Some(&nodes)) = matches.try_get_one::<u64>("nodes") {
        limits.nodes = nodes;
    }
    limits
}

/// The input.
pub fn source_of(matches: &ArgMatches) -> Source {
    Source::of_arg_or_text(matches.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path))
}

/// Says that a person is waited for, where one sits at a terminal that is read.
pub fn tell_waiting(source: &Source, console: &mut Console<'_>) {
    if *source == Source::Stdin && console.terminal && std::io::stdin().is_terminal() {
        let _ = writeln!(console.err, "reading standard input (Ctrl-D ends it)");
    }
}

/// Ends of names that belong to other things than JSON lines.
const OTHERS: [&str; 28] = [
    "bmp", "bz2", "css", "csv", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "js", "md", "parquet", "pdf",
    "png", "ps", "sgf", "sql", "svg", "tex", "toml", "tsv", "webp", "xls", "xlsx", "xz", "zip",
];

/// Ends of the names of records and plain texts.
const RECORDS: [&str; 6] = ["gz", "json", "jsonl", "txt", "url", "zst"];

/// A file for records must not have the name of something else.
///
/// # Errors
/// [`Failure::Usage`] that names what makes such a file.
pub fn for_records(path: &Path) -> Result<(), Failure> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    if !OTHERS.contains(&extension.as_str()) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{}: records are JSON lines (.jsonl, .jsonl.gz, .jsonl.zst), not .{extension}; `tesuji show --svg FILE` draws \
         them, `tesuji corpus export --format NAME` writes other formats, `tesuji corpus seed` SQL",
        path.display()
    )))
}

/// A page must not have the name of something else.
///
/// # Errors
/// [`Failure::Usage`] that says how to come by what the name says.
pub fn for_page(path: &Path) -> Result<(), Failure> {
    let advice = |extension: &str| match extension {
        "pdf" => "`tesuji book -o FILE.pdf` makes a PDF, or open the page in a browser and print it",
        "ps" => "open the page in a browser and print it to a file",
        "svg" => "`tesuji show --svg FILE` writes single drawings",
        _ => "give the page the ending .html",
    };
    of_kind(path, "a page is HTML", &["html", "htm", "xhtml"], &advice)
}

/// A drawing must not have the name of something else.
///
/// # Errors
/// [`Failure::Usage`] that says how to come by what the name says.
pub fn for_drawing(path: &Path) -> Result<(), Failure> {
    let advice = |extension: &str| match extension {
        "html" | "htm" | "pdf" | "ps" => "`tesuji show --html FILE` writes pages, which a browser prints to a file",
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" => "programs such as rsvg-convert make pictures of drawings",
        _ => "give the drawing the ending .svg",
    };
    of_kind(path, "a drawing is SVG", &["svg"], &advice)
}

/// Refuses a name that belongs to another kind of file. A name without a known ending, and `-`, is
/// the user's own affair.
fn of_kind(path: &Path, what: &str, own: &[&str], advice: &dyn Fn(&str) -> &'static str) -> Result<(), Failure> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    if own.contains(&extension.as_str()) || !(OTHERS.contains(&extension.as_str()) || RECORDS.contains(&&*extension)) {
        return Ok(());
    }
    let advice = advice(&extension);
    Err(Failure::Usage(format!("{}: {what}, not .{extension}; {advice}", path.display())))
}

/// `--tier`.
pub fn tier(help: &'static str) -> Arg {
    Arg::new("tier").long("tier").value_name("TIER").value_parser(Tier::ALL.map(Tier::name)).help(help)
}

/// The tier asked for.
pub fn tier_of(matches: &ArgMatches) -> Option<Tier> {
    matches.get_one::<String>("tier").and_then(|name| Tier::from_name(name))
}

/// A repeatable option whose values are techniques.
pub fn techniques(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("TECHNIQUE").action(ArgAction::Append).value_delimiter(',').help(help)
}

/// `--without`, of commands that have [`take_over`] beside it.
pub fn without() -> Arg {
    let help = "Leave this technique out [default: those that the record leaves out; none: all take part]. What it \
                describes no later technique names either, unless --take-over is given";
    techniques("without", help)
}

/// The value of `--without` that leaves nothing out, whatever a record asks.
const NONE: &str = "none";

/// The restriction that `--tier`, `--without` and `--take-over` state; records state the rest.
///
/// # Errors
/// [`Failure::Usage`] for a technique that the genre does not have; where none is named, no genre.
pub fn restriction_of(context: &Context<'_>, matches: &ArgMatches) -> Result<RestrictionRequest, Failure> {
    let names: Vec<&String> = matches.get_many::<String>("without").into_iter().flatten().collect();
    let without = match &names[..] {
        [] => None,
        [none] if *none == NONE => Some(Vec::new()),
        _ => {
            let named = context.genre.as_slice();
            let genres = if named.is_empty() { context.genres } else { named };
            let all = || genres.iter().flat_map(|genre| context.catalog(*genre).list()).map(|t| t.id());
            let known = |name: &&String| {
                let found = genres.iter().find_map(|genre| technique_named(context.catalog(*genre), name));
                found.ok_or_else(|| Failure::unknown("technique", name, all().map(TechniqueId::as_str)))
            };
            Some(names.iter().map(known).collect::<Result<_, _>>()?)
        }
    };
    Ok(RestrictionRequest { tier: tier_of(matches), without, take_over: matches.get_flag("take-over") })
}

/// `--take-over`.
pub fn take_over() -> Arg {
    Arg::new("take-over")
        .long("take-over")
        .action(ArgAction::SetTrue)
        .help("Let later techniques name what techniques left out by --without or --tier describe (a 2-string kite is simple colors too)")
}

/// The technique of this id, or of this name as it is printed ("X-Wing").
pub fn technique_named(catalog: &Catalog, name: &str) -> Option<TechniqueId> {
    let exact = catalog.list().iter().find(|t| t.id().as_str() == name);
    let is_named = |own: &str| own.eq_ignore_ascii_case(name);
    let printed = || catalog.list().iter().find(|t| is_named(t.id().as_str()) || is_named(t.name()));
    exact.or_else(printed).map(|t| t.id().clone())
}

/// The techniques named; a usage error with the nearest for a name that the genre does not have.
pub fn techniques_of(
    matches: &ArgMatches,
    name: &str,
    (context, genre): (&Context<'_>, &dyn Genre),
) -> Result<Vec<TechniqueId>, Failure> {
    let catalog = context.catalog(genre);
    let wanted = matches.get_many::<String>(name).into_iter().flatten();
    wanted
        .map(|wanted| {
            technique_named(catalog, wanted)
                .ok_or_else(|| Failure::unknown("technique", wanted, catalog.list().iter().map(|t| t.id().as_str())))
        })
        .collect()
}

/// Runs a pass with the common arguments; says how it ended.
pub fn run_pass<P: Pass>(
    context: &Context<'_>,
    pass: &P,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Outcome<P::Summary>, Failure> {
    run_pass_over(context, pass, &source_of(matches), limits_of(matches), matches, console)
}

/// Runs a pass over all inputs of a command that takes several, one after the other. Records of
/// several inputs come one after the other in the file that `--out` names, which is written when
/// all are done.
///
/// # Errors
/// Where one can't be read, or several are to be shared in parts.
pub fn run_pass_over_all<P: Pass>(
    context: &Context<'_>,
    pass: &P,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Outcome<P::Summary>, Failure> {
    let sources = inputs::sources(matches)?;
    let Some(path) = matches.get_one::<PathBuf>("out").filter(|_| sources.len() > 1) else {
        let out = matches.get_one::<PathBuf>("out");
        return one_after_the_other(matches, &sources, &mut |source, own| {
            run_to(context, pass, source, own, matches, out, console)
        });
    };
    if matches.get_one::<Shard>("shard").is_some() {
        return Err(Failure::Usage(format!("--shard takes a part of one input, and there are {}", sources.len())));
    }
    for_records(path)?;
    let mut done = Err(Failure::Usage("no input".to_string()));
    let written = tesuji_corpus::atomic::write_atomic(path, &mut |out| {
        let mut to_file = Console { out, err: &mut *console.err, terminal: console.terminal };
        done = one_after_the_other(matches, &sources, &mut |source, own| {
            run_to(context, pass, source, own, matches, None, &mut to_file)
        });
        // A fault is printed unchanged; the file stays as it was.
        if done.is_err() { Err(std::io::Error::other("stopped")) } else { Ok(()) }
    });
    if done.is_ok() {
        written.map_err(tesuji_corpus::Error::io(path))?;
    }
    done
}

/// The outcomes of all inputs together, until a limit is reached.
fn one_after_the_other<S: Summary>(
    matches: &ArgMatches,
    sources: &[Source],
    run: &mut dyn FnMut(&Source, Limits) -> Result<Outcome<S>, Failure>,
) -> Result<Outcome<S>, Failure> {
    let limits = limits_of(matches);
    let clock = limits.start();
    let mut all: Option<Outcome<S>> = None;
    for source in sources {
        let outcome = run(source, limits.clone().with_time(clock.remaining()))?;
        let is_over = outcome.stop != Stop::Exhausted;
        match &mut all {
            Some(all) => all.merge(&outcome),
            None => all = Some(outcome),
        }
        if is_over {
            break;
        }
    }
    all.ok_or_else(|| Failure::Usage("no input".to_string()))
}

/// Runs a pass over one of several inputs, within these limits.
pub fn run_pass_over<P: Pass>(
    context: &Context<'_>,
    pass: &P,
    source: &Source,
    limits: Limits,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<Outcome<P::Summary>, Failure> {
    run_to(context, pass, source, limits, matches, matches.get_one::<PathBuf>("out"), console)
}

/// The same, with what the records are written to: a file or folder, else the console.
fn run_to<P: Pass>(
    context: &Context<'_>,
    pass: &P,
    source: &Source,
    limits: Limits,
    matches: &ArgMatches,
    out: Option<&PathBuf>,
    console: &mut Console<'_>,
) -> Result<Outcome<P::Summary>, Failure> {
    // Only commands that answer puzzle by puzzle have the option.
    let answers = matches.try_contains_id("lines").is_ok() && is_answered(source, matches);
    let (mut reader, mut limits, mut source) = (context.reader(source, matches), limits, source.clone());
    if let Ok(Some(&all)) = matches.try_get_one::<u64>("shared-nodes") {
        source = source.kept()?;
        limits.nodes = all / Items::count(&source, &reader)?.max(1);
        reader = reader.with_nodes(limits.nodes);
    }
    let source = &source;
    let shard = matches.get_one::<Shard>("shard").copied();
    let options = RunOptions {
        threads: matches.get_one::<usize>("threads").copied().unwrap_or(0),
        limits: limits.with_interrupt(interrupt::listen()),
        shard: shard.unwrap_or(Shard::WHOLE),
        checkpoint: matches.get_one::<Duration>("checkpoint").copied().unwrap_or(Duration::from_secs(2)),
        answers,
    };
    tell_waiting(source, console);
    let pack = matches.get_one::<String>("pack").cloned().unwrap_or_default();
    let target = match (out.cloned(), shard) {
        (Some(dir), Some(_)) => {
            std::fs::create_dir_all(&dir).map_err(tesuji_corpus::Error::io(&dir))?;
            Target::Part(dir, pack)
        }
        (Some(path), None) => {
            // The summary of a corpus is no corpus.
            if pass.name() != "stats" {
                for_records(&path)?;
            }
            Target::File(path)
        }
        (None, _) => Target::Stream(&mut *console.out),
    };
    let mut bars = crate::bars::Bars::new(&mut *console.err, console.terminal);
    Ok(run(pass, source, &reader, target, &options, &mut bars)?)
}

/// The JSON line of an outcome.
pub fn print_json(value: &impl serde::Serialize, console: &mut Console<'_>) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::output(e.into()))?;
    Ok(writeln!(console.out, "{text}")?)
}

/// The JSON line of an answer, with the number of the line that it answers.
pub fn print_answer(mut answer: serde_json::Value, work: &Work, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(n) = work.line {
        answer[tesuji_corpus::answer::LINE] = n.into();
    }
    print_json(&answer, console)
}

/// Says how a run ended in words, or in JSON with `--json`, and gives the exit code; `more` are the
/// reasons of the pass itself.
pub fn finish<S: Summary>(
    outcome: &Outcome<S>,
    words: &str,
    more: Ending,
    matches: &ArgMatches,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let ending = more.bad(outcome.bad).stopped(outcome.stop);
    let bad = if outcome.bad > 0 { format!(", {} bad", outcome.bad) } else { String::new() };
    let ended = crate::commands::ended_after(outcome.stop, outcome.items);
    // The list below the first line stays a list.
    let (first, rest) = words.split_at(words.find('\n').unwrap_or(words.len()));
    let first = if first.is_empty() { String::new() } else { format!("; {first}") };
    let words = format!("{}: {} puzzles{bad}{first}; {ended}{rest}", outcome.pass, outcome.records);
    let summary = serde_json::to_value(outcome).map_err(|e| Failure::output(e.into()))?;
    let code = ending.tell(matches.get_flag("json"), summary, &words, console)?;
    if outcome.stop != Stop::Exhausted {
        tell_kept(outcome.shard, matches, console);
    }
    Ok(code)
}

/// Says where the records of a run that did not come to its end are, and how to go on.
fn tell_kept(shard: Shard, matches: &ArgMatches, console: &mut Console<'_>) {
    let out = matches.get_one::<PathBuf>("out").map(|out| match matches.get_one::<Shard>("shard") {
        Some(_) => {
            let pack = matches.get_one::<String>("pack").map_or("jsonl", String::as_str);
            shard.part_file(out, pack)
        }
        None => out.clone(),
    });
    let words = match out.as_deref().map(|out| (out, PartFile::kept(out))) {
        Some((out, Some(part))) => format!(
            "what is done is kept in {}; the same command goes on from there, and {} appears when all is done",
            part.display(),
            out.display()
        ),
        Some((out, None)) => format!("nothing is kept of {}", out.display()),
        None => "what is done is on standard output; with --out FILE the same command could go on".to_string(),
    };
    let _ = writeln!(console.err, "{words}");
}

/// A folder for what a long run writes at its end: made beforehand, so that it does not run for
/// nothing, and taken away again if it was made and nothing came to lie in it.
pub struct Folder {
    path: PathBuf,
    is_new: bool,
    /// A file that takes the room which the output will need.
    room: Option<PathBuf>,
}

impl Folder {
    /// Makes it, if it isn't there.
    ///
    /// # Errors
    /// Where it can't be made.
    pub fn make(path: &Path) -> Result<Folder, tesuji_corpus::Error> {
        let is_new = !path.exists();
        std::fs::create_dir_all(path).map_err(tesuji_corpus::Error::io(path))?;
        Ok(Folder { path: path.to_path_buf(), is_new, room: None })
    }

    /// Opens the folder and reserves room for a report: a full disk is an error now, and a disk
    /// that fills up later still takes the report.
    ///
    /// # Errors
    /// Where it can't be made, or there is no room.
    pub fn with_room(path: &Path) -> Result<Folder, tesuji_corpus::Error> {
        let mut folder = Folder::make(path)?;
        let room = path.join(format!(".room-{}", std::process::id()));
        folder.room = Some(room.clone());
        std::fs::write(&room, vec![0; ROOM]).map_err(tesuji_corpus::Error::io(path))?;
        Ok(folder)
    }

    /// Gives the room free for what is written now.
    pub fn free(&mut self) {
        // A missing file takes no room.
        let _ = self.room.take().map(std::fs::remove_file);
    }
}

/// Bytes kept free for a report.
const ROOM: usize = 1 << 20;

impl Drop for Folder {
    fn drop(&mut self) {
        self.free();
        if self.is_new {
            // Only an empty one can be taken away.
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time() {
        for (text, millis) in [("90", 90_000), ("1.5s", 1_500), ("250ms", 250), ("15m", 900_000), ("2h", 7_200_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "s", "-1", "5 m", "1d", "nan", "inf"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
