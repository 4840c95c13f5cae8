//! Formats of other programs, told by content.

mod hodoku;
mod puzzle_kit;
mod puzzlink;
mod pzprv3;
mod sgt;

use crate::{Sheet, notation};
use tesuji_genre::Bad;
use tesuji_genre::clue::Found;

/// Formats that can be written, the family's own line first.
pub(crate) const NAMES: &[&str] = &["line", "jsonl", "puzz.link", "pzprv3", "sgt", "hodoku"];

/// Those of them that a genre with more than boxes has: regions, diagonals and cages are drawn by their borders.
pub(crate) const WITH_BORDERS: &[&str] = &["line", "jsonl", "sgt"];
/// Those that a genre has whose rules no other program's format knows.
pub(crate) const OWN: &[&str] = &["line", "jsonl"];

/// Reads one puzzle from one line in any of the formats.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    let text = text.trim();
    if text.starts_with(':') {
        hodoku::parse(text)
    } else if text.starts_with("pzprv3") {
        pzprv3::parse(text)
    } else if text.contains("://") || text.starts_with("sudoku/") {
        puzzlink::parse(text)
    } else if text.contains(':') && text.starts_with(|c: char| c.is_ascii_digit()) {
        sgt::parse(text)
    } else {
        notation::parse(text)
    }
}

/// Reads a whole document that is no list of lines; `false` when it is none. `name` is the data set's in Puzzle Kit.
pub(crate) fn document(text: &str, name: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let start = text.trim_start();
    if start.lines().next().is_some_and(|l| l.trim() == "pzprv3") {
        found(pzprv3::parse(start).map(|sheet| (sheet, Some(1))));
        return true;
    }
    start.starts_with('{') && puzzle_kit::document(start, name, found)
}

/// Prints a puzzle in a format.
pub(crate) fn print(format: &str, sheet: &Sheet) -> Result<String, Bad> {
    match format {
        "puzz.link" => puzzlink::print(sheet),
        "pzprv3" => pzprv3::print(sheet),
        "sgt" => sgt::print(sheet),
        "hodoku" => hodoku::print(sheet),
        _ => Err(Bad::new(format!("no format {format}"))),
    }
}

/// Is the sheet a grid of the usual boxes and nothing else?
fn only_boxes(sheet: &Sheet, format: &str) -> Result<(), Bad> {
    let grid = &sheet.grid;
    let usual = grid.boxes.is_some() && grid.boxes == crate::grid::usual_box(grid.n);
    if usual && !grid.diagonals && !grid.knight && grid.cages.is_empty() {
        return Ok(());
    }
    Err(Bad::new(format!("{format} writes grids of the usual boxes only")))
}
