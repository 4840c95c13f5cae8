//! Reading documents: JSONL records, lines in any notation of the genre, or a document of the genre's own.

use super::adapter::parsed_of;
use super::genre::ClueGenre;
use crate::{Bad, Parsed, Record};

/// All puzzles of a document, told by content.
pub(super) fn document<G: ClueGenre>(genre: &G, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) {
    let text = match std::str::from_utf8(doc) {
        Ok(t) => std::borrow::Cow::Borrowed(t),
        Err(_) => String::from_utf8_lossy(doc),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if genre.read_document(text, &mut |r| {
        found(r.and_then(|(p, line)| genre.lint(&p.puzzle).map(|()| parsed_of(genre, p, line))))
    }) {
        return;
    }
    for (i, line) in text.lines().enumerate() {
        let number = i as u64 + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        // Columns count in the line as it stands.
        let shift = (line.chars().count() - line.trim_start().chars().count()) as u64;
        let result =
            if trimmed.starts_with('{') { record(genre, trimmed) } else { crate::Genre::parse(genre, trimmed) };
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

/// One JSONL record.
fn record<G: ClueGenre>(genre: &G, line: &str) -> Result<Parsed, Bad> {
    let record: Record =
        serde_json::from_str(line).map_err(|e| Bad::new(format!("no record: {e}")).column(e.column()))?;
    let name = ClueGenre::name(genre);
    if record.genre != name {
        return Err(Bad::new(format!("the record is of genre {:?}, not {name:?}", record.genre)).at("genre"));
    }
    let mut parsed = crate::Genre::parse(genre, &record.puzzle).map_err(|mut bad| {
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
