//! `tesuji show`.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_genre::{Marks, Medium};
use tesuji_report::print::{Printed, print_page};
use tesuji_solver::Limits;

/// The command.
pub fn command() -> Command {
    let svg = Arg::new("svg")
        .long("svg")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help("Write an SVG drawing, - to standard output; further puzzles go to FILE-2, FILE-3 …");
    let html = Arg::new("html")
        .long("html")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .conflicts_with("svg")
        .help("Write one page for printing: several puzzles a sheet, solutions on sheets of their own");
    let each = Arg::new("each")
        .long("each")
        .value_name("N")
        .default_value("6")
        .value_parser(value_parser!(u8).range(1..=24))
        .help("With --html: puzzles on a sheet");
    let candidates =
        Arg::new("candidates").long("candidates").action(ArgAction::SetTrue).help("Draw the candidates of open cells");
    // What a document leaves open is chosen first, which can take as long as reading it.
    let [time, _] = common::limits("1h", "0", "nothing");
    let args = [common::genre(), common::file(), common::json(), svg, html, each, candidates, time];
    Command::new("show").about("Draws puzzles").args(args)
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let marks = Marks { candidates: matches.get_flag("candidates"), ..Marks::default() };
    let svg = matches.get_one::<PathBuf>("svg").cloned();
    if let Some(path) = matches.get_one::<PathBuf>("html") {
        return print(context, matches, console, path);
    }
    let mut drawn = 0u64;
    let mut files = Vec::new();
    let context = Context { draws: true, ..*context };
    let Treated { bad, stop } = each(&context, matches, console, &mut |work, console| {
        let state = work.record.state.as_ref();
        let medium = if svg.is_some() { Medium::Svg } else { Medium::Unicode };
        let drawing = work.puzzle.genre.draw(&work.puzzle, state, &marks, medium)?;
        drawn += 1;
        match &svg {
            None if matches.get_flag("json") => {
                common::print_json(&serde_json::json!({"id": work.record.id, "drawing": drawing}), console)?;
            }
            None => {
                if let Some(label) = work.record.label() {
                    writeln!(console.out, "{label}")?;
                }
                writeln!(console.out, "{}", drawing.trim_end())?;
                for words in work.record.chosen().into_iter().chain(work.record.noted()) {
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

/// Search nodes for the solution of one puzzle that is printed.
const NODES: u64 = 1_000_000;

/// Writes the page for printing.
fn print(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>, path: &Path) -> Result<u8, Failure> {
    let mut printed = Vec::new();
    let context = Context { draws: true, ..*context };
    let Treated { bad, stop } = each(&context, matches, console, &mut |work, _| {
        printed.push(Printed::new(&work.puzzle, &work.record, &Limits::default().with_nodes(NODES))?);
        Ok(())
    })?;
    let sheet = matches.get_one::<u8>("each").copied().map_or(6, usize::from);
    let page = print_page("Puzzles", &printed, sheet);
    atomic::write_atomic(path, &mut |out| out.write_all(page.as_bytes())).map_err(Error::io(path))?;
    let unsolved = printed.iter().filter(|p| p.has_network && p.solution.is_none()).count();
    if matches.get_flag("json") {
        let line = serde_json::json!({"summary": "show", "drawn": printed.len(), "bad": bad, "unsolved": unsolved, "files": [path.display().to_string()]});
        common::print_json(&line, console)?;
    } else {
        let _ = writeln!(console.err, "drawn: {}", path.display());
    }
    let ending =
        Ending::new().bad(bad).stopped(stop).because(unsolved > 0, || format!("{unsolved} without a solution"));
    ending.explain(console);
    Ok(ending.code())
}

fn numbered(path: &Path, n: u64) -> PathBuf {
    if n == 1 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{n}{extension}"))
}
