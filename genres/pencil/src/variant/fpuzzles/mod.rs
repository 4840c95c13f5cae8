//! f-puzzles documents: JSON, by itself or compressed in an address.

mod read;
mod unread;
mod write;

pub(crate) use read::read_up_to;
pub use read::{Read, read, read_layout};
pub(crate) use unread::{is_picture, ruleset, unread, unread_of};
pub(crate) use write::name;
pub use write::write;

use super::constraint::Kind;
use super::constraints::{
    ANTI_KING, ANTI_KNIGHT, BETWEEN, DISJOINT_SETS, DOUBLE_ARROW, ENTROPIC, LOCKOUT, MODULAR, NABNER, PALINDROME,
    REGION_SUM_LINE, RENBAN, SLOW_THERMO, THERMO, ZIPPER, named,
};
use tesuji_genre::Bad;
use tesuji_genre::document::SUDOKUPAD;

/// What addresses begin with, before the compressed document.
const ADDRESSES: [&str; 3] = ["f-puzzles.com/", "sudokupad.app/", "crackingthecryptic.com/"];

/// Parts of a document that say nothing of solutions.
const SILENT: [&str; 10] = [
    "title",
    "author",
    "solution",
    "msgcorrect",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
    "fogofwar",
    "customcellnumbers",
];

/// Parts with constraints that are read one by one.
const CONSTRAINTS: [&str; 19] = [
    "odd",
    "even",
    "minimum",
    "maximum",
    "rowindexer",
    "columnindexer",
    "boxindexer",
    "killercage",
    "extraregion",
    "arrow",
    "difference",
    "ratio",
    "xv",
    "quadruple",
    "clone",
    "sandwichsum",
    "xsum",
    "skyscraper",
    "littlekillersum",
];

/// Parts of a cell that are no clues: they are kept as they are.
const CELL_EXTRAS: [&str; 7] =
    ["parity", "centerPencilMarks", "cornerPencilMarks", "c", "cArray", "highlight", "highlightArray"];

/// Kinds of lines, by their names in documents.
fn lines() -> [(&'static str, &'static Kind); 13] {
    [
        ("thermometer", &THERMO),
        ("slowthermometer", &SLOW_THERMO),
        ("palindrome", &PALINDROME),
        ("renban", &RENBAN),
        ("nabner", &NABNER),
        ("regionsumline", &REGION_SUM_LINE),
        ("betweenline", &BETWEEN),
        ("lockout", &LOCKOUT),
        ("entropicline", &ENTROPIC),
        ("modularline", &MODULAR),
        ("doublearrow", &DOUBLE_ARROW),
        ("zipperline", &ZIPPER),
        ("whispers", &super::constraints::WHISPER),
    ]
}

/// Rules of the whole grid, by their names in documents.
fn globals() -> [(&'static str, &'static Kind); 3] {
    [("antiknight", &ANTI_KNIGHT), ("antiking", &ANTI_KING), ("disjointgroups", &DISJOINT_SETS)]
}

/// The document of a text: JSON, or an address with a compressed one; `None` when it is neither.
///
/// # Errors
/// [`Bad`] when it is an address that can't be decompressed.
pub fn document(text: &str) -> Result<Option<String>, Bad> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(Some(text.to_string()));
    }
    let is_address = ADDRESSES.iter().any(|a| text.contains(a));
    let code = match text.find("load=") {
        Some(at) if is_address => &text[at + 5..],
        _ => match text.find("fpuz").or(text.find("fpuzzles")) {
            Some(at) if is_address => text[at..].trim_start_matches("fpuzzles").trim_start_matches("fpuz"),
            _ if text.len() > 40 && text.starts_with("N4Ig") => text,
            _ => return Ok(None),
        },
    };
    let code = code.split('&').next().unwrap_or("").replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let document = super::lz::decompress(&code).filter(|d| d.trim_start().starts_with('{'));
    document.map(Some).ok_or_else(|| Bad::new("the address holds no document that can be decompressed"))
}

/// The address of a document: of SudokuPad where the format is its, else of f-puzzles.
pub(crate) fn address(document: &str, format: &str) -> String {
    let packed = super::compress(document);
    match format {
        SUDOKUPAD => {
            let packed = packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
            format!("https://sudokupad.app/?puzzleid=fpuzzles{packed}")
        }
        _ => format!("https://www.f-puzzles.com/?load={packed}"),
    }
}

fn box_indexing() -> &'static Kind {
    named("BoxIndexing").unwrap_or(&super::constraints::INDEXING)
}
