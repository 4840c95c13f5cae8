//! Writing records.

use super::genre::ClueGenre;
use crate::{Bad, Record, nearest};
use std::io::Write;

/// Writes records as lines, as JSONL, or in a format of the genre's own.
pub(super) fn records<G: ClueGenre>(
    genre: &G,
    format: &str,
    records: &mut dyn Iterator<Item = Record>,
    out: &mut dyn Write,
) -> Result<(), Bad> {
    let formats = ClueGenre::formats(genre);
    if !formats.contains(&format) {
        let near = nearest(format, formats.iter().copied()).join(", ");
        return Err(Bad::new(format!("no format {format}; nearest: {near}")));
    }
    let failed = |e: std::io::Error| Bad::new(format!("writing failed: {e}"));
    for record in records {
        match format {
            "line" => writeln!(out, "{}", record.puzzle).map_err(failed)?,
            "jsonl" => {
                let text = serde_json::to_string(&record).map_err(|e| Bad::new(e.to_string()))?;
                writeln!(out, "{text}").map_err(failed)?;
            }
            _ => {
                let typed = ClueGenre::parse(genre, &record.puzzle)?.puzzle;
                genre.write_format(format, &typed, &record, out)?;
            }
        }
    }
    Ok(())
}
