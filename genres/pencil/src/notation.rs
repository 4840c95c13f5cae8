//! The family's one-line notation.
//!
//! `[RxC/]cells[;part]…`: one symbol a cell in reading order (`.` empty, 1–9, A–Z from 10), with the box in front
//! where it is not the usual one of that side. Parts, each told by its form: the regions (one symbol a cell), `x`
//! (diagonals), `k` (anti-knight), and cages as `SUM=r1c1,r1c2,…` (`?=` where the sum is not given).

use crate::grid::{Grid, cell_name, usual_box};
use crate::sheet::Sheet;
use crate::symbols;
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// Reads the notation; what follows the first blank is a note.
///
/// # Errors
/// [`Bad`] with the column, or the cell.
pub fn parse(text: &str) -> Result<Sheet, Bad> {
    let (body, rest) = match text.split_once(char::is_whitespace) {
        Some((body, rest)) => (body, rest.trim()),
        None => (text, ""),
    };
    // Comma-separated lists give the puzzle first, then its solution or other fields.
    let (body, more) = match body.split_once(',') {
        Some((a, b)) if !a.contains(';') => (a, b),
        _ => (body, ""),
    };
    let (shape, cells) = match body.split_once('/') {
        Some((shape, cells)) => (Some(shape), cells),
        None => (None, body),
    };
    let shift = shape.map_or(0, |s| s.chars().count() + 1);
    let mut parts = cells.split(';');
    let cells: Vec<char> = parts.next().unwrap_or("").chars().collect();
    let parts: Vec<&str> = parts.collect();
    let n = side(cells.len()).ok_or_else(|| length(cells.len(), shift))?;
    let mut grid = match (shape, regions(n, &parts)?) {
        (None, Some(grid)) => grid,
        (None, None) => Grid::usual(n)?,
        (Some(_), Some(_)) => return Err(Bad::new("both a box shape and regions are given").column(1)),
        (Some(shape), None) => {
            let bad = || Bad::new(format!("{shape:?} is no box shape such as 3x2")).column(1);
            let (r, c) = shape.split_once('x').ok_or_else(bad)?;
            let grid = Grid::boxed(r.parse().map_err(|_| bad())?, c.parse().map_err(|_| bad())?)?;
            if grid.n != n {
                return Err(length(cells.len(), shift));
            }
            grid
        }
    };
    let mut cages = Vec::new();
    for part in &parts {
        match *part {
            "" => {}
            "x" => grid.diagonals = true,
            "k" => grid.knight = true,
            cage if cage.contains('=') => cages.push(parse_cage(n, cage)?),
            regions if regions.chars().count() == n * n => {}
            other => return Err(Bad::new(format!("{other:?} is no part of a puzzle"))),
        }
    }
    let mut sheet = Sheet::new(grid);
    sheet.givens = parse_cells(n, &cells, shift)?;
    sheet.set_cages(cages)?;
    let more = if more.is_empty() { rest } else { more };
    note(&mut sheet, more);
    Ok(sheet)
}

/// A number such as `7.1`; words that could be read as one (`nan`, `Infinity`) are words.
fn rating(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite() && text.chars().any(|c| c.is_ascii_digit()))
}

/// What follows a puzzle on its line: its solution, a rating, or something else.
fn note(sheet: &mut Sheet, more: &str) {
    if more.is_empty() {
        return;
    }
    let full = more.chars().filter_map(symbols::value).count() == sheet.givens.len();
    let (key, value) = if full && more.chars().count() == sheet.givens.len() {
        ("solution", serde_json::Value::from(more))
    } else if let Some(x) = more.split([' ', '\t', ',']).next().and_then(rating) {
        ("rating", serde_json::Value::from(x))
    } else {
        ("note", serde_json::Value::from(more))
    };
    sheet.notes.insert(key.to_string(), value);
}

/// The side of a grid of so many cells, when there is one.
pub fn side(cells: usize) -> Option<usize> {
    (2..=symbols::MOST).find(|n| n * n == cells)
}

fn length(found: usize, shift: usize) -> Bad {
    let near = (2..=symbols::MOST).filter(|&n| usual_box(n).is_some()).min_by_key(|&n| (n * n).abs_diff(found));
    let n = near.unwrap_or(9);
    Bad::new(format!("{found} cells; a {n}x{n} grid has {}", n * n)).column(shift + found.min(n * n) + 1)
}

/// Reads the cells' symbols.
///
/// # Errors
/// [`Bad`] with column and cell of a wrong symbol.
pub fn parse_cells(n: usize, cells: &[char], shift: usize) -> Result<Vec<Value>, Bad> {
    let mut out = Vec::with_capacity(cells.len());
    for (i, &symbol) in cells.iter().enumerate() {
        let value = if symbols::is_empty(symbol) {
            0
        } else {
            let wrong = || {
                let top = symbols::symbol(n as Value);
                Bad::new(format!("symbol {symbol:?}: 1 to {top} or '.' is expected"))
                    .column(shift + i + 1)
                    .at(cell_name(n, i))
            };
            symbols::value(symbol).filter(|v| usize::from(*v) <= n).ok_or_else(wrong)?
        };
        out.push(value);
    }
    Ok(out)
}

/// The grid of the region part, if there is one.
fn regions(n: usize, parts: &[&str]) -> Result<Option<Grid>, Bad> {
    let is_regions = |p: &&&str| !p.contains('=') && p.chars().count() == n * n && **p != "x" && **p != "k";
    let Some(part) = parts.iter().find(is_regions) else { return Ok(None) };
    let labels: Vec<u32> = part.chars().map(u32::from).collect();
    Grid::irregular(n, &labels).map(Some)
}

fn parse_cage(n: usize, text: &str) -> Result<(Vec<u32>, Option<u16>), Bad> {
    let bad = || Bad::new(format!("{text:?} is no cage such as 15=r1c1,r1c2"));
    let (sum, cells) = text.split_once('=').ok_or_else(bad)?;
    let sum = if sum == "?" { None } else { Some(sum.parse().map_err(|_| bad())?) };
    let cells = cells.split(',').map(|cell| parse_cell(n, cell).ok_or_else(bad)).collect::<Result<_, _>>()?;
    Ok((cells, sum))
}

fn parse_cell(n: usize, text: &str) -> Option<u32> {
    let (r, c) = text.strip_prefix('r')?.split_once('c')?;
    let (r, c): (usize, usize) = (r.parse().ok()?, c.parse().ok()?);
    ((1..=n).contains(&r) && (1..=n).contains(&c)).then(|| ((r - 1) * n + c - 1) as u32)
}

/// The cells' symbols in reading order.
pub fn print_cells(givens: &[Value]) -> String {
    givens.iter().map(|&v| symbols::symbol(v)).collect()
}

/// The regions, one symbol a cell, in the order of their first cells.
pub fn print_regions(grid: &Grid) -> String {
    grid.region.iter().map(|&r| symbols::symbol(r + 1)).collect()
}

/// Prints the notation, normalised; `implied` is the grid's variant as the genre's name says it already.
pub fn print(sheet: &Sheet, implied_diagonals: bool, implied_knight: bool) -> String {
    let grid = &sheet.grid;
    let mut text = String::new();
    let boxed = grid.boxes.filter(|&(r, c)| r > 1 && c > 1);
    if let Some((r, c)) = boxed
        && usual_box(grid.n) != boxed
    {
        text += &format!("{r}x{c}/");
    }
    text += &print_cells(&sheet.givens);
    if boxed.is_none() {
        text.push(';');
        text += &print_regions(grid);
    }
    if grid.diagonals && !implied_diagonals {
        text += ";x";
    }
    if grid.knight && !implied_knight {
        text += ";k";
    }
    for (cage, sum) in grid.cages.iter().zip(&sheet.sums) {
        let cells: Vec<String> = cage.iter().map(|&c| cell_name(grid.n, c as usize)).collect();
        let sum = sum.map_or("?".to_string(), |s| s.to_string());
        text += &format!(";{sum}={}", cells.join(","));
    }
    text
}
