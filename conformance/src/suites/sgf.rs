//! Game archives: games, nodes, leaves and moves of each file against a table of counts.
//!
//! PATH is a folder of records with `counts_<folder>.tsv` beside it or named with `--book`, or a
//! folder that holds such tables with their folders. A row is `file`, `games`, `nodes`, `leaves`,
//! `moves`; `-` where whoever made the table could not read the file: those are skipped, with what
//! is read here in their lines.

use crate::{Case, Cases, Error, Options, Report, Suite, Verdict};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tesuji_sgf::Collection;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "sgf",
    about: "SGF folders: games, nodes, leaves, moves as in counts_*.tsv",
    counts: &["repaired_files", "unreadable"],
    load,
    together: None,
};

fn load(options: &Options) -> Cases {
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for (table, folder) in tables(options)? {
        let text = std::fs::read_to_string(&table)
            .map_err(|e| Error::Input(format!("cannot read {}: {e}", table.display())))?;
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [file, counts @ ..] = columns.as_slice() else { continue };
            if *file == "file" {
                continue;
            }
            let Some([games, nodes, leaves, moves]) = counts.first_chunk::<4>() else {
                return Err(Error::Input(format!("{}:{}: five columns expected", table.display(), number + 1)));
            };
            let counts: Option<Vec<usize>> = [games, nodes, leaves, moves].iter().map(|c| c.parse().ok()).collect();
            cases.push(Box::new(File { path: folder.join(file), name: (*file).to_string(), counts }));
        }
    }
    Ok(cases)
}

/// The tables with their folders.
fn tables(options: &Options) -> Result<Vec<(PathBuf, PathBuf)>, Error> {
    let path = &options.path;
    if let Some(book) = &options.book {
        return Ok(vec![(book.clone(), path.clone())]);
    }
    let whole = path.canonicalize().map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let beside = whole.with_file_name(format!("counts_{name}.tsv"));
    if beside.is_file() {
        return Ok(vec![(beside, path.clone())]);
    }
    let entries = std::fs::read_dir(path).map_err(|e| Error::Input(format!("cannot read {}: {e}", path.display())))?;
    let mut found: Vec<(PathBuf, PathBuf)> = entries.filter_map(|e| table_with_folder(&e.ok()?.path())).collect();
    found.sort();
    if found.is_empty() {
        return Err(Error::Input(format!("no counts_*.tsv in or beside {}", path.display())));
    }
    Ok(found)
}

fn table_with_folder(table: &Path) -> Option<(PathBuf, PathBuf)> {
    let name = table.file_name()?.to_str()?.strip_prefix("counts_")?.strip_suffix(".tsv")?;
    let inside = table.with_file_name(name);
    let folder = if inside.is_dir() { inside } else { table.parent()?.to_path_buf() };
    Some((table.to_path_buf(), folder))
}

struct File {
    path: PathBuf,
    name: String,
    /// Games, nodes, leaves, moves.
    counts: Option<Vec<usize>>,
}

impl Case for File {
    fn run(&self, _: &Options) -> Report {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(e) => {
                let line = json!({"case": self.name, "reason": format!("cannot read {}: {e}", self.path.display())});
                return Report::with_line(Verdict::Unknown, line).count("unreadable");
            }
        };
        let (sgf, found, format) = Collection::read(&bytes);
        let got = vec![
            sgf.roots().len(),
            sgf.nodes().count(),
            sgf.nodes().filter(|n| n.first_child().is_none()).count(),
            sgf.nodes().filter(|n| n.has("B") || n.has("W")).count(),
        ];
        let verdict = match &self.counts {
            None => Verdict::Skipped,
            Some(counts) if *counts == got => Verdict::Agree,
            Some(_) => Verdict::Differ,
        };
        let mut report = match verdict {
            Verdict::Agree => Report::of(verdict),
            _ => {
                let named = |counts: &[usize]| {
                    let names = ["games", "nodes", "leaves", "moves"];
                    names
                        .into_iter()
                        .zip(counts)
                        .map(|(n, &c)| (n.to_string(), c.into()))
                        .collect::<serde_json::Map<_, Value>>()
                };
                let reason: Vec<String> = found.iter().map(|d| d.to_string()).collect();
                let expected = self.counts.as_deref().map(named);
                let line = json!({
                    "case": self.name, "format": format.name(), "expected": expected, "got": named(&got), "reason": reason,
                });
                Report::with_line(verdict, line)
            }
        };
        if !found.is_empty() {
            report = report.count("repaired_files");
        }
        let mut faults: Vec<&str> = found.iter().map(|d| d.fault.name()).collect();
        faults.dedup();
        faults.into_iter().fold(report, |report, fault| report.count_in("faults", fault))
    }
}
