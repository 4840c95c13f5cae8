//! Grids whose empty cells are blanks or empty fields, and lists of rows, columns and values: what
//! the room `text` reads for all genres alike.

use super::document::of_rows;
use super::row::{SIDES, symbol_of};
use super::{Design, drawing};
use crate::Sheet;
use crate::text::block::Block;
use crate::text::data::{self, Data};
use crate::text::plain::plain;
use crate::text::quoted::quoted;
use crate::text::ragged::{Ragged, ragged};
use crate::text::{size_words, sparse};
use tesuji_genre::clue::Found;
use tesuji_genre::{Bad, READ_AS};

/// The side of a grid whose list of cells does not tell it.
const USUAL: usize = 9;

/// Reads a document; `false` when it is none.
pub(super) fn document(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let text = &*plain(text, '.');
    if let Some(read) = parse_list(text) {
        found(read.map(|sheet| (sheet, Some(1))).map_err(|bad| bad.line(1)));
        return true;
    }
    let (first, rows) = match quoted(text) {
        Some(quoted) => (quoted.line, quoted.rows),
        None => (1, text.lines().map(str::to_string).collect()),
    };
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end_matches('\r')).collect();
    let pieces: Vec<(u64, &[&str])> = match ragged(&rows) {
        Err(_) => return false,
        Ok(Ragged::One) => vec![(first, &rows[..])],
        Ok(Ragged::Parted) => parted(first, &rows),
    };
    let sheets: Option<Vec<(u64, Result<Sheet, Bad>)>> =
        pieces.into_iter().map(|(line, rows)| Some((line, of_piece(rows)?))).collect();
    let Some(sheets) = sheets.filter(|sheets| !sheets.is_empty()) else { return false };
    for (line, sheet) in sheets {
        found(sheet.map(|sheet| (sheet, Some(line))).map_err(|bad| bad.line(line)));
    }
    true
}

/// The pieces between lines without a character.
fn parted<'a>(first: u64, rows: &'a [&'a str]) -> Vec<(u64, &'a [&'a str])> {
    let mut line = first;
    let mut pieces = Vec::new();
    for piece in rows.split(|row| row.is_empty()) {
        if !piece.is_empty() {
            pieces.push((line, piece));
        }
        line += piece.len() as u64 + 1;
    }
    pieces
}

/// The grid of some rows of which blanks are cells; `None` where they have other cells.
fn of_piece(rows: &[&str]) -> Option<Result<Sheet, Bad>> {
    if !SIDES.contains(&rows.len()) && rows.len() > 2 * SIDES.end() + 2 {
        return None;
    }
    let is_blank = |token: &String| token.trim().is_empty();
    let is_square = |cut: &Vec<Vec<String>>| {
        SIDES.contains(&cut.len())
            && cut.iter().all(|row| row.len() == cut.len())
            && cut.iter().flatten().any(is_blank)
            && cut.iter().flatten().all(|token| token.trim().chars().count() < 2)
    };
    let cuts: Vec<_> = Block::of_lines(1, rows).cuts.into_iter().filter(is_square).collect();
    let [cut] = &cuts[..] else { return None };
    let n = cut.len();
    let read = of_rows(cut.clone())?;
    Some(read.map(|mut sheet| {
        sheet.notes.insert(READ_AS.to_string(), size_words(n, n).into());
        sheet
    }))
}

/// The grid of a list of rows, columns and values; `None` where the text is none.
pub(super) fn parse_list(text: &str) -> Option<Result<Sheet, Bad>> {
    let (cells, told) = match data::whole(text) {
        Some(Data::Map(map)) => {
            let cells = map.iter().find_map(|(_, data)| sparse::of_data(data))?;
            let side = |name: &str| ["size", "n", "side", "order"].contains(&name.to_lowercase().as_str());
            let told = map.iter().find(|(name, _)| side(name)).and_then(|(_, data)| data.number());
            (cells, told.and_then(|n| usize::try_from(n).ok()))
        }
        Some(data) => (sparse::of_data(&data)?, None),
        None => (sparse::of_lines(text)?, None),
    };
    Some(of_list(&cells, told))
}

fn of_list(cells: &[sparse::Entry], told: Option<usize>) -> Result<Sheet, Bad> {
    let value = |cell: &sparse::Entry| cell.value.parse().unwrap_or(0);
    let greatest = cells.iter().map(|cell| cell.row.max(cell.col).max(value(cell))).max().unwrap_or(0);
    // Six or less may be the side of a smaller grid.
    let n = told.or((greatest > 6).then_some(USUAL)).filter(|n| SIDES.contains(n));
    let n = n.ok_or_else(|| Bad::new("a list of cells without the size of the grid: a field `size` is expected"))?;
    let given: Vec<sparse::Entry> = cells.iter().filter(|cell| value(cell) > 0).cloned().collect();
    let all = sparse::grid(cells, n, n)?;
    let symbol = |token: &String| match token.parse::<usize>() {
        Ok(0) => Ok('.'),
        Ok(value) if value <= n => Ok(symbol_of(value)),
        _ if token == "." || token.is_empty() || token == "null" => Ok('.'),
        _ => Err(Bad::new(format!("{token:?}: a value up to {n} is expected"))),
    };
    let symbols = all.iter().flatten().map(symbol).collect::<Result<Vec<char>, Bad>>()?;
    // Rows count from 0 or from 1 in all cells alike.
    let least = usize::from(!cells.iter().any(|cell| cell.row == 0 || cell.col == 0));
    let mut filled = vec![false; n * n];
    for cell in given.iter().filter(|cell| cell.is_filled_in) {
        filled[(cell.row - least) * n + cell.col - least] = true;
    }
    drawing::of_cells(Design::usual(n)?, &symbols, &filled)
}
