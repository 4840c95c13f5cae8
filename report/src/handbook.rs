//! Pages of the handbook that the registry writes: a list of the genres, and a page for each with a
//! puzzle and the techniques, drawn where they first occur in the embedded corpus.

use crate::compact::compact;
use crate::examples::{Example, Examples, examples};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::sync::Arc;
use tesuji_corpus::Error;
use tesuji_genre::{Genre, Marks, Medium};
use tesuji_solver::Technique;

/// A page or a drawing, by its path in the handbook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandbookPage {
    /// The path: `genres/hitori.md`, `genres/hitori/corner.svg`.
    pub path: String,
    /// The text: Markdown, or SVG.
    pub text: String,
}

/// The line below the title of a page that a program wrote.
const WRITTEN: &str = "*Written by `tesuji manual --book docs/src`.*";

/// The pages of the genres with their drawings, the list of all first.
///
/// # Errors
/// [`Error`] where a corpus that comes with the project can't be read.
pub fn genre_pages(genres: &[&'static dyn Genre]) -> Result<Vec<HandbookPage>, Error> {
    let techniques: usize = genres.iter().map(|genre| genre.catalog().list().len()).sum();
    let mut list = format!(
        "# Genres\n\n{WRITTEN}\n\n{} genres with {techniques} techniques. `tesuji genres --html FILE` draws them all: puzzles, \
         solutions, and each technique where it first occurs.\n\n| genre | what it is | techniques | drawn |\n|---|---|---|---|\n",
        genres.len()
    );
    let all: Result<Vec<Examples>, Error> = genres.par_iter().map(|&genre| examples(genre, genres)).collect();
    let mut pages = Vec::new();
    for (&genre, examples) in genres.iter().zip(&all?) {
        let name = genre.name();
        let (count, drawn) = (genre.catalog().list().len(), examples.techniques.len());
        let _ = writeln!(list, "| [{name}](genres/{name}.md) | {} | {count} | {drawn} |", cell(genre.info().about));
        pages.push(HandbookPage { path: format!("genres/{name}.md"), text: page(genre, examples) });
        for (id, example) in &examples.techniques {
            pages.push(HandbookPage { path: format!("genres/{name}/{id}.svg"), text: compact(&example.drawing) });
        }
    }
    pages.insert(0, HandbookPage { path: "genres.md".to_string(), text: list });
    Ok(pages)
}

/// Words as Markdown that shows them unchanged.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '&' => out += "&amp;",
            '*' | '_' | '[' | ']' | '`' | '\\' | '|' | '#' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

/// The sections with the techniques that have a drawing, and with the names of the others.
fn drawn(name: &str, list: &[Arc<dyn Technique>], examples: &Examples) -> String {
    let example = |t: &Arc<dyn Technique>| examples.techniques.get(t.id().as_str());
    let with: Vec<(&Arc<dyn Technique>, &Example)> = list.iter().filter_map(|t| Some((t, example(t)?))).collect();
    let mut out = String::new();
    if !with.is_empty() {
        out += "\n## Techniques drawn\n\nEach where it first occurs in the puzzles that come with the project, small boards first: yellow \
                is looked at, blue is known and matters, green is new, red goes.\n";
    }
    for (t, example) in with {
        let (title, id) = (plain(t.name()), t.id());
        let own = format!("{}: ", t.name());
        let words = plain(example.words.strip_prefix(&own).unwrap_or(&example.words));
        let _ = write!(out, "\n### {title}\n\n{words}\n\n![{title}]({name}/{id}.svg)\n");
        let _ = write!(out, "\nPuzzle `{}`.\n", example.id);
    }
    let without: Vec<String> = list.iter().filter(|t| example(t).is_none()).map(|t| plain(t.name())).collect();
    if !without.is_empty() {
        let names = without.join(", ");
        let _ = match examples.puzzles {
            0 => write!(out, "\n## Techniques not drawn\n\nNo puzzles of this genre come with the project.\n"),
            n => write!(
                out,
                "\n## Techniques not drawn\n\nNo picture was found for these in the {n} puzzles that come with the \
                 project: {names}.\n"
            ),
        };
    }
    out
}

/// Text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn page(genre: &dyn Genre, examples: &Examples) -> String {
    let name = genre.name();
    let mut out = format!("# {name}\n\n{WRITTEN}\n\n{}.\n", genre.info().about.trim_end_matches('.'));
    if !genre.info().rules.is_empty() {
        let _ = write!(out, "\n{}\n", genre.info().rules);
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
    if let Some((puzzle, record)) = &examples.first {
        let drawing = genre.draw(puzzle, record.state.as_ref(), &Marks::default(), Medium::Unicode);
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
            "\n## Techniques\n\nIn grading order: a step is told by the first of them that finds it.\n\n\
             | technique | name for options | tier | points |\n|---|---|---|---|\n"
        );
        for t in list {
            let unique = if t.row().assumes_uniqueness { " (assumes one solution)" } else { "" };
            let _ = writeln!(
                out,
                "| {}{unique} | `{}` | {} | {} |",
                cell(t.name()),
                t.id().as_str(),
                t.tier().name(),
                t.score()
            );
        }
        out += &drawn(name, list, examples);
    }
    out
}
