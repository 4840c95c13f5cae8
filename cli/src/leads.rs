//! Words that are no names here, and what to type in their place.

use crate::Failure;
use clap::Command;
use tesuji_genre::{Genre, near, plain_name};
use tesuji_pencil::variant::constraint_named;

/// Words for commands that other programs have.
const COMMANDS: [(&str, &str); 23] = [
    ("export", "tesuji corpus export FILE --format NAME"),
    ("import", "tesuji corpus import FILE"),
    ("merge", "tesuji corpus merge FILE FILE"),
    ("dedupe", "tesuji corpus dedupe FILE"),
    ("stats", "tesuji corpus stats FILE"),
    ("rank", "tesuji grade FILE, or tesuji generate --genre tsumego --rank 9k-5k"),
    ("rate", "tesuji grade FILE"),
    ("rating", "tesuji grade FILE"),
    ("difficulty", "tesuji grade FILE"),
    ("create", "tesuji generate --genre GENRE"),
    ("make", "tesuji generate --genre GENRE"),
    ("new", "tesuji generate --genre GENRE"),
    ("print", "tesuji book FILE -o BOOK.pdf"),
    ("pdf", "tesuji book FILE -o BOOK.pdf"),
    ("draw", "tesuji show FILE"),
    ("view", "tesuji show FILE"),
    ("list", "tesuji genres"),
    ("step", "tesuji hint FILE"),
    ("explain", "tesuji grade --steps FILE"),
    ("verify", "tesuji check FILE"),
    ("mine", "tesuji discover mine FILE"),
    ("variant", "tesuji generate --genre variant --with NAMES"),
    ("sudokupad", SUDOKUPAD),
];

/// How a puzzle comes to SudokuPad.
const SUDOKUPAD: &str = "tesuji convert FILE --to sudokupad (of --genre variant)";

/// Words for options that other programs have, and the options here.
const OPTIONS: [(&str, &str); 26] = [
    ("difficulty", "tier"),
    ("level", "tier"),
    ("hardness", "tier"),
    ("n", "count"),
    ("num", "count"),
    ("number", "count"),
    ("amount", "count"),
    ("quantity", "count"),
    ("o", "out"),
    ("output", "out"),
    ("save", "out"),
    ("g", "genre"),
    ("type", "genre"),
    ("kind", "genre"),
    ("game", "genre"),
    ("s", "size"),
    ("dimensions", "size"),
    ("width", "size"),
    ("height", "size"),
    ("technique", "needs"),
    ("techniques", "needs"),
    ("constraints", "with"),
    ("format", "to"),
    ("timeout", "time"),
    ("jobs", "threads"),
    ("random", "seed"),
];

/// Options that lead to another command, or to a choice.
const ELSEWHERE: [(&str, &str); 6] = [
    ("pdf", "a book is printed: tesuji book FILE -o BOOK.pdf"),
    ("png", "drawings are SVG: tesuji show FILE --svg DRAWING.svg"),
    ("stars", "the size says it: --size 5x5 has one star a row, column and region, --size 10x10 two"),
    ("sudokupad", SUDOKUPAD),
    ("url", "tesuji convert FILE --to url"),
    ("solve", "tesuji solve FILE"),
];

/// Names of genres in other places, and their names here.
const GENRES: [(&str, &str); 16] = [
    ("go", "tsumego"),
    ("lifeanddeath", "tsumego"),
    ("ninemensmorris", "mill"),
    ("morris", "mill"),
    ("picross", "nonogram"),
    ("griddler", "nonogram"),
    ("hanjie", "nonogram"),
    ("calcudoku", "kenken"),
    ("mathdoku", "kenken"),
    ("minesweeper", "mines"),
    ("bridges", "hashi"),
    ("hashiwokakero", "hashi"),
    ("fences", "slitherlink"),
    ("samurai", "sudoku"),
    ("windoku", "variant"),
    ("classic", "sudoku"),
];

fn of<'a>(table: &[(&str, &'a str)], word: &str) -> Option<&'a str> {
    table.iter().find(|(from, _)| *from == word).map(|(_, to)| *to)
}

/// The genre that a word names: by its name, that in print, or one of another place.
pub fn genre_named(word: &str, genres: &[&'static dyn Genre]) -> Option<&'static dyn Genre> {
    let plain = plain_name(word);
    let plain = of(&GENRES, &plain).unwrap_or(&plain);
    let is_it = |genre: &&&'static dyn Genre| {
        [genre.name(), &genre.info().heading()].iter().any(|name| plain_name(name) == plain)
    };
    genres.iter().find(is_it).copied()
}

/// A constraint of mixed sudokus in the place of a genre or a command.
fn constraint(word: &str) -> Option<String> {
    let name = constraint_named(word)?;
    Some(format!("{name} is a constraint of mixed sudokus: tesuji generate --genre variant --with {name}"))
}

/// A format that isn't one, by the name of a program that reads one.
pub fn format(word: &str) -> Option<&'static str> {
    (word == "sudokupad").then_some(SUDOKUPAD)
}

/// A genre that isn't one.
pub fn no_genre(word: &str, genres: &[&'static dyn Genre]) -> Failure {
    if let Some(lead) = constraint(word) {
        return Failure::Usage(format!("no genre {word:?}; {lead}"));
    }
    let near = near(word, genres.iter().map(|genre| genre.name()));
    Failure::Usage(format!("no genre {word:?}; {near}; `tesuji genres` lists them"))
}

/// A command that isn't one.
pub fn no_command(word: &str, command: &Command, genres: &[&'static dyn Genre]) -> Failure {
    let says = |what: String| Failure::Usage(format!("no command {word:?}; {what}"));
    let is_puzzle = tesuji_corpus::Source::of_arg_or_text(word) != tesuji_corpus::Source::of_arg(word);
    if is_puzzle || std::path::Path::new(word).is_file() {
        return says(format!(
            "a puzzle follows a command: tesuji solve {word}, tesuji hint {word}, tesuji show {word}"
        ));
    }
    if let Some(lead) = of(&COMMANDS, &word.to_lowercase()) {
        return says(lead.to_string());
    }
    if let Some(genre) = genre_named(word, genres) {
        let name = genre.name();
        return says(format!("{name} is a genre: tesuji generate --genre {name}, tesuji solve --genre {name} FILE"));
    }
    if let Some(lead) = constraint(word) {
        return says(lead);
    }
    says(near(word, command.get_subcommands().map(Command::get_name)) + "; `tesuji help` lists them")
}

/// An option that a command doesn't have.
pub fn no_option(word: &str, command: &Command, app: &Command, has_genre: bool) -> Failure {
    let name = command.get_name();
    let dashes = if word.chars().count() == 1 { "-" } else { "--" };
    let says = |what: String| Failure::Usage(format!("{name} has no option {dashes}{word}; {what}"));
    let has = |command: &Command, long: &str| command.get_arguments().any(|arg| arg.get_long() == Some(long));
    if let Some(lead) = of(&ELSEWHERE, word) {
        return says(lead.to_string());
    }
    let long = of(&OPTIONS, word).unwrap_or(word);
    if has(command, long) {
        return says(format!("that is --{long} here (tesuji help {name})"));
    }
    let others: Vec<String> = app
        .get_subcommands()
        .filter(|other| has(other, long))
        .map(|other| format!("tesuji {} --{long}", other.get_name()))
        .take(4)
        .collect();
    if !others.is_empty() {
        return says(format!("there is {}", others.join(", ")));
    }
    let all: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let dashed: Vec<String> = all.iter().map(|long| format!("--{long}")).collect();
    let mut what = near(&format!("--{word}"), dashed.iter().map(String::as_str));
    if !has_genre && command.get_arguments().any(|arg| arg.get_id() == "genre") {
        what += "; the options of a genre need --genre";
    }
    says(what + &format!("; tesuji help {name} lists them"))
}

/// Commands that take no file, and may take the name of a genre in place of `--genre`.
const BY_GENRE: [&str; 5] = ["generate", "enumerate", "genres", "techniques", "cycle"];

/// The words of a command line in which a genre that stands alone behind the command is named by its
/// option, and `help COMMAND --genre GENRE` asks for the help with the genre's options.
///
/// # Errors
/// Where a genre stands in the place of a file that isn't there.
pub fn with_genre(args: &[String], genres: &[&'static dyn Genre]) -> Result<Option<Vec<String>>, Failure> {
    let [command, second, rest @ ..] = args else { return Ok(None) };
    if command == "help" && rest.iter().any(|word| word.starts_with("--genre")) {
        let all = [&[second.clone()][..], rest, &["--help".to_string()]].concat();
        return Ok(Some(all));
    }
    let is_named = args.iter().any(|word| word == "--genre" || word.starts_with("--genre="));
    if is_named || second.starts_with('-') {
        return Ok(None);
    }
    let Some(genre) = genre_named(second, genres) else {
        // Such a command takes no other word.
        let is_wrong = ["generate", "enumerate"].contains(&command.as_str());
        return if is_wrong { Err(no_genre(second, genres)) } else { Ok(None) };
    };
    let name = genre.name();
    if BY_GENRE.contains(&command.as_str()) {
        let named = ["--genre".to_string(), name.to_string()];
        return Ok(Some([&[command.clone()][..], &named, rest].concat()));
    }
    let takes_files = ["solve", "hint", "grade", "show", "book", "check", "candidates", "repair", "convert", "prove"];
    if takes_files.contains(&command.as_str()) && !std::path::Path::new(second).exists() {
        let rest = if rest.is_empty() { "FILE".to_string() } else { rest.join(" ") };
        let what = format!("no file {second:?}; {name} is a genre: tesuji {command} --genre {name} {rest}");
        return Err(Failure::Usage(what));
    }
    Ok(None)
}
