//! `tesuji manual`: the manual pages, and the pages of the handbook that the program writes, from
//! the same source as `--help`.

use crate::common::Context;
use crate::{Console, Failure};
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tesuji_corpus::{Error, atomic::write_atomic};
use tesuji_report::{HandbookPage, genre_pages};

/// Columns of help in the handbook.
const COLUMNS: usize = 110;

/// The command.
pub fn command() -> Command {
    let folder = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FOLDER").value_parser(value_parser!(PathBuf)).help(help)
    };
    let name = Arg::new("command").value_name("COMMAND").num_args(0..=2).help("The page of this command: corpus merge");
    Command::new("manual")
        .about("Prints the manual page of the program or of a command (for man), or writes them all")
        .args([
            name,
            folder("out", "Write the manual pages of all commands here (tesuji.1, tesuji-solve.1 …)")
                .conflicts_with("command"),
            folder("book", "Write the handbook's pages about commands, genres and techniques here")
                .conflicts_with_all(["command", "out"]),
        ])
}

/// Runs it.
pub fn run(context: &Context<'_>, matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let mut app = super::app(None);
    app.build();
    if let Some(folder) = matches.get_one::<PathBuf>("book") {
        let mut pages = vec![HandbookPage { path: "commands.md".to_string(), text: commands(&app) }];
        pages.extend(genre_pages(context.genres)?);
        for page in &pages {
            write(&folder.join(&page.path), page.text.as_bytes())?;
        }
        writeln!(console.err, "manual: {} pages in {}", pages.len(), folder.display())?;
        return Ok(0);
    }
    if let Some(folder) = matches.get_one::<PathBuf>("out") {
        let mut count = 0;
        for (name, command) in all(&app, "tesuji") {
            write(&folder.join(format!("{}.1", name.replace(' ', "-"))), &man(&name, command)?)?;
            count += 1;
        }
        writeln!(console.err, "manual: {count} pages in {}", folder.display())?;
        return Ok(0);
    }
    let words: Vec<&String> = matches.get_many::<String>("command").into_iter().flatten().collect();
    let (mut name, mut command) = ("tesuji".to_string(), &app);
    for word in words {
        let names = || command.get_subcommands().map(Command::get_name);
        let Some(next) = command.find_subcommand(word) else { return Err(Failure::unknown("command", word, names())) };
        name = format!("{name} {word}");
        command = next;
    }
    console.out.write_all(&man(&name, command)?)?;
    Ok(0)
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Error::io(folder))?;
    }
    Ok(write_atomic(path, &mut |out| out.write_all(text)).map_err(Error::io(path))?)
}

/// A command and those below it, with their names in full.
fn all<'a>(command: &'a Command, name: &str) -> Vec<(String, &'a Command)> {
    let below = command.get_subcommands().filter(|c| c.get_name() != "help");
    let below = below.flat_map(|c| all(c, &format!("{name} {}", c.get_name())));
    std::iter::once((name.to_string(), command)).chain(below).collect()
}

fn man(name: &str, command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    // Without a day: the same program writes the same bytes.
    let man = Man::new(command.clone().name(name.replace(' ', "-")).bin_name(name.to_string())).date("");
    man.render(&mut page).map_err(Failure::output)?;
    Ok(page)
}

/// The handbook's page about all commands.
fn commands(app: &Command) -> String {
    let mut out = String::from(
        "# Commands\n\n*Written by `tesuji manual --book docs/src`.* The same text stands in `--help` and in the manual pages \
         (`tesuji manual --out FOLDER`); `tesuji completions SHELL` writes completions.\n",
    );
    for (name, command) in all(app, "tesuji") {
        let help = command.clone().bin_name(name.clone()).term_width(COLUMNS).render_long_help().to_string();
        let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        let _ = write!(out, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n"));
    }
    out
}
