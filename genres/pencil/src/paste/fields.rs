//! A grid among other fields on its line, in any order: a name or a rating before it or behind, its
//! solution, a count of solutions, candidates that are struck out.

use super::drawing::of_cells;
use crate::Sheet;
use crate::notation;
use crate::symbols;
use crate::variant::Design;
use tesuji_genre::{Bad, CASE};
use tesuji_solver::{Domain, Value};

/// A field: where it begins and ends in the line, and its text.
#[derive(Clone, Copy)]
struct Field<'a> {
    from: usize,
    to: usize,
    text: &'a str,
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"' | '\'' | '`' | '=' | '#' | '/')
}

fn split(line: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut from = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (is_separator(c), from) {
            (false, None) => from = Some(at),
            (true, Some(begin)) => {
                fields.push(Field { from: begin, to: at, text: &line[begin..at] });
                from = None;
            }
            _ => {}
        }
    }
    fields
}

/// The cells of a field that is a grid, `+` before those that were filled in.
struct Cells {
    n: usize,
    symbols: Vec<char>,
    filled: Vec<bool>,
}

fn cells(text: &str) -> Option<Cells> {
    let (mut symbols, mut filled, mut plus) = (Vec::new(), Vec::new(), false);
    for c in text.chars() {
        if c == '+' {
            plus = true;
        } else {
            symbols.push(c);
            filled.push(std::mem::take(&mut plus));
        }
    }
    let n = super::row::SIDES.clone().find(|n| n * n == symbols.len())?;
    let alphabet = super::alphabet::Alphabet::of(n, &symbols);
    // An ambiguous grid is one, too: it is told when it is read.
    let fits = alphabet.map_or(true, |alphabet| symbols.iter().all(|&c| alphabet.value(n, c).is_some()));
    fits.then_some(Cells { n, symbols, filled })
}

/// Reads the grid of a line; `None` where no field is one.
pub(super) fn parse(line: &str) -> Option<Result<Sheet, Bad>> {
    // A line of XML is a part of a document.
    if line.trim_start().starts_with('<') {
        return None;
    }
    let fields = split(line);
    let grids: Vec<(usize, Cells)> = fields.iter().enumerate().filter_map(|(i, f)| Some((i, cells(f.text)?))).collect();
    let n = grids.iter().map(|(_, grid)| grid.n).max()?;
    let is_full = |grid: &Cells| grid.symbols.iter().all(|&c| symbols::value(c).is_some());
    let of_size: Vec<&(usize, Cells)> = grids.iter().filter(|(_, grid)| grid.n == n).collect();
    let (at, grid) = of_size.iter().find(|(_, grid)| !is_full(grid)).or(of_size.first())?;
    let column = line[..fields[*at].from].chars().count() + 1;
    Some(read(line, &fields, *at, grid).map_err(|bad| if bad.column.is_none() { bad.column(column) } else { bad }))
}

fn read(line: &str, fields: &[Field<'_>], at: usize, grid: &Cells) -> Result<Sheet, Bad> {
    let n = grid.n;
    let mut sheet = of_cells(Design::usual(n)?, &grid.symbols, &grid.filled)?;
    let own = fields[at];
    let (before, after) = (&fields[..at], &fields[at + 1..]);
    let solution = fields.iter().enumerate().find(|(i, f)| *i != at && notation::is_solution(&sheet, f.text));
    let solution = solution.map(|(i, _)| i);
    if let Some(i) = solution {
        notation::note_solution(&mut sheet, fields[i].text);
    }
    let is_filled = grid.filled.contains(&true);
    let rest: Vec<Field<'_>> =
        after.iter().enumerate().filter(|(i, _)| Some(at + 1 + i) != solution).map(|(_, f)| *f).collect();
    let separator = line[own.to..].trim_start().chars().next();
    if let Some(struck) = struck_out(n, &rest, is_filled, separator) {
        let state = sheet.state.get_or_insert_default();
        for (cell, value) in struck {
            *state.removed.entry(cell).or_default() |= Domain::single(value).0;
        }
    } else if let Some(first) = rest.first() {
        let number = notation::rating(first.text);
        let is_count = separator == Some(':') && first.text.bytes().all(|b| b.is_ascii_digit());
        match number {
            Some(_) if is_count => note(&mut sheet, "count", first.text.parse::<u64>().unwrap_or(u64::MAX).into()),
            Some(x) => note(&mut sheet, "rating", x.into()),
            None => {}
        }
        // What is left to say, as it stands: up to a solution, or behind it.
        let left = if number.is_some() { &rest[1..] } else { &rest[..] };
        if let (Some(a), Some(b)) = (left.first(), left.last()) {
            let text: Vec<&str> = left.iter().map(|f| f.text).collect();
            let is_whole = solution.is_none_or(|i| fields[i].from < a.from || fields[i].from > b.from);
            let text = if is_whole { line[a.from..b.to].to_string() } else { text.join(" ") };
            note(&mut sheet, "note", text.into());
        }
    }
    name(line, &mut sheet, before, own, solution.filter(|&i| i < at).map(|i| fields[i]));
    Ok(sheet)
}

/// What stands before the grid: a rating, or what the puzzle is called there.
fn name(line: &str, sheet: &mut Sheet, before: &[Field<'_>], own: Field<'_>, solution: Option<Field<'_>>) {
    let Some(first) = before.first().filter(|first| solution.is_none_or(|s| s.from != first.from)) else { return };
    let end = solution.map_or(own.from, |s| s.from);
    let text = line[first.from..end.max(first.to)].trim_matches(is_separator);
    match notation::rating(text) {
        Some(x) if text.contains('.') && !sheet.notes.contains_key("rating") => note(sheet, "rating", x.into()),
        _ if text.is_empty() => {}
        _ => note(sheet, CASE, text.into()),
    }
}

fn note(sheet: &mut Sheet, name: &str, value: serde_json::Value) {
    sheet.notes.entry(name.to_string()).or_insert(value);
}

/// Candidates that are struck out, each as digit, row and column. One number alone behind a grid
/// without values that were filled in is a count or a rating.
fn struck_out(n: usize, fields: &[Field<'_>], is_filled: bool, separator: Option<char>) -> Option<Vec<(u32, Value)>> {
    if n != 9 || !matches!(separator, Some(':' | '|')) || !(is_filled || fields.len() > 1) {
        return None;
    }
    let candidate = |field: &Field<'_>| {
        let digits: Vec<u32> = field.text.chars().map(|c| c.to_digit(10).filter(|&d| d > 0)).collect::<Option<_>>()?;
        let [value, row, col] = digits.as_slice() else { return None };
        Some(((row - 1) * 9 + col - 1, *value as Value))
    };
    fields.iter().map(candidate).collect::<Option<Vec<_>>>().filter(|struck| !struck.is_empty())
}
