//! `tesuji show`.

use super::{Treated, each, play};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, interrupt};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, Work, atomic};
use tesuji_genre::{Bad, Marks, Medium, RestrictionRequest};
use tesuji_report::print::before;
use tesuji_report::{SheetOptions, SheetPuzzle, besides, drawn_solution, sheet};
use tesuji_solver::Limits;

/// The command.
pub fn command() -> Command {
    let svg = Arg::new("svg")
        .long("svg")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write an SVG drawing, - to standard output; further puzzles go to FILE-2, FILE-3 …");
    let candidates =
        Arg::new("candidates").long("candidates").action(ArgAction::SetTrue).help("Draw the candidates of open cells");
    // The genre first chooses what a document leaves open, which can take as long as reading it.
    let [time, _] = common::limits("1h", "0", "nothing");
    let html = Arg::new("html")
        .long("html")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .conflicts_with_all(["svg", "candidates"])
        .help("Write pages to print: puzzles, then their solutions on pages of their own; - for standard output");
    let per_page = Arg::new("per-page")
        .long("per-page")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=100))
        .default_value("4")
        .requires("html")
        .help("Puzzles a printed page");
    let steps = Arg::new("steps")
        .long("steps")
        .action(ArgAction::SetTrue)
        .requires("html")
        .help("Print the steps of each solution too, in words");
    let solution = Arg::new("solution")
        .long("solution")
        .action(ArgAction::SetTrue)
        .conflicts_with_all(["html", "candidates"])
        .help("Draw the solution in place of the puzzle");
    let before = Arg::new("before")
        .long("before")
        .value_name("TECHNIQUE")
        .conflicts_with_all(["html", "solution"])
        .help("Draw the state before the first step that needs this technique, with that step's marks");
    let techniques = [common::tier("Steps by techniques of this tier at most"), common::without(), common::take_over()];
    let args = [
        common::genre(),
        inputs::files(),
        common::json(),
        svg,
        html,
        per_page,
        play::arg(),
        steps,
        candidates,
        solution,
        before,
        common::variant(),
        time,
    ];
    let finds_steps = ArgGroup::new("finds-steps").args(["steps", "before"]);
    let args = args.into_iter().chain(techniques.map(|arg| arg.requires("finds-steps")));
    Command::new("show").about("Draws puzzles").args(args).group(finds_steps)
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    if let Some(path) = matches.get_one::<PathBuf>("html") {
        common::for_page(path)?;
        if let Some(module) = matches.get_one::<std::ffi::OsString>("play") {
            return play::show(context, matches, (path, module), console);
        }
        return print_pages(context, matches, path, console);
    }
    let marks = Marks { candidates: matches.get_flag("candidates"), ..Marks::default() };
    let svg = matches.get_one::<PathBuf>("svg").cloned();
    if let Some(path) = &svg {
        common::for_drawing(path)?;
    }
    let restriction = common::restriction_of(context, matches)?;
    let limits = Limits { nodes: PRINTED_NODES, interrupt: interrupt::listened(), ..common::limits_of(matches) };
    let clock = limits.start();
    let mut drawn = 0u64;
    let mut files = Vec::new();
    let context = Context { draws: true, ..*context };
    let Treated { bad, stop } = each(&context, matches, console, &mut |work, console| {
        let medium = if svg.is_some() { Medium::Svg } else { Medium::Unicode };
        let limits = Limits { time: clock.remaining(), ..limits.clone() };
        let (drawing, words) = drawing(work, matches, &restriction, &marks, medium, &limits)?;
        drawn += 1;
        match &svg {
            None if matches.get_flag("json") => {
                let mut line = serde_json::json!({"id": work.record.id, "drawing": drawing});
                if let Some(words) = &words {
                    line["words"] = words.as_str().into();
                }
                common::print_json(&line, console)?;
            }
            None => {
                if let Some(label) = work.record.label() {
                    writeln!(console.out, "{label}")?;
                }
                writeln!(console.out, "{}", drawing.trim_end())?;
                if let Some(words) = &words {
                    writeln!(console.out, "   {words}")?;
                }
                for words in work.record.chosen().into_iter().chain(work.record.noted()) {
                    writeln!(console.out, "   {words}")?;
                }
                for words in besides(&work.record) {
                    writeln!(console.out, "   {words}")?;
                }
            }
            Some(path) if path == Path::new("-") => writeln!(console.out, "{}", drawing.trim_end())?,
            Some(path) => {
                let path = numbered(path, drawn);
                atomic::write_atomic(&path, &mut |out| out.write_all(drawing.as_bytes())).map_err(Error::io(&path))?;
                files.push(path.display().to_string());
            }
        }
        Ok(())
    })?;
    if svg.is_some_and(|path| path != Path::new("-")) {
        if matches.get_flag("json") {
            common::print_json(
                &serde_json::json!({"summary": "show", "drawn": drawn, "bad": bad, "files": files}),
                console,
            )?;
        } else {
            let _ = writeln!(console.err, "drawn: {}", files.join(", "));
        }
    }
    let ending = Ending::new().bad(bad).stopped(stop);
    ending.explain(console);
    Ok(ending.code())
}

/// The drawing of a puzzle, and its words: the puzzle itself, its solution, or the state before a
/// step.
fn drawing(
    work: &Work,
    matches: &ArgMatches,
    restriction: &RestrictionRequest,
    marks: &Marks,
    medium: Medium,
    limits: &Limits,
) -> Result<(String, Option<String>), Failure> {
    let (genre, record) = (work.puzzle.genre, &work.record);
    let state = record.state.as_ref();
    if matches.get_flag("solution") {
        let drawn = drawn_solution(genre, &work.puzzle, state, medium, limits)?;
        let drawn = drawn.map_err(|why| Bad::new(format!("nothing to draw: {why}")))?;
        return Ok((drawn.drawing, drawn.words));
    }
    if let Some(name) = matches.get_one::<String>("before") {
        let all = genre.catalog().list();
        let Some(technique) = all.iter().find(|t| t.id().as_str() == name) else {
            return Err(Failure::unknown("technique", name, all.iter().map(|t| t.id().as_str())));
        };
        let (restriction, _) = restriction.over(record.grade.as_ref());
        let (state, step, words) = before(genre, &work.puzzle, record, technique.id(), &restriction, limits)?;
        let step = Marks { candidates: step.candidates || marks.candidates, ..step };
        return Ok((genre.draw(&work.puzzle, Some(&state), &step, medium)?, Some(words)));
    }
    let marks = Marks { caption: genre.caption(record), ..marks.clone() };
    Ok((genre.draw(&work.puzzle, state, &marks, medium)?, None))
}

/// Search nodes for the solution of a puzzle that is printed.
const PRINTED_NODES: u64 = 1_000_000;

/// Writes puzzles and solutions as pages to print.
fn print_pages(
    context: &Context<'_>,
    matches: &ArgMatches,
    path: &Path,
    console: &mut Console<'_>,
) -> Result<u8, Failure> {
    let per_page = matches.get_one::<u64>("per-page").map_or(4, |&n| n as usize);
    let options = SheetOptions { per_page, steps: matches.get_flag("steps") };
    let restriction = common::restriction_of(context, matches)?;
    let steps = options.steps.then_some(&restriction);
    let limits = Limits { nodes: PRINTED_NODES, interrupt: interrupt::listened(), ..common::limits_of(matches) };
    let clock = limits.start();
    let mut printed = Vec::new();
    let context = Context { draws: true, ..*context };
    let Treated { bad, stop } = each(&context, matches, console, &mut |work, _| {
        let limits = Limits { time: clock.remaining(), ..limits.clone() };
        printed.push(SheetPuzzle::new(work.puzzle.genre, &work.puzzle, &work.record, steps, &limits)?);
        Ok(())
    })?;
    let html = sheet(&printed, options);
    if path == Path::new("-") {
        write!(console.out, "{html}")?;
    } else {
        atomic::write_atomic(path, &mut |out| out.write_all(html.as_bytes())).map_err(Error::io(path))?;
        let files = [path.display().to_string()];
        if matches.get_flag("json") {
            let summary = serde_json::json!({"summary": "show", "drawn": printed.len(), "bad": bad, "files": files});
            common::print_json(&summary, console)?;
        } else {
            let _ = writeln!(console.err, "{} puzzles: {}", printed.len(), files[0]);
        }
    }
    let unsolved = printed.iter().filter(|p| p.is_unsolved()).count();
    let ending = Ending::new()
        .bad(bad)
        .stopped(stop)
        .because(unsolved > 0, || format!("{unsolved} not solved within {PRINTED_NODES} nodes"));
    ending.explain(console);
    Ok(ending.code())
}

/// The file of the n-th drawing.
pub fn numbered(path: &Path, n: u64) -> PathBuf {
    if n == 1 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{n}{extension}"))
}
