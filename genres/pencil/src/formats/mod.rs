//! Formats of other programs, told by content.

use crate::{Sheet, notation};
use tesuji_genre::Bad;

/// Formats that can be written, the family's own line first.
pub(crate) const NAMES: &[&str] = &["line", "jsonl"];

/// Reads one puzzle from one line in any of the formats.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    notation::parse(text)
}

/// Reads a whole document that is no list of lines; `false` when it is none.
pub(crate) fn document(_text: &str, _name: &str, _found: &mut dyn FnMut(Result<(Sheet, Option<u64>), Bad>)) -> bool {
    false
}

/// Prints a puzzle in a format.
pub(crate) fn print(format: &str, _sheet: &Sheet) -> Result<String, Bad> {
    Err(Bad::new(format!("no format {format}")))
}
