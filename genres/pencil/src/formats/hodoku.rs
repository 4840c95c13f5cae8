//! HoDoKu's library lines: `:code:candidates:grid:deleted:eliminations:placements:extra:`.
//!
//! In the grid `+` stands before a value that is no given; deleted candidates are written digit,
//! row, column. HoDoKu takes a line for one of its library only where it has six or seven colons.

use super::only_boxes;
use crate::variant::Design;
use crate::{Sheet, symbols};
use tesuji_genre::{Bad, State};
use tesuji_solver::{Domain, Value};

/// The code of a line about no technique.
const NO_CODE: &str = "0000";
/// The candidates of a line about no technique.
const NO_CANDIDATES: &str = "x";

/// Reads a line.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    let fields: Vec<&str> = text.split(':').collect();
    let [_, code, candidates, cells, rest @ ..] = fields.as_slice() else {
        return Err(Bad::new("a library line has at least a code, candidates and a grid between colons").column(1));
    };
    let before = 3 + code.chars().count() + candidates.chars().count();
    let mut sheet = Sheet::new(Design::usual(9)?);
    let mut state = State::default();
    let mut cell = 0;
    let mut solved = false;
    for (i, symbol) in cells.chars().enumerate() {
        let column = before + i + 1;
        if symbol == '+' {
            solved = true;
            continue;
        }
        if cell == 81 {
            return Err(Bad::new("more than 81 cells").column(column));
        }
        if !symbols::is_empty(symbol) {
            let value = symbols::value(symbol).filter(|v| *v <= 9).ok_or_else(|| {
                Bad::new(format!("symbol {symbol:?}: 1 to 9, '.' or '+' is expected"))
                    .column(column)
                    .at(crate::variant::cell_name(9, cell))
            })?;
            if solved {
                state.placed.insert(cell as u32, value);
            } else {
                sheet.givens[cell] = value;
            }
        }
        solved = false;
        cell += 1;
    }
    if cell != 81 {
        return Err(Bad::new(format!("{cell} cells; a 9x9 grid has 81")).column(before + cells.chars().count() + 1));
    }
    if let Some(deleted) = rest.first() {
        for token in deleted.split_whitespace() {
            let (cell, value) = candidate(token).ok_or_else(|| {
                Bad::new(format!("{token:?} is no candidate: digit, row and column are expected")).at("deleted")
            })?;
            let mask = state.removed.entry(cell).or_default();
            *mask |= Domain::single(value).0;
        }
    }
    sheet.state = (state != State::default()).then_some(state);
    let names = ["code", "candidates"].into_iter().zip([*code, *candidates]);
    let more = ["eliminations", "placements", "extra"].into_iter().zip(rest.iter().skip(1).copied());
    // What stands there in a line about no technique.
    let says_nothing = |text: &str| text.is_empty() || text == NO_CODE || text == NO_CANDIDATES;
    for (name, text) in names.chain(more).filter(|(_, text)| !says_nothing(text)) {
        sheet.notes.insert(name.to_string(), text.into());
    }
    Ok(sheet)
}

fn candidate(token: &str) -> Option<(u32, Value)> {
    let digits: Vec<u32> = token.chars().map(|c| c.to_digit(10).filter(|d| *d > 0)).collect::<Option<_>>()?;
    let [value, row, col] = digits.as_slice() else { return None };
    Some(((row - 1) * 9 + col - 1, *value as Value))
}

/// Writes a line without technique: grid and deleted candidates.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    only_boxes(sheet, "hodoku")?;
    if sheet.design.n() != 9 {
        return Err(Bad::new("hodoku writes 9x9 grids only"));
    }
    let none = State::default();
    let state = sheet.state.as_ref().unwrap_or(&none);
    let mut text = format!(":{NO_CODE}:{NO_CANDIDATES}:");
    for (i, &given) in sheet.givens.iter().enumerate() {
        match state.placed.get(&(i as u32)) {
            Some(&value) if given == 0 => {
                text.push('+');
                text.push(symbols::symbol(value));
            }
            _ => text.push(symbols::symbol(given)),
        }
    }
    text.push(':');
    let mut deleted = Vec::new();
    for (&cell, &mask) in &state.removed {
        for value in Domain(mask).iter() {
            deleted.push(format!("{value}{}{}", cell / 9 + 1, cell % 9 + 1));
        }
    }
    text += &deleted.join(" ");
    text += ":::";
    Ok(text)
}
