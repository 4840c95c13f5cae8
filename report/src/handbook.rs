//! Pages of the handbook that the registry writes: one for each genre, with an example and its
//! techniques, and a list of all.

use crate::embedded;
use std::fmt::Write as _;
use tesuji_corpus::{Error, Items, Reader};
use tesuji_genre::{Genre, Marks, Medium, Puzzle, Record};

/// A page, by its path in the handbook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandbookPage {
    /// The path: `genres/hitori.md`.
    pub path: String,
    /// The text, in Markdown.
    pub text: String,
}

/// The line below the title of a page that a program wrote.
const WRITTEN: &str = "*Written by `tesuji manual --book docs/src`.*";

/// The pages of the genres, the list of all first.
///
/// # Errors
/// [`Error`] where a corpus that comes with the project can't be read.
pub fn genre_pages(genres: &[&'static dyn Genre]) -> Result<Vec<HandbookPage>, Error> {
    let techniques: usize = genres.iter().map(|genre| genre.catalog().list().len()).sum();
    let mut list = format!(
        "# Genres\n\n{WRITTEN}\n\n{} genres with {techniques} techniques. `tesuji genres --html FILE` draws them all: puzzles, \
         solutions, and each technique where it first occurs.\n\n| genre | what it is | techniques |\n|---|---|---|\n",
        genres.len()
    );
    let mut pages = Vec::new();
    for &genre in genres {
        let name = genre.name();
        let count = genre.catalog().list().len();
        let _ = writeln!(list, "| [{name}](genres/{name}.md) | {} | {count} |", cell(genre.info().about));
        pages.push(HandbookPage { path: format!("genres/{name}.md"), text: page(genre, genres)? });
    }
    pages.insert(0, HandbookPage { path: "genres.md".to_string(), text: list });
    Ok(pages)
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn page(genre: &'static dyn Genre, genres: &[&'static dyn Genre]) -> Result<String, Error> {
    let name = genre.name();
    let mut out = format!("# {name}\n\n{WRITTEN}\n\n{}.\n", genre.info().about.trim_end_matches('.'));
    if !genre.info().rules.is_empty() {
        let _ = write!(out, "\n## Rules\n\n{}\n", genre.info().rules);
    }
    let _ = writeln!(out, "\n- Sizes: {}; the first is the default.", genre.info().sizes.join(", "));
    let formats: Vec<String> = genre.info().formats.iter().map(|format| format!("`{format}`")).collect();
    let _ = writeln!(out, "- [Formats](../formats.md): {}.", formats.join(", "));
    if let [first, rest @ ..] = genre.info().address_names {
        let _ = write!(out, "- Addresses of puzz.link: `{first}/…`");
        let more: Vec<String> = rest.iter().map(|name| format!("`{name}`")).collect();
        let more = if more.is_empty() { String::new() } else { format!(" (also read: {})", more.join(", ")) };
        let _ = writeln!(out, "{more}.");
    }
    if let Some((puzzle, record)) = example(genre, genres)? {
        let drawing = genre.draw(&puzzle, record.state.as_ref(), &Marks::default(), Medium::Unicode);
        let drawing = drawing.unwrap_or_default();
        let _ = write!(out, "\n## A puzzle\n\n```text\n{}\n```\n", drawing.trim_end());
        let tier = record.grade.as_ref().map(|grade| format!(", {}", grade.tier)).unwrap_or_default();
        let _ =
            write!(out, "\nSize {}{tier}. In the genre's notation:\n\n```text\n{}\n```\n", puzzle.size, puzzle.text);
    }
    if !genre.info().options.is_empty() {
        out += "\n## Options of `generate` and `enumerate`\n\n| option | values | default | what it does |\n|---|---|---|---|\n";
        for option in genre.info().options {
            let values = cell(&option.values.join(", "));
            let (default, help) = (cell(option.default), cell(option.help));
            let _ = writeln!(out, "| `--{}` | {values} | {default} | {help} |", option.key);
        }
    }
    let list = genre.catalog().list();
    if !list.is_empty() {
        let _ = write!(
            out,
            "\n## Techniques\n\nIn grading order: a step is told by the first of them that finds it. `tesuji genres --genre {name} --html \
             FILE` draws each where it first occurs in the puzzles that come with the project.\n\n| technique | name for options | tier | \
             points |\n|---|---|---|---|\n"
        );
        for t in list {
            let unique = if t.assumes_uniqueness() { " (assumes one solution)" } else { "" };
            let _ = writeln!(
                out,
                "| {}{unique} | `{}` | {} | {} |",
                cell(t.name()),
                t.id().as_str(),
                t.tier().name(),
                t.score()
            );
        }
    }
    Ok(out)
}

/// The first puzzle of the corpus that comes with the project.
fn example(genre: &'static dyn Genre, genres: &[&'static dyn Genre]) -> Result<Option<(Puzzle, Record)>, Error> {
    let Some(source) = embedded::corpus(genre.name()) else { return Ok(None) };
    let reader = Reader::new(genres, Some(genre), &source);
    let mut items = Items::open(&source, &reader)?;
    for item in items.block(8, 1 << 20)? {
        if let Some(work) = reader.work(item)? {
            return Ok(Some((work.puzzle, work.record)));
        }
    }
    Ok(None)
}
