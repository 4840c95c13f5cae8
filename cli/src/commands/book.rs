//! `tesuji book`.

use super::{Treated, each};
use crate::common::{self, Context};
use crate::ending::Ending;
use crate::{Console, Failure, inputs, interrupt};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic};
use tesuji_report::print::{BookOptions, BookPuzzle, Logo, LogoError, Paper, book, pdf};
use tesuji_solver::Limits;

/// Search nodes for each puzzle of a book.
const NODES: u64 = 1_000_000;
/// Pictures of decisive steps for each puzzle.
const PICTURES: usize = 3;

/// The command.
pub fn command() -> Command {
    let text = |name: &'static str, help: &'static str| Arg::new(name).long(name).value_name("TEXT").help(help);
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    let per_page = Arg::new("per-page")
        .long("per-page")
        .value_name("N")
        .value_parser(value_parser!(u64).range(1..=100))
        .default_value("4")
        .help("Puzzles a page; they fill it");
    let paper = Arg::new("paper")
        .long("paper")
        .value_name("FORMAT")
        .value_parser(Paper::ALL.map(|(name, _)| name))
        .default_value("a4")
        .help("Paper");
    let steps = Arg::new("steps")
        .long("steps")
        .action(ArgAction::SetTrue)
        .help("Add the decisive steps of each solution in pictures, of a game the moves");
    let techniques = [common::tier("Steps by techniques of this tier at most"), common::without(), common::take_over()];
    let [time, _] = common::limits("1h", "0", "nothing");
    Command::new("book")
        .about("Makes a book to print: title page, puzzles by genre with rules, solutions apart, page numbers")
        .after_help(
            "Puzzles keep their order within a genre, and are numbered through the book. The difficulty is the record's, or \
             that of a grade where it has none. A PDF is made by a browser without a window (chromium, Chrome, Edge, Brave), \
             where one is installed.",
        )
        .args([
            common::genre(),
            inputs::files(),
            common::json(),
            file("output", "The book, by its ending: .html or .pdf; - writes HTML to standard output")
                .short('o')
                .required(true),
            text("title", "Title of the book").default_value("Puzzles"),
            text("author", "Author"),
            file("logo", "A picture for the title page (PNG, JPEG, GIF, WebP, SVG); it becomes part of the book"),
            paper,
            per_page,
            steps,
            file("browser", "The browser that makes the PDF [default: the first one found]"),
            common::variant(),
            time,
        ])
        .args(techniques)
}

/// The form of the book's file.
enum Form {
    Html,
    Pdf(PathBuf),
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("output") else {
        return Err(Failure::Usage("--output is missing".into()));
    };
    let form = form(path, matches.get_one::<PathBuf>("browser"))?;
    let options = options(matches)?;
    let restriction = common::restriction_of(context, matches)?;
    let pictures = if matches.get_flag("steps") { PICTURES } else { 0 };
    let limits = Limits { nodes: NODES, interrupt: interrupt::listened(), ..common::limits_of(matches) };
    let clock = limits.start();
    let mut puzzles = Vec::new();
    let context = Context { draws: true, ..*context };
    let Treated { bad, stop } = each(&context, matches, console, &mut |work, _| {
        let limits = Limits { time: clock.remaining(), ..limits.clone() };
        let genre = work.puzzle.genre;
        puzzles.push(BookPuzzle::new(genre, &work.puzzle, &work.record, pictures, &restriction, &limits)?);
        Ok(())
    })?;
    if puzzles.is_empty() {
        let ending = Ending::new().bad(bad).stopped(stop).because(true, || "no puzzle to print: no book".to_string());
        ending.explain(console);
        return Ok(ending.code());
    }
    let html = book(&puzzles, &options);
    match form {
        Form::Html if path == Path::new("-") => write!(console.out, "{html}")?,
        Form::Html => write(path, html.as_bytes())?,
        Form::Pdf(browser) => print(&browser, &html, path)?,
    }
    let unsolved = puzzles.iter().filter(|p| p.is_unsolved()).count();
    let ending = Ending::new()
        .bad(bad)
        .stopped(stop)
        .because(unsolved > 0, || format!("{unsolved} not solved within {NODES} nodes"));
    let file = path.display().to_string();
    let summary = serde_json::json!({"summary": "book", "puzzles": puzzles.len(), "bad": bad, "file": file});
    ending.tell(matches.get_flag("json"), summary, &format!("book: {} puzzles: {file}", puzzles.len()), console)
}

/// The form by the name, and the browser that a PDF takes: known before the work.
fn form(path: &Path, asked: Option<&PathBuf>) -> Result<Form, Failure> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "pdf" => {
            let found = asked.cloned().or_else(pdf::browser);
            found.map(Form::Pdf).ok_or_else(|| {
                Failure::Usage(format!(
                    "{}: no browser that makes a PDF was found (looked for {}); --browser FILE names one, or write .html and \
                     print it",
                    path.display(),
                    pdf::BROWSERS.join(", ")
                ))
            })
        }
        "html" | "htm" => Ok(Form::Html),
        "" if path == Path::new("-") => Ok(Form::Html),
        _ => Err(Failure::Usage(format!("{}: a book is .html or .pdf", path.display()))),
    }
}

fn options(matches: &ArgMatches) -> Result<BookOptions, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let paper = text("paper").and_then(|name| Paper::ALL.into_iter().find(|(n, _)| *n == name));
    let logo = match matches.get_one::<PathBuf>("logo") {
        None => None,
        Some(path) => Some(Logo::read(path).map_err(|e| match e {
            LogoError::Io(e) => Failure::Run(Error::io(path)(e)),
            LogoError::Kind => Failure::Usage(format!("{}: a logo is PNG, JPEG, GIF, WebP or SVG", path.display())),
        })?),
    };
    Ok(BookOptions {
        title: text("title").unwrap_or_default(),
        author: text("author"),
        logo,
        paper: paper.map_or(Paper::A4, |(_, paper)| paper),
        per_page: matches.get_one::<u64>("per-page").map_or(4, |&n| n as usize),
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(atomic::write_atomic(path, &mut |out| out.write_all(bytes)).map_err(Error::io(path))?)
}

/// Has the browser print the page beside the book, and renames what came of it.
fn print(browser: &Path, html: &str, path: &Path) -> Result<(), Failure> {
    let beside = |ending: &str| path.with_extension(format!("{}.{ending}", std::process::id()));
    let (page, part) = (beside("html"), beside("part"));
    write(&page, html.as_bytes())?;
    let absolute = std::path::absolute(&part).map_err(Error::io(&part))?;
    let printed = pdf::print(browser, &page, &absolute);
    // Only the book stays.
    let _ = std::fs::remove_file(&page);
    match printed {
        Ok(()) => Ok(std::fs::rename(&part, path).map_err(Error::io(path))?),
        Err(why) => {
            let _ = std::fs::remove_file(&part);
            Err(Failure::Run(Error::io(path)(std::io::Error::other(why))))
        }
    }
}
