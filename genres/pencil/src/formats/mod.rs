//! Formats of other programs, told by content.

pub(crate) mod csv;
pub(crate) mod fpuzzles;
pub(crate) mod hodoku;
mod puzzle_kit;
pub(crate) mod puzzlink;
pub(crate) mod pzprv3;
pub(crate) mod s9b;
mod sdk;
pub(crate) mod sgt;
mod solo_cages;
mod solo_deduction;

use crate::Sheet;
use crate::house::saved::{self, SavedGame};
use tesuji_genre::Bad;
use tesuji_genre::clue::Found;
use tesuji_genre::document::SUDOKUPAD;
use tesuji_genre::penpa::PENPA;
use tesuji_solver::Value;

/// Formats that can be written, the family's own line first.
pub(crate) const NAMES: &[&str] =
    &["line", "jsonl", "csv", "puzz.link", "pzprv3", "sgt", "hodoku", "sudokuwiki", "sdk", PENPA, SUDOKUPAD];

/// Those of them that a genre with more than boxes has: regions, diagonals and cages are drawn by
/// their borders.
pub(crate) const WITH_BORDERS: &[&str] = &["line", "jsonl", "csv", "url", "sgt", PENPA, SUDOKUPAD];
/// Those that a genre has whose rules no other program's format knows.
pub(crate) const OWN: &[&str] = &["line", "jsonl", "csv", "url", SUDOKUPAD];

/// Reads a whole document that is no list of lines; `false` when it is none. `name` is the data
/// set's in Puzzle Kit.
pub(crate) fn document(text: &str, name: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let start = text.trim_start();
    if start.lines().next().is_some_and(|l| l.trim() == "pzprv3") {
        found(pzprv3::parse(start).map(|sheet| (sheet, Some(1))));
        return true;
    }
    if saved::is_saved_game(start) {
        for (line, game) in saved::saved_games(text) {
            found(game.and_then(|game| solo(&game)).map(|sheet| (sheet, Some(line))).map_err(|bad| bad.line(line)));
        }
        return true;
    }
    (start.starts_with('{') && puzzle_kit::document(start, name, found)) || crate::paste::document(text, found)
}

/// The puzzle of a saved game of Solo.
fn solo(game: &SavedGame) -> Result<Sheet, Bad> {
    let mut sheet = sgt::parse(game.id_text("solo")?)?;
    game.note_moves(&mut sheet.notes);
    Ok(sheet)
}

/// Finds the one solution of the puzzle that is printed.
pub(crate) type Solution<'a> = &'a dyn Fn() -> Result<Vec<Value>, Bad>;

/// Prints a puzzle in a format.
pub(crate) fn print(format: &str, sheet: &Sheet, solution: Solution<'_>) -> Result<String, Bad> {
    match format {
        // puzz.link has no borders, diagonals and cages in its sudokus.
        "url" if only_boxes(sheet, format).is_err() => fpuzzles::print(sheet, format),
        SUDOKUPAD => fpuzzles::print(sheet, format),
        "url" | "puzz.link" => puzzlink::print(sheet),
        "pzprv3" => pzprv3::print(sheet),
        "sgt" => sgt::print(sheet, solution),
        "hodoku" => hodoku::print(sheet),
        "sudokuwiki" => s9b::print(sheet),
        "sdk" => sdk::print(sheet),
        PENPA => {
            let (design, values) = fpuzzles::design(sheet);
            crate::penpa::print_variant(&design, &values)
        }
        _ => Err(Bad::new(format!("no format {format}"))),
    }
}

/// Is the sheet a grid of the usual boxes and nothing else?
fn only_boxes(sheet: &Sheet, format: &str) -> Result<(), Bad> {
    if sheet.design.has_usual_boxes() && sheet.design.constraints.is_empty() {
        return Ok(());
    }
    Err(Bad::new(format!("{format} writes grids of the usual boxes only")))
}
