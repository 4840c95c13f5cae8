//! XML of other programs with one sudoku: KSudoku's saved games, LEGUP's puzzles.

use super::drawing;
use super::row::symbol_of;
use crate::Sheet;
use crate::house::legup_board;
use crate::text::xml::{Tag, tags};
use crate::variant::Design;
use tesuji_genre::Bad;
use tesuji_genre::clue::Found;

/// Reads a file; `false` when the text is none.
pub(super) fn document(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    if !text.trim_start().starts_with('<') {
        return false;
    }
    let all = tags(text);
    let has = |name: &str| all.iter().any(|tag| tag.begins(name));
    let read = if has("ksudoku") {
        ksudoku(&all)
    } else if has("legup") {
        legup(&all)
    } else if has("puzzleset") {
        Err(Bad::new("a file of webpbn, of nonograms; a sudoku is expected"))
    } else {
        return false;
    };
    found(read.map(|sheet| (sheet, Some(1))).map_err(|bad| bad.line(1)));
    true
}

/// KSudoku's saved game: `_` for an empty cell, `b` for 1, `c` for 2, and so on. What was entered
/// later stands in its history, and is not read.
fn ksudoku(all: &[Tag]) -> Result<Sheet, Bad> {
    let graph =
        all.iter().find(|tag| tag.begins("graph")).ok_or_else(|| Bad::new("a game of KSudoku without its graph"))?;
    let kind = graph.attribute("type").unwrap_or("sudoku");
    if !kind.eq_ignore_ascii_case("sudoku") && !kind.eq_ignore_ascii_case("plain") {
        return Err(Bad::new(format!("a game of KSudoku of the type {kind:?}, which is not read")).line(graph.line));
    }
    let values = all.iter().find(|tag| tag.begins("values"));
    let values = values.ok_or_else(|| Bad::new("a game of KSudoku without values"))?;
    let n = graph.number("order").and_then(|n| usize::try_from(n).ok()).filter(|n| (4..=25).contains(n));
    let n = n.ok_or_else(|| Bad::new("an order of 4 to 25 is expected").line(graph.line))?;
    let letters: Vec<char> = values.text.chars().filter(|c| !c.is_whitespace()).collect();
    if letters.len() != n * n {
        return Err(Bad::new(format!("{} values, {} are expected", letters.len(), n * n)).line(values.line));
    }
    let symbol = |&c: &char| match (c as usize).checked_sub('a' as usize) {
        _ if c == '_' => Ok('.'),
        Some(value) if (1..=n).contains(&value) => Ok(symbol_of(value)),
        _ => Err(Bad::new(format!("{c:?}: _ or a letter from b on is expected")).line(values.line)),
    };
    let cells = letters.iter().map(symbol).collect::<Result<Vec<char>, Bad>>()?;
    let mut sheet = drawing::of_cells(Design::usual(n)?, &cells, &[])?;
    let moves = all.iter().filter(|tag| tag.begins("simple-event") && tag.attribute("given") != Some("true")).count();
    if moves > 0 {
        let words = format!("{moves} moves of the saved game are not read");
        sheet.notes.insert("note".to_string(), words.into());
    }
    Ok(sheet)
}

/// LEGUP's puzzle: cells with a value above 0.
fn legup(all: &[Tag]) -> Result<Sheet, Bad> {
    let (name, rows, cols) = legup_board(all)?;
    if name != "Sudoku" || rows != cols {
        return Err(Bad::new(format!("a file of LEGUP's {name} of {cols}x{rows}; a sudoku is expected")));
    }
    let mut cells = vec!['.'; rows * cols];
    for tag in all.iter().filter(|tag| tag.begins("cell")) {
        let at =
            |name: &str, below: usize| tag.number(name).and_then(|n| usize::try_from(n).ok()).filter(|&n| n < below);
        let (Some(x), Some(y), Some(value)) = (at("x", cols), at("y", rows), at("value", rows + 1)) else {
            return Err(Bad::new(format!("x, y and a value up to {rows} are expected")).line(tag.line));
        };
        if value > 0 {
            cells[y * cols + x] = symbol_of(value);
        }
    }
    drawing::of_cells(Design::usual(rows)?, &cells, &[])
}
