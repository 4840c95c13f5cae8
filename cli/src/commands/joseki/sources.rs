//! Where a book comes from: SGF files, or a built book.

use crate::{Console, Failure};
use clap::{Arg, ArgAction, ArgMatches};
use std::path::{Path, PathBuf};
use tesuji_corpus::Error;
use tesuji_joseki::book_file;
use tesuji_joseki::tree::{Tally, Tree};
use tesuji_joseki::variation::Book;

/// `FILES`: SGF files of joseki.
pub fn files() -> Arg {
    Arg::new("files")
        .value_name("FILES")
        .num_args(1..)
        .required(true)
        .value_parser(clap::value_parser!(PathBuf))
        .help("SGF files of joseki, in the order of the book")
}

/// The book where none is named.
pub const BOOK: &str = "joseki19.gtp";

/// `--book FILE`, as often as there are files.
pub fn book() -> Arg {
    Arg::new("book")
        .long("book")
        .value_name("FILE")
        .action(ArgAction::Append)
        .default_value(BOOK)
        .value_parser(clap::value_parser!(PathBuf))
        .help("The book: a built one (.gtp), or an SGF file of joseki; several are given by repeating --book")
}

/// The paths of an argument.
pub fn paths(matches: &ArgMatches, name: &str) -> Vec<PathBuf> {
    matches.get_many::<PathBuf>(name).into_iter().flatten().cloned().collect()
}

/// Reads a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    Ok(std::fs::read(path).map_err(Error::io(path))?)
}

/// The name that a file has in a book: without its folders.
pub fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

/// A chapter's name and what it holds.
pub type Held = Vec<(String, Tally)>;

/// Reads a book; says what is wrong with it, and counts that. SGF files tell what they hold.
pub fn load(paths: &[PathBuf], console: &mut Console<'_>) -> Result<(Book, Held, u64), Failure> {
    let (mut book, mut held, mut wrong) = (Book::default(), Vec::new(), 0);
    for path in paths {
        let bytes = read(path)?;
        let mut say = |p: tesuji_joseki::variation::Problem| {
            wrong += 1;
            let _ = writeln!(console.err, "{p} [{}]", p.kind.name());
        };
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("sgf")) {
            let tree = Tree::read(&name(path), &bytes, &mut say);
            held.push((tree.name.clone(), tree.tally()));
            book.chapters.push(tree.chapter());
        } else {
            let text = String::from_utf8_lossy(&bytes);
            book.chapters.extend(book_file::read(&path.display().to_string(), &text, &mut say).chapters);
        }
    }
    Ok((book, held, wrong))
}
