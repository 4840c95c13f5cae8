//! The commands, a file each.

mod azul;
mod book;
mod browse;
mod candidates;
mod check;
mod check_state;
mod completions;
mod convert;
mod corpus;
mod cycle;
mod discover;
mod enumerate;
mod generate;
mod genre;
mod genres;
mod grade;
mod groups;
mod harvest;
mod hint;
mod joseki;
mod manual;
mod mill;
mod picture;
mod play;
mod prove;
mod repair;
mod show;
mod solve;
mod techniques;

use crate::bars::Bars;
use crate::common::{self, Context};
use crate::errors::Errors;
use crate::inputs;
use crate::interrupt;
use crate::leads;
use crate::{Console, Failure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command};
use rayon::prelude::*;
use std::ffi::{OsStr, OsString};
use tesuji_corpus::answer::{blank_line, error_line};
use tesuji_corpus::{Blocks, Error, Progress, Source, Work};
use tesuji_discovery::Decisions;
use tesuji_genre::{Bad, Genre, near};
use tesuji_solver::{Clock, Stop};

/// All commands, with the flags of the genre.
pub fn app(genre: Option<&'static dyn Genre>) -> Command {
    let app = Command::new("tesuji")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Solves, grades, generates and cross-checks puzzles, and finds the techniques in them")
        .after_help("Exit codes: 0 all that was asked for was done; 1 invalid input, a disagreement, or less than was asked for (fewer \
             puzzles made, an answer that a limit cut short): standard error says which, and `reasons` in \
             the summary of --json; 2 usage. Ctrl-C ends a run in order and says what is kept; a second one ends it at once.")
        .arg(
            Arg::new("quiet")
                .long("quiet")
                .short('q')
                .global(true)
                .action(ArgAction::SetTrue)
                .help("No words on standard error but errors and the reason of exit code 1"),
        )
        .subcommands([
            genres::command(),
            genre::command(),
            techniques::command(),
            show::command(),
            play::command(),
            book::command(),
            solve::command(),
            grade::command(),
            hint::command(),
            candidates::command(),
            prove::command(),
            repair::command(),
            generate::command(genre),
            enumerate::command(genre),
            check::command(),
            convert::command(),
            corpus::command(),
            browse::command(),
            harvest::command(),
            discover::command(),
            cycle::command(),
            mill::command(),
            joseki::command(),
            azul::command(),
            completions::command(),
            manual::command(),
        ]);
    groups::grouped(app)
}

/// Reads the command line and runs the command.
pub fn dispatch(genres: &[&'static dyn Genre], args: &[&OsStr], console: &mut Console<'_>) -> Result<u8, Failure> {
    // Names of files may be other bytes than text: the parser gets them as they are.
    let typed = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let named = leads::with_genre(&typed, genres)?;
    let words: Vec<OsString> = match &named {
        Some(words) => words.iter().map(OsString::from).collect(),
        None => args.iter().map(|&arg| arg.to_owned()).collect(),
    };
    let words = std::iter::once(OsString::from("tesuji")).chain(words);
    let args: &[String] = named.as_deref().unwrap_or(&typed);
    // The genre is read first: its options become flags.
    let own = genre_file(args, genres)?;
    let genres = own.as_deref().unwrap_or(genres);
    let genre = match genre_named(args) {
        None => None,
        Some(name) if is_genre_file(name) => genres.first().copied(),
        Some(name) => match genres.iter().find(|g| g.name() == name) {
            Some(&genre) => Some(genre),
            None => Some(leads::genre_named(name, genres).ok_or_else(|| leads::no_genre(name, genres))?),
        },
    };
    let known: Vec<&dyn Genre> = genres.iter().map(|&genre| genre as &dyn Genre).collect();
    let decisions = decisions_named(args, &known)?;
    let catalogs = decisions.catalogs(&known).map_err(|e| Failure::Usage(format!("--catalog: {e}")))?;
    let context = Context {
        genres,
        genre,
        decisions: &decisions,
        catalogs: &catalogs,
        draws: false,
        keeps: false,
        adviser: None,
    };
    let app = app(genre);
    let matches = app.clone().try_get_matches_from(words).map_err(|e| refused(e, &app, args, genres))?;
    match matches.subcommand() {
        Some((name, matches)) => route(name, matches, &context, console),
        // Alone, the main job: the whole loop.
        None => {
            writeln!(console.err, "{}\n", groups::FIRST)?;
            let alone = cycle::command().get_matches_from(["cycle"]);
            cycle::run(&context, &alone, console)
        }
    }
}

fn route(name: &str, matches: &ArgMatches, context: &Context<'_>, console: &mut Console<'_>) -> Result<u8, Failure> {
    match name {
        "genres" => genres::run(context, matches, console),
        "genre" => genre::run(matches, console),
        "techniques" => techniques::run(context, matches, console),
        "show" => show::run(context, matches, console),
        "play" => play::run(context, matches, console),
        "book" => book::run(context, matches, console),
        "solve" => solve::run(context, matches, console),
        "grade" => grade::run(context, matches, console),
        "candidates" => candidates::run(context, matches, console),
        "hint" => hint::run(context, matches, console),
        "prove" => prove::run(context, matches, console),
        "repair" => repair::run(context, matches, console),
        "generate" => generate::run(context, matches, console),
        "enumerate" => enumerate::run(context, matches, console),
        "check" => check::run(context, matches, console),
        "convert" => convert::run(context, matches, console),
        "corpus" => corpus::run(context, matches, console),
        "browse" => browse::run(context, matches, console),
        "harvest" => harvest::run(matches, console),
        "discover" => discover::run(context, matches, console),
        "cycle" => cycle::run(context, matches, console),
        "mill" => mill::run(context, matches, console),
        "joseki" => joseki::run(matches, console),
        "azul" => azul::run(matches, console),
        "completions" => completions::run(context, matches, console),
        "manual" => manual::run(context, matches, console),
        _ => Err(Failure::Usage(format!("no command {name:?}"))),
    }
}

/// Items made puzzles of at once, at most: what a document leaves open is chosen then, which takes
/// time.
const AT_ONCE: usize = 64;
/// Bytes of these.
const BYTES: usize = 1 << 20;
/// Puzzles whose size is printed, where their texts are grids.
const SIZES_TOLD: u64 = 10;

/// How far the input was treated.
struct Treated {
    /// Number of items that are no puzzles or failed.
    bad: u64,
    /// Its end, or that of the time.
    stop: Stop,
}

/// Why a command ended, in words.
pub(crate) fn ended(stop: Stop) -> &'static str {
    match stop {
        Stop::Exhausted => "end of input",
        Stop::Enough => "as many as asked for",
        Stop::Nodes => "out of nodes (--nodes)",
        Stop::Time => "out of time (--time)",
        Stop::Memory => "out of memory",
        Stop::Interrupted => "interrupted",
        Stop::Open => "not decided",
    }
}

/// The same, with how many items were treated where the end was not reached.
pub(crate) fn ended_after(stop: Stop, items: u64) -> String {
    match stop {
        Stop::Exhausted => ended(stop).to_string(),
        Stop::Time => format!("out of time after {items} items (--time)"),
        stop => format!("{} after {items} items", ended(stop)),
    }
}

/// Treats each puzzle of the input in order; bad ones get a message and are counted. Commands with
/// `--lines` answer those of a pipe too.
fn each(
    context: &Context<'_>,
    matches: &ArgMatches,
    console: &mut Console<'_>,
    treat: &mut dyn FnMut(&Work, &mut Console<'_>) -> Result<(), Failure>,
) -> Result<Treated, Failure> {
    each_of(context, &inputs::sources(matches)?, matches, console, treat)
}

/// Treats the puzzles of these inputs, one input after the other.
fn each_of(
    context: &Context<'_>,
    sources: &[Source],
    matches: &ArgMatches,
    console: &mut Console<'_>,
    treat: &mut dyn FnMut(&Work, &mut Console<'_>) -> Result<(), Failure>,
) -> Result<Treated, Failure> {
    let mut errors = Errors::default();
    let mut limits = common::limits_of(matches);
    limits.interrupt = interrupt::listened();
    let clock = limits.start();
    let mut all = Ok(Treated { bad: 0, stop: Stop::Exhausted });
    for source in sources {
        let Ok(so_far) = &all else { break };
        if so_far.stop != Stop::Exhausted {
            break;
        }
        let before = so_far.bad;
        let treated = each_item(context, source, &clock, matches, console, &mut errors, treat);
        all = treated.map(|treated| Treated { bad: before + treated.bad, ..treated });
    }
    for sum in errors.sums() {
        let _ = writeln!(console.err, "{sum}");
    }
    all
}

fn each_item(
    context: &Context<'_>,
    source: &Source,
    clock: &Clock,
    matches: &ArgMatches,
    console: &mut Console<'_>,
    errors: &mut Errors,
    treat: &mut dyn FnMut(&Work, &mut Console<'_>) -> Result<(), Failure>,
) -> Result<Treated, Failure> {
    let reader = context.reader(source, matches);
    common::tell_waiting(source, console);
    let mut bad = 0;
    let is_answered = matches.try_contains_id("lines").is_ok() && common::is_answered(source, matches);
    // Who writes line by line is answered line by line.
    let most = if source.is_stream() { 1 } else { AT_ONCE };
    let blocks = Blocks::open(source, &reader, most, BYTES);
    let mut done = 0;
    loop {
        let block = match blocks.next(clock)? {
            Ok(block) if block.is_empty() => return Ok(Treated { bad, stop: Stop::Exhausted }),
            Ok(block) => block,
            Err(stop) => {
                let _ = writeln!(console.err, "{}", ended_after(stop, done));
                return Ok(Treated { bad, stop });
            }
        };
        done = block.last().map_or(done, |item| item.index + 1);
        let made: Vec<_> = block
            .into_par_iter()
            .map(|item| {
                let (index, line, text) = (item.index, item.line, item.content.text());
                let is_line = item.among_lines;
                let work = clock.expired().is_none().then(|| reader.work(item));
                (index, (line, is_line), text, work)
            })
            .collect();
        for (index, (line, is_line), text, work) in made {
            let Some(work) = work.filter(|_| clock.expired().is_none()) else {
                let stop = clock.expired().unwrap_or(Stop::Time);
                let _ = writeln!(console.err, "{}", ended_after(stop, index));
                return Ok(Treated { bad, stop });
            };
            let treated = match work {
                Ok(None) => {
                    if is_answered && is_line {
                        console.out.write_all(blank_line(line).as_bytes())?;
                        console.out.flush()?;
                    }
                    continue;
                }
                Err(wrong) => Err(Failure::from(wrong)),
                Ok(Some(work)) => {
                    if let Some(words) = work.read_as.as_ref().filter(|_| index < SIZES_TOLD) {
                        writeln!(console.err, "{words}")?;
                    }
                    let unread = work.record.unread();
                    let treated = treat(&work, console);
                    if let (Ok(()), Some(parts)) = (&treated, &unread) {
                        let note = Bad::new(format!("as far as it was read; not read: {parts}")).file(reader.name());
                        let note = line.map_or(note.clone(), |n| note.line(n));
                        let _ = writeln!(console.err, "note: {note}");
                    }
                    treated.map_err(|failure| match failure {
                        Failure::Run(Error::Bad(bad)) => Failure::from(work.as_far_as_read(bad)),
                        other => other,
                    })
                }
            };
            match treated {
                Err(Failure::Run(Error::Bad(wrong))) => {
                    bad += 1;
                    if is_answered {
                        console.out.write_all(error_line(line, &wrong).as_bytes())?;
                    }
                    let wrong = wrong.file(reader.name());
                    let wrong = match line {
                        Some(n) => wrong.line(n),
                        None => wrong,
                    };
                    if errors.admits(&wrong) {
                        Bars::new(&mut *console.err, console.terminal).bad(&wrong, text.as_deref());
                    }
                }
                other => other?,
            }
            if source.is_stream() {
                // Who waits for the answer before writing on gets it now.
                console.out.flush()?;
            }
        }
    }
}

/// Is the genre given by the name of a file?
fn is_genre_file(name: &str) -> bool {
    name.ends_with(".toml")
}

/// The genres with that of the file that `--genre` names at their front, in place of one that has
/// its name; `None` where it names no file.
fn genre_file(args: &[String], genres: &[&'static dyn Genre]) -> Result<Option<Vec<&'static dyn Genre>>, Failure> {
    let Some(path) = genre_named(args).filter(|name| is_genre_file(name)) else { return Ok(None) };
    let own: &'static dyn Genre = genre::read(std::path::Path::new(path))?;
    let others = genres.iter().copied().filter(|genre| genre.name() != own.name());
    Ok(Some(std::iter::once(own).chain(others).collect()))
}

/// The value of `--genre`, wherever it stands.
fn genre_named(args: &[String]) -> Option<&str> {
    value_of(args, "--genre")
}

/// The value of an option, wherever it stands.
fn value_of<'a>(args: &'a [String], option: &str) -> Option<&'a str> {
    let mut args = args.iter().take_while(|a| *a != "--");
    while let Some(arg) = args.next() {
        if arg == option {
            return args.next().map(String::as_str);
        }
        if let Some(value) = arg.strip_prefix(option).and_then(|rest| rest.strip_prefix('=')) {
            return Some(value);
        }
    }
    None
}

/// The decisions of `--catalog FILE`, which is read first too: they add to the catalogs. `discover`
/// begins a file that isn't there.
fn decisions_named(args: &[String], genres: &[&dyn Genre]) -> Result<Decisions, Failure> {
    let Some(path) = value_of(args, "--catalog") else { return Ok(Decisions::default()) };
    let is_begun = args.first().is_some_and(|command| command == "discover" || command == "browse");
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if is_begun && e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(Failure::Run(Error::io(std::path::Path::new(path))(e))),
    };
    Decisions::read(&text, genres).map_err(|e| Failure::Usage(format!("--catalog {path}: {e}")))
}

/// The parser's message, with the nearest names where a name was wrong.
fn refused(e: clap::Error, app: &Command, args: &[String], genres: &[&'static dyn Genre]) -> Failure {
    let text = |kind: ContextKind| match e.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(all)) => all.first().cloned(),
        _ => None,
    };
    match e.kind() {
        ErrorKind::UnknownArgument => {
            let wrong = text(ContextKind::InvalidArg).unwrap_or_default();
            let bare = wrong.trim_start_matches('-').split('=').next().unwrap_or_default();
            if bare.is_empty() || !wrong.starts_with('-') {
                return Failure::Clap(Box::new(e));
            }
            if let Some(words) = misplaced(app, args, bare) {
                return Failure::Usage(words);
            }
            let command = command_of(app, args);
            leads::no_option(bare, command, app, args.iter().any(|a| a.starts_with("--genre")))
        }
        ErrorKind::InvalidSubcommand => {
            let wrong = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            let command = command_of(app, args);
            leads::no_command(&wrong, command, genres)
        }
        ErrorKind::InvalidValue => {
            let wrong = text(ContextKind::InvalidValue).unwrap_or_default();
            let option = text(ContextKind::InvalidArg).unwrap_or_default();
            match e.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(all)) if !wrong.is_empty() => {
                    let what = format!("value of {}:", option.split(' ').next().unwrap_or_default());
                    let near = near(&wrong, all.iter().map(String::as_str));
                    let all = format!("there are {}", all.join(", "));
                    let near = if near == all { String::new() } else { near + "; " };
                    Failure::Usage(format!("no {what} {wrong:?}; {near}{all}"))
                }
                _ => Failure::Clap(Box::new(e)),
            }
        }
        _ => Failure::Clap(Box::new(e)),
    }
}

/// The right command line where an option stands before its command.
fn misplaced(app: &Command, args: &[String], option: &str) -> Option<String> {
    let at = args.iter().position(|arg| arg.strip_prefix("--").is_some_and(|a| a.split('=').next() == Some(option)))?;
    let named = |arg: &String| app.get_subcommands().find(|c| c.get_name() == arg);
    let (place, command) = args.iter().enumerate().skip(at + 1).find_map(|(i, arg)| Some((i, named(arg)?)))?;
    let is_before = args[..at].iter().all(|arg| named(arg).is_none());
    if !is_before || command.get_arguments().all(|a| a.get_long() != Some(option)) {
        return None;
    }
    let rest = [&args[..place], &args[place + 1..]].concat();
    let name = command.get_name();
    Some(format!("--{option} stands after the command: tesuji {name} {}", rest.join(" ")))
}

/// The innermost command that the words name.
fn command_of<'a>(app: &'a Command, args: &[String]) -> &'a Command {
    args.iter().fold(app, |at, word| at.get_subcommands().find(|c| c.get_name() == word).unwrap_or(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_well_formed() {
        app(None).debug_assert();
        for genre in tesuji_genres::all() {
            app(Some(genre)).debug_assert();
        }
    }

    #[test]
    fn the_genre_is_found_wherever_it_stands() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        assert_eq!(genre_named(&words("solve --genre sudoku -")), Some("sudoku"));
        assert_eq!(genre_named(&words("solve - --genre=go")), Some("go"));
        assert_eq!(genre_named(&words("solve -- --genre go")), None);
    }
}
