//! Documents that are lists: JSONL records and one-line notations, read and written for every genre alike.

use crate::{Bad, Genre, Parsed, Record, nearest};
use std::io::Write;

/// All puzzles of a list of lines: one-line notations, JSONL records, comments (`#`).
pub fn read_lines(genre: &dyn Genre, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) {
    let text = decoded(doc);
    for (i, line) in text.lines().enumerate() {
        let number = i as u64 + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        // Columns count in the line as it stands.
        let shift = (line.chars().count() - line.trim_start().chars().count()) as u64;
        let result = if trimmed.starts_with('{') { record(genre, trimmed) } else { genre.parse(trimmed) };
        found(match result {
            Ok(mut p) => {
                p.line = Some(number);
                Ok(p)
            }
            Err(mut bad) => {
                bad.column = bad.column.map(|c| c + shift);
                Err(bad.line(number))
            }
        });
    }
}

/// The text of a document, without a byte order mark.
pub fn decoded(doc: &[u8]) -> std::borrow::Cow<'_, str> {
    let doc = doc.strip_prefix(b"\xef\xbb\xbf").unwrap_or(doc);
    String::from_utf8_lossy(doc)
}

/// One JSONL record.
fn record(genre: &dyn Genre, line: &str) -> Result<Parsed, Bad> {
    let record: Record =
        serde_json::from_str(line).map_err(|e| Bad::new(format!("no record: {e}")).column(e.column()))?;
    let name = genre.name();
    if record.genre != name {
        return Err(Bad::new(format!("the record is of genre {:?}, not {name:?}", record.genre)).at("genre"));
    }
    let mut parsed = genre.parse(&record.puzzle).map_err(|mut bad| {
        if bad.at.is_none() {
            bad.at = Some("puzzle".to_string());
        }
        bad
    })?;
    if record.state.is_some() {
        parsed.state = record.state;
    }
    if let Some(s) = record.solution {
        parsed.notes.insert("solution".to_string(), s);
    }
    if let Some(g) = record.grade.and_then(|g| serde_json::to_value(g).ok()) {
        parsed.notes.insert("grade".to_string(), g);
    }
    Ok(parsed)
}

/// Is this a format of the genre?
///
/// # Errors
/// [`Bad`] with the nearest ones.
pub fn check_format(genre: &dyn Genre, format: &str) -> Result<(), Bad> {
    let formats = genre.formats();
    if formats.contains(&format) {
        return Ok(());
    }
    let near = nearest(format, formats.iter().copied()).join(", ");
    Err(Bad::new(format!("no format {format}; nearest: {near}")))
}

/// Writes one record as `line` or `jsonl`; `false` when the format is another.
///
/// # Errors
/// [`Bad`] when writing fails.
pub fn write_line(format: &str, record: &Record, out: &mut dyn Write) -> Result<bool, Bad> {
    let text = match format {
        "line" => record.puzzle.clone(),
        "jsonl" => serde_json::to_string(record).map_err(|e| Bad::new(e.to_string()))?,
        _ => return Ok(false),
    };
    writeln!(out, "{text}").map_err(|e| Bad::new(format!("writing failed: {e}")))?;
    Ok(true)
}
