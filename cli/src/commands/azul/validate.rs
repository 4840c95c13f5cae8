//! `tesuji azul validate`.

use crate::common;
use crate::{Console, Failure};
use clap::{ArgMatches, Command};
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};
use tesuji_azul::{practice, text};
use tesuji_corpus::Error;
use tesuji_genre::Bad;

/// The command.
pub fn command() -> Command {
    Command::new("validate")
        .about("Says all that is wrong with positions: texts a line, or documents of the practice tool")
        .args([common::file(), common::json()])
}

/// Runs it: exit code 1 when a position is refused.
pub fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<u8, Failure> {
    let path = matches.get_one::<PathBuf>("file").map_or(Path::new("-"), PathBuf::as_path);
    let file = &path.display().to_string();
    let mut doc = Vec::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().read_to_end(&mut doc).map(|_| ()),
        false => std::fs::read(path).map(|bytes| doc = bytes),
    };
    read.map_err(Error::io(path))?;
    let doc = String::from_utf8(doc).map_err(|_| Failure::Run(Error::Bad(Bad::new("no UTF-8").file(file))))?;
    let mut found: Vec<(Option<u64>, Vec<Bad>)> = Vec::new();
    // A document is one object over several lines or with a version; everything else goes by lines.
    if doc.trim_start().starts_with('{') && doc.contains("\"state_version\"") {
        for (lines, document) in practice::documents(&doc) {
            let flaws = match practice::read(document) {
                Ok(imported) => imported.flaws(),
                Err(bad) => vec![bad],
            };
            let flaws = flaws.into_iter().map(|bad| practice::after_lines(lines, bad));
            found.push((None, flaws.collect()));
        }
    } else {
        for (i, line) in doc.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
            let position = match serde_json::from_str::<serde_json::Value>(line) {
                Ok(record) => record.get("puzzle").and_then(|p| p.as_str()).unwrap_or_default().to_string(),
                Err(_) => line.trim().to_string(),
            };
            let flaws = match text::parse_setup(&position) {
                Ok(setup) => setup.flaws(),
                Err(bad) => vec![bad],
            };
            found.push((Some(i as u64 + 1), flaws));
        }
    }
    let refused = found.iter().filter(|(_, flaws)| !flaws.is_empty()).count();
    for (line, flaws) in &found {
        for bad in flaws {
            let bad = bad.clone().file(file);
            let bad = match line {
                Some(n) => bad.line(*n),
                None => bad,
            };
            common::print_json(&json!({"flaw": bad, "words": bad.to_string()}), console)?;
        }
    }
    if found.is_empty() {
        let _ = writeln!(console.err, "{file}: no position in it");
    }
    if matches.get_flag("json") {
        let line = json!({"summary": "validate", "positions": found.len(), "refused": refused});
        common::print_json(&line, console)?;
    } else {
        console.out.flush()?;
        let _ = writeln!(console.err, "validate: {} positions, {refused} refused", found.len());
    }
    Ok(u8::from(refused > 0 || found.is_empty()))
}
