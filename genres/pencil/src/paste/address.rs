//! Addresses of web pages that hold a grid: `?bd=` of sudokuwiki, `?s=` of sudokuexchange,
//! puzz.link, and any other that has a grid for a part of its path or of its query.

use crate::Sheet;
use crate::formats::{puzzlink, s9b};
use tesuji_genre::{Bad, Told, site};

/// Is the line an address?
pub(super) fn is_address(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    first.contains("://")
        || (first.contains('?') && first.contains('=') && first.contains(".org/"))
        || (first.contains('?') && first.contains('=') && first.contains(".com/"))
}

/// Reads an address; what follows the first blank is a note.
pub(super) fn parse(line: &str) -> Result<Sheet, Bad> {
    let (address, note) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let query = address.split_once('?').map_or("", |(_, query)| query);
    if query.contains('/') && Told::of(address).is_some() {
        return puzzlink::parse(line);
    }
    let parameters = query.split(['&', '#']).map(|p| p.split_once('=').unwrap_or(("", p)).1);
    let path = address.split('?').next().unwrap_or("").split('/');
    let parts: Vec<String> = parameters.chain(path).map(unescaped).collect();
    let mut sheet = match parts.iter().find_map(|part| s9b::find(part).or_else(|| super::fields::parse(part))) {
        Some(read) => read.map_err(|bad| Bad { column: None, ..bad })?,
        None if address.contains("puzz.link") => return puzzlink::parse(line),
        None => {
            let what =
                "the address holds no grid that can be read: ?bd= and ?s= are, puzz.link is, or a grid in its path";
            return Err(site::refusal(address).unwrap_or_else(|| Bad::new(what).column(1)));
        }
    };
    if !note.trim().is_empty() {
        sheet.notes.entry("note".to_string()).or_insert_with(|| note.trim().into());
    }
    Ok(sheet)
}

/// The text with `%2E` and the like as characters.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
