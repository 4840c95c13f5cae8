//! Documents that are lists: JSONL records and one-line notations, read and written for every genre
//! alike.

use crate::{Bad, Genre, Parsed, Record, near};
use std::io::Write;

/// All puzzles of a list of lines: one-line notations, puzzles on several lines, tables with a
/// heading, JSONL records, comments.
pub fn read_lines(genre: &dyn Genre, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) {
    let text = decoded(doc);
    let lines: Vec<&str> = text.lines().collect();
    let mut heading = None;
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let number = at as u64 + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || genre.is_comment(trimmed) {
            at += 1;
            continue;
        }
        if genre.is_heading(trimmed) {
            heading = Some(trimmed);
            at += 1;
            continue;
        }
        let taken = lines_of_next(genre, &lines[at..]);
        let result = if taken > 1 {
            genre.parse(&lines[at..at + taken].join("\n"))
        } else if trimmed.starts_with('{') {
            // A notation may start as JSON does.
            record(genre, trimmed).or_else(|bad| genre.parse(trimmed).map_err(|_| bad))
        } else {
            one_line(genre, heading, line)
        };
        at += taken;
        found(match result {
            Ok(mut p) => {
                p.line = Some(number);
                Ok(p)
            }
            Err(bad) => Err(bad.line(number)),
        });
    }
}

/// How many of the lines, of which there are no more, are the next puzzle.
fn lines_of_next(genre: &dyn Genre, lines: &[&str]) -> usize {
    let taken = (1..lines.len()).find_map(|some| genre.lines_of_next(&lines[..some], false));
    taken.or_else(|| genre.lines_of_next(lines, true)).unwrap_or(1).clamp(1, lines.len())
}

/// A puzzle from a line as it stands, or as the row of a table.
fn one_line(genre: &dyn Genre, heading: Option<&str>, line: &str) -> Result<Parsed, Bad> {
    let trimmed = line.trim();
    // Columns count in the line as it stands.
    let shift = (line.chars().count() - line.trim_start().chars().count()) as u64;
    let read = match heading {
        Some(heading) => genre.parse_row(heading, trimmed),
        None => genre.parse(trimmed),
    };
    read.or_else(|mut bad| {
        bad.column = bad.column.map(|c| c + shift);
        // Blanks may stand for cells.
        if line == trimmed { Err(bad) } else { genre.parse(line).map_err(|_| bad) }
    })
}

/// The text of a document: UTF-8, or UTF-16 where its byte order mark says so; without the mark.
pub fn decoded(doc: &[u8]) -> std::borrow::Cow<'_, str> {
    let wide = |to: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = doc[2..].chunks(2).map(|unit| to([unit[0], *unit.get(1).unwrap_or(&0)])).collect();
        String::from_utf16_lossy(&units).into()
    };
    match doc {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => String::from_utf8_lossy(doc.strip_prefix(b"\xef\xbb\xbf").unwrap_or(doc)),
    }
}

/// One JSONL record.
fn record(genre: &dyn Genre, line: &str) -> Result<Parsed, Bad> {
    let record = Record::from_json(line)?;
    let name = genre.name();
    if !record.genre.is_empty() && record.genre != name {
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
        parsed.notes.insert("solution".to_string(), s.into());
    }
    if let Some(g) = record.grade.and_then(|g| serde_json::to_value(g).ok()) {
        parsed.notes.insert("grade".to_string(), g);
    }
    Ok(parsed)
}

/// The names of the format of puzz.link's addresses.
pub const ADDRESS: [&str; 2] = ["url", "puzz.link"];

/// The name of the format of f-puzzles' addresses.
pub const FPUZZLES: &str = "fpuzzles-address";

/// The name of the format of SudokuPad's addresses.
pub const SUDOKUPAD: &str = "sudokupad";

/// The genre's own name for a format: `url` is an address of puzz.link, else of f-puzzles.
pub fn own_format<'a>(genre: &dyn Genre, format: &'a str) -> &'a str {
    let has = |name: &str| genre.info().formats.contains(&name);
    if format == ADDRESS[0] && !ADDRESS.iter().any(|name| has(name)) && has(FPUZZLES) { FPUZZLES } else { format }
}

/// Is this a format of the genre?
///
/// # Errors
/// [`Bad`] with the nearest ones.
pub fn check_format(genre: &dyn Genre, format: &str) -> Result<(), Bad> {
    let formats = genre.info().formats;
    // An address has two names.
    let has = |name: &str| formats.contains(&name);
    if has(own_format(genre, format)) || (ADDRESS.contains(&format) && ADDRESS.iter().any(|name| has(name))) {
        return Ok(());
    }
    if ADDRESS.contains(&format) {
        let what = format!("puzz.link has no addresses of {}; its formats are {}", genre.name(), formats.join(", "));
        return Err(Bad::new(what));
    }
    let near = near(format, formats.iter().copied());
    Err(Bad::new(format!("no format {format}; {near}")))
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
