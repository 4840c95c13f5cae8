//! The family's one-line notation.
//!
//! `[RxC/]cells[;part]…`: one symbol a cell in reading order (`.` empty, 1–9, A–Z from 10), with
//! the box in front where it is not the usual one of that side. Parts, each told by its form: the
//! regions (one symbol a cell), `x` (diagonals), `k` (anti-knight), and cages as `SUM=r1c1,r1c2,…`
//! (`?=` where the sum is not given).

use crate::paste::alphabet::Alphabet;
use crate::sheet::Sheet;
use crate::symbols;
use crate::variant::constraints::{ANTI_KNIGHT, DIAGONAL, diagonals};
use crate::variant::{Constraint, Design, Kind, cell_name, usual_box};
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_genre::clue::Clues;
use tesuji_solver::{Domain, Value};

/// Reads the notation; what follows the first blank is a note.
///
/// # Errors
/// [`Bad`] with the column, or the cell.
pub fn parse(text: &str) -> Result<Sheet, Bad> {
    let (body, rest) = match text.split_once(char::is_whitespace) {
        Some((body, rest)) => (body, rest.trim()),
        None => (text, ""),
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
    let mut design = match (shape, regions(n, &parts)?) {
        (None, Some(design)) => design,
        (None, None) => Design::usual(n)?,
        (Some(_), Some(_)) => return Err(Bad::new("both a box shape and regions are given").column(1)),
        (Some(shape), None) => {
            let bad = || Bad::new(format!("{shape:?} is no box shape such as 3x2")).column(1);
            let (r, c) = box_shape(shape).ok_or_else(bad)?;
            let design = Design::boxed(r, c)?;
            if design.n() != n {
                return Err(length(cells.len(), shift));
            }
            design
        }
    };
    let mut cages = Vec::new();
    for part in &parts {
        match *part {
            "" => {}
            "x" => design.add(&diagonals()),
            "k" => design.add(&[Constraint::of(&ANTI_KNIGHT)]),
            cage if cage.contains('=') => cages.push(parse_cage(n, cage)?),
            regions if regions.chars().count() == n * n => {}
            other => return Err(Bad::new(format!("{other:?} is no part of a puzzle"))),
        }
    }
    let mut sheet = Sheet::new(design);
    (sheet.givens, sheet.alphabet) = parse_cells(n, &cells, shift)?;
    if sheet.alphabet.has_zero() && !cages.is_empty() {
        let last = symbols::symbol(n as Value - 1);
        return Err(Bad::new(format!(
            "ambiguous: sums of values 1 to {}, or of 0 to {last}",
            symbols::symbol(n as Value)
        )));
    }
    if let Some(words) = sheet.alphabet.words(n) {
        sheet.notes.insert("alphabet".to_string(), words.into());
    }
    sheet.set_cages(cages)?;
    note(&mut sheet, rest);
    Ok(sheet)
}

/// A usual grid of up to nine values and its clues, where the text is nothing but its cells:
/// digits, and one symbol for all empty cells. Most lines of most files are: there is nothing to
/// tell apart, and no need of a sheet.
pub(crate) fn plain(text: &str) -> Option<(Arc<Design>, Clues<u16>)> {
    // As many characters could be the marks of another grid.
    let n = side(text.len()).filter(|&n| n <= 9 && (2..n).all(|m| m * m * m != n * n))?;
    let mut blank = None;
    let mut clues = Vec::new();
    for (cell, symbol) in text.bytes().enumerate() {
        match symbol {
            b'1'..=b'9' if usize::from(symbol - b'0') <= n => clues.push((cell as u32, u16::from(symbol - b'0'))),
            b'.' | b'0' if *blank.get_or_insert(symbol) == symbol => {}
            _ => return None,
        }
    }
    let grid = Design::usual_shared(n)?;
    Some((grid, clues.into_iter().collect()))
}

/// Is the text in this notation and no other, right or wrong: has it a box in front, or parts?
pub(crate) fn is_meant(text: &str) -> bool {
    let head = text.split_whitespace().next().unwrap_or("");
    let mut parts = head.split(';');
    let cells = parts.next().unwrap_or("");
    let is_shaped = cells.split_once('/').is_some_and(|(shape, _)| box_shape(shape).is_some());
    let length = cells.chars().count();
    let is_part = |part: &str| matches!(part, "x" | "k") || part.contains("=r") || may_be_regions(part, length);
    is_shaped || parts.any(is_part)
}

/// Could the part be regions, perhaps with a slip: no symbol stands much too often, as an empty
/// cell would, and the rows are not those of a full grid?
fn may_be_regions(part: &str, cells: usize) -> bool {
    let symbols: Vec<char> = part.chars().collect();
    let Some(n) = side(cells).filter(|_| cells > 9 && symbols.len() == cells) else { return false };
    let most = symbols.iter().map(|c| symbols.iter().filter(|d| *d == c).count()).max();
    most.unwrap_or(0) <= 2 * n && !is_latin(part)
}

/// Rows and columns of a box, written `3x2`.
pub(crate) fn box_shape(text: &str) -> Option<(usize, usize)> {
    let (rows, cols) = text.split_once('x')?;
    Some((rows.parse().ok()?, cols.parse().ok()?))
}

/// A number such as `7.1`; words that could be read as one (`nan`, `Infinity`) are words.
pub(crate) fn rating(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite() && text.chars().any(|c| c.is_ascii_digit()))
}

/// What follows a puzzle on its line: its solution, a rating, or something else.
pub(crate) fn note(sheet: &mut Sheet, more: &str) {
    if more.is_empty() {
        return;
    }
    if is_solution(sheet, more) && note_solution(sheet, more) {
        return;
    }
    let (first, rest) = more.split_once([' ', '\t', ',']).unwrap_or((more, ""));
    let text = match rating(first) {
        Some(x) => {
            sheet.notes.insert("rating".to_string(), x.into());
            rest.trim()
        }
        None => more,
    };
    if !text.is_empty() {
        sheet.notes.insert("note".to_string(), text.into());
    }
}

/// The values of a full grid of the sheet's size, in its alphabet; `None` when the text is none.
fn full_grid(sheet: &Sheet, text: &str) -> Option<Vec<Value>> {
    let n = sheet.design.n();
    let values: Vec<Value> =
        text.chars().map(|c| sheet.alphabet.value(n, c).filter(|&v| v > 0)).collect::<Option<_>>()?;
    (values.len() == n * n).then_some(values)
}

/// Is the text a full grid of the sheet's size whose rows and columns have no value twice? Whether
/// it is the puzzle's solution is for a check to tell.
pub(crate) fn is_solution(sheet: &Sheet, text: &str) -> bool {
    full_grid(sheet, text).is_some() && is_latin(text)
}

/// Keeps a solution that stands beside the puzzle. Returns whether it is a full grid; any other is
/// not kept.
pub(crate) fn note_solution(sheet: &mut Sheet, text: &str) -> bool {
    let Some(values) = full_grid(sheet, text) else { return false };
    sheet.notes.insert("solution".to_string(), print_cells(&values).into());
    true
}

/// Is the text a square whose rows and columns have no symbol twice?
fn is_latin(text: &str) -> bool {
    let cells: Vec<char> = text.chars().collect();
    let Some(n) = side(cells.len()) else { return false };
    (0..n).all(|i| {
        (0..n).all(|a| (0..a).all(|b| cells[i * n + a] != cells[i * n + b] && cells[a * n + i] != cells[b * n + i]))
    })
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

/// Reads the cells' symbols, and tells what they stand for.
///
/// # Errors
/// [`Bad`] with column and cell of a wrong symbol.
pub(crate) fn parse_cells(n: usize, cells: &[char], shift: usize) -> Result<(Vec<Value>, Alphabet), Bad> {
    let alphabet = Alphabet::of(n, cells)?;
    let mut out = Vec::with_capacity(cells.len());
    for (i, &symbol) in cells.iter().enumerate() {
        let value = alphabet.value(n, symbol).ok_or_else(|| {
            let top = symbols::symbol(n as Value);
            Bad::new(format!("symbol {symbol:?}: 1 to {top} or '.' is expected"))
                .column(shift + i + 1)
                .at(cell_name(n, i))
        })?;
        out.push(value);
    }
    Ok((out, alphabet))
}

/// The grid of the region part, if there is one.
fn regions(n: usize, parts: &[&str]) -> Result<Option<Design>, Bad> {
    let is_regions = |p: &&&str| !p.contains('=') && p.chars().count() == n * n && **p != "x" && **p != "k";
    let Some(part) = parts.iter().find(is_regions) else { return Ok(None) };
    let labels: Vec<u32> = part.chars().map(u32::from).collect();
    Design::irregular(n, &labels).map(Some)
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
pub fn print_regions(design: &Design) -> String {
    let number = |region: &Option<usize>| region.map_or(0, |region| region as Value + 1);
    design.owners().iter().map(|region| symbols::symbol(number(region))).collect()
}

/// The candidates of each cell, a character for each value at its own place; the box in front where
/// it is not the usual one.
pub(crate) fn print_marks(design: &Design, candidates: &[Domain]) -> String {
    let mut text = box_prefix(design.unusual_boxes());
    for domain in candidates {
        text.extend((1..=design.n() as Value).map(|v| if domain.contains(v) { symbols::symbol(v) } else { '.' }));
    }
    text
}

/// The box of a grid as it stands in front of the cells.
fn box_prefix(unusual: Option<(usize, usize)>) -> String {
    unusual.map_or(String::new(), |(r, c)| format!("{r}x{c}/"))
}

/// Parts that stand for constraints of the whole grid.
const PARTS: [(&str, &Kind); 2] = [("x", &DIAGONAL), ("k", &ANTI_KNIGHT)];

/// Prints the notation, normalised, without the constraints that the genre's name says already.
pub fn print(sheet: &Sheet, implied: &[Constraint]) -> String {
    let design = &sheet.design;
    let mut text = print_without_cages(design, &sheet.givens, implied);
    for (cage, sum) in design.cages().zip(&sheet.sums) {
        let cells: Vec<String> = cage.iter().map(|&c| cell_name(design.n(), c as usize)).collect();
        let sum = sum.map_or("?".to_string(), |s| s.to_string());
        text += &format!(";{sum}={}", cells.join(","));
    }
    text
}

/// Prints a grid's cells, its regions, and its constraints but for the cages.
pub(crate) fn print_without_cages(design: &Design, givens: &[Value], implied: &[Constraint]) -> String {
    let boxes = design.unusual_boxes();
    let mut text = box_prefix(boxes);
    text += &print_cells(givens);
    if boxes.is_none() && design.jigsaw.is_some() {
        text.push(';');
        text += &print_regions(design);
    }
    for (part, kind) in PARTS {
        if design.has(kind) && !implied.iter().any(|c| c.is(kind)) {
            text.push(';');
            text += part;
        }
    }
    text
}
