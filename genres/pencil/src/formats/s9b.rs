//! sudokuwiki's texts: `S9B` and two digits to the base 36 a cell. 1 to 9 is a given, 10 to 18 a
//! value that was filled in (less 9), and from 19 on the candidates (less 18; 1 stands for
//! candidate 1, 2 for 2, 4 for 3 and so on).

use super::only_boxes;
use crate::Sheet;
use crate::variant::Design;
use crate::variant::cell_name;
use tesuji_genre::{Bad, CASE, State};
use tesuji_solver::{Domain, Value, VarSet};

const HEAD: &str = "S9B";
const FILLED: u32 = 9;
const MARKS: u32 = 18;

/// Reads the text of that form in a line; `None` where there is none.
pub(crate) fn find(line: &str) -> Option<Result<Sheet, Bad>> {
    let at = line.find(HEAD)?;
    let text = line[at + HEAD.len()..].split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    if text.len() != 2 * 81 {
        return None;
    }
    let name = line[..at].trim_matches(|c: char| !c.is_alphanumeric());
    let read = read(text).map(|mut sheet| {
        if !name.is_empty() {
            sheet.notes.insert(CASE.to_string(), name.into());
        }
        sheet
    });
    Some(read.map_err(|mut bad| {
        bad.column = bad.column.map(|c| c + (line[..at].chars().count() + HEAD.len()) as u64);
        bad
    }))
}

fn read(text: &str) -> Result<Sheet, Bad> {
    let mut sheet = Sheet::new(Design::usual(9)?);
    let mut state = State::default();
    let mut candidates = Vec::with_capacity(81);
    for cell in 0..81 {
        let code = u32::from_str_radix(&text[2 * cell..2 * cell + 2], 36).unwrap_or(0);
        let wrong = || {
            Bad::new(format!("{:?} is no cell", &text[2 * cell..2 * cell + 2]))
                .column(2 * cell + 1)
                .at(cell_name(9, cell))
        };
        candidates.push(match code {
            1..=9 => {
                sheet.givens[cell] = code as Value;
                Domain::single(code as Value)
            }
            10..=MARKS => {
                state.placed.insert(cell as u32, (code - FILLED) as Value);
                Domain::single((code - FILLED) as Value)
            }
            19..=529 => Domain(u64::from(code - MARKS) << 1),
            _ => return Err(wrong()),
        });
    }
    sheet.state = (state != State::default()).then_some(state);
    sheet.candidates = Some(candidates);
    Ok(sheet)
}

/// Writes sudokuwiki's address of a puzzle: its givens, or its givens and candidates where it was
/// begun.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    only_boxes(sheet, "sudokuwiki")?;
    if sheet.design.n() != 9 {
        return Err(Bad::new("sudokuwiki has 9x9 grids only"));
    }
    let address = "https://www.sudokuwiki.org/sudoku.htm?bd=";
    let Some(state) = &sheet.state else {
        let cells: String = sheet.givens.iter().map(|v| v.to_string()).collect();
        return Ok(format!("{address}{cells}"));
    };
    let (layout, mut domains) = sheet.start().map_err(|e| Bad::new(e.to_string()))?;
    let mut placed = VarSet::with_capacity(81);
    for (cell, &given) in sheet.givens.iter().enumerate() {
        let value = if given > 0 { Some(given) } else { state.placed.get(&(cell as u32)).copied() };
        if let Some(value) = value {
            domains[cell] = Domain::single(value);
            placed.insert(tesuji_solver::Var(cell as u32));
        }
    }
    let mut text = format!("{address}{HEAD}");
    for (cell, &given) in sheet.givens.iter().enumerate() {
        let var = tesuji_solver::Var(cell as u32);
        let code = match state.placed.get(&var.0) {
            _ if given > 0 => u32::from(given),
            Some(&value) => u32::from(value) + FILLED,
            None => {
                let peers = layout.network.houses().peers(var);
                let seen =
                    peers.iter().filter(|p| placed.contains(*p)).map(|p| domains[p.index()].0).fold(0, |a, b| a | b);
                let gone = seen | state.removed.get(&var.0).copied().unwrap_or(0);
                let left = domains[cell].minus(Domain(gone));
                if left.is_empty() {
                    return Err(Bad::new("no candidate is left").at(cell_name(9, cell)));
                }
                (left.0 >> 1) as u32 + MARKS
            }
        };
        for digit in [code / 36, code % 36] {
            text.push(char::from_digit(digit, 36).unwrap_or('0'));
        }
    }
    Ok(text)
}
