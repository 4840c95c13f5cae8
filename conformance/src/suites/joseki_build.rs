//! Joseki files and the book that Pachi's own tool makes of them: byte for byte.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use std::path::Path;
use tesuji_joseki::book_file;
use tesuji_joseki::tree::Tree;
use tesuji_joseki::variation::Book;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "joseki-build",
    about: "folder of joseki SGF files with joseki19.gtp (or --book): the same bytes",
    counts: &["variations"],
    load,
    together: None,
};

/// A part of the built book: a chapter, or all.
struct Part {
    name: String,
    files: Vec<(String, Vec<u8>)>,
    wanted: String,
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let book = options.book.clone().unwrap_or_else(|| options.path.join("joseki19.gtp"));
    let text = String::from_utf8_lossy(&read(&book)?).into_owned();
    // A chapter starts with its file's name.
    let starts: Vec<usize> = text.match_indices("echo ").map(|(at, _)| at).collect();
    let mut parts: Vec<Part> = Vec::new();
    for (i, &start) in starts.iter().enumerate() {
        let wanted = &text[start..starts.get(i + 1).copied().unwrap_or(text.len())];
        let name = wanted.lines().next().unwrap_or_default().trim_start_matches("echo ").trim().to_string();
        let bytes = read(&options.path.join(&name))?;
        parts.push(Part { name: name.clone(), files: vec![(name, bytes)], wanted: wanted.to_string() });
    }
    let files = parts.iter().flat_map(|p| p.files.clone()).collect();
    parts.push(Part { name: "all".to_string(), files, wanted: text });
    Ok(parts.into_iter().map(|p| Box::new(p) as Box<dyn Case>).collect())
}

impl Case for Part {
    fn run(&self, _: &Options) -> Report {
        let mut problems = Vec::new();
        let chapters = self
            .files
            .iter()
            .map(|(name, bytes)| Tree::read(name, bytes, &mut |p| problems.push(p.to_string())).chapter());
        let book = Book { chapters: chapters.collect() };
        let built = book_file::write(&book);
        let mut report = if built == self.wanted && problems.is_empty() {
            Report::of(Verdict::Agree)
        } else {
            let differs = built.lines().zip(self.wanted.lines()).position(|(a, b)| a != b);
            let line = differs.unwrap_or(built.lines().count().min(self.wanted.lines().count()));
            let at = |text: &str| text.lines().nth(line).map(str::to_string);
            let line = json!({
                "case": self.name, "line": line + 1, "expected": at(&self.wanted), "got": at(&built),
                "problems": problems,
            });
            Report::with_line(Verdict::Differ, line)
        };
        report.tally.push(("variations", None, if self.files.len() == 1 { book.variations() as u64 } else { 0 }));
        report
    }
}
