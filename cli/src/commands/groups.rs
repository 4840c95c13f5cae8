//! The commands in groups, and what can be done first.

use clap::Command;
use std::fmt::Write as _;

/// The commands by what they are for.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Solve and explain", &["solve", "hint", "grade", "candidates", "prove", "repair"]),
    ("Make", &["generate", "enumerate", "genre"]),
    ("Look, print, convert", &["show", "play", "book", "browse", "convert"]),
    ("Compare and discover", &["check", "corpus", "discover", "cycle"]),
    ("Games", &["mill", "azul", "joseki", "harvest"]),
    ("Know more", &["genres", "techniques", "completions", "manual"]),
];

/// Columns of the names, and of a line.
const NAMES: usize = 15;
const COLUMNS: usize = 80;

/// The program with its commands listed in groups.
pub fn grouped(app: Command) -> Command {
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{title}:\n");
        for name in names {
            let about = app.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            text += &listed(name, &about.unwrap_or_default());
        }
    }
    text += &listed("help", "Tells every option of a command; with --genre GENRE those of the genre, too");
    app.help_template(text + "\nOptions:\n{options}{after-help}\n")
}

/// A name with what it is, in lines that fit.
fn listed(name: &str, about: &str) -> String {
    let mut text = format!("  {name:<width$}", width = NAMES - 2);
    let mut column = NAMES;
    for word in about.split_whitespace() {
        let length = word.chars().count();
        if column > NAMES && column + 1 + length > COLUMNS {
            let _ = write!(text, "\n{:NAMES$}", "");
            column = NAMES;
        }
        if column > NAMES {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text.trim_end().to_string() + "\n"
}

/// Words for who calls the program without a command.
pub const FIRST: &str = "\
What can be done first:
  tesuji solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  tesuji generate sudoku --tier medium --into mine.jsonl     then: tesuji show mine.jsonl
  tesuji play slitherlink                                    a page that plays, in the browser
  tesuji book mine.jsonl -o book.html --steps                a book to print
  tesuji genres                                              all genres; tesuji help: all commands
Without a command the whole loop runs once, as `tesuji cycle` does (under a minute; Ctrl-C ends it).";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let app = crate::commands::app(None);
        let mut all: Vec<&str> = app.get_subcommands().map(Command::get_name).collect();
        listed.sort_unstable();
        all.sort_unstable();
        assert_eq!(listed, all);
    }

    #[test]
    fn lists_fit_into_80_columns() {
        let help = crate::commands::app(None).term_width(COLUMNS).render_help().to_string();
        let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > COLUMNS).collect();
        assert!(wide.is_empty(), "{wide:?}");
        assert!(GROUPS.iter().all(|(title, _)| help.contains(&format!("\n{title}:\n"))), "{help}");
    }
}
