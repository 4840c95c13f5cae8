//! pzprv3 states: `pzprv3/sudoku/n/` then the rows of givens, then the rows of answers.

use super::only_boxes;
use crate::Sheet;
use crate::variant::{Design, cell_name};
use tesuji_genre::{Bad, State};
use tesuji_solver::Value;

/// Reads a state, its lines divided by `/` or by line ends.
pub(crate) fn parse(text: &str) -> Result<Sheet, Bad> {
    let mut lines = text.split(['/', '\n']).map(str::trim);
    let (_, name) = (lines.next(), lines.next().unwrap_or(""));
    if name != "sudoku" {
        return Err(Bad::new(format!("a pzprv3 state of {name:?}, not of sudoku")));
    }
    let size = lines.next().unwrap_or("");
    let n: usize = size.parse().map_err(|_| Bad::new(format!("{size:?} is no side")).at("size"))?;
    let mut sheet = Sheet::new(Design::usual(n)?);
    let mut state = State::default();
    for row in 0..2 * n {
        let line = match lines.next() {
            Some(line) if !line.is_empty() => line,
            // Answers may be missing as a whole.
            _ if row == n => break,
            _ => return Err(Bad::new(format!("{row} rows; {} are expected", 2 * n))),
        };
        let tokens: Vec<&str> = line.split_whitespace().collect();
        if tokens.len() != n {
            let at = format!("row {} of the {}", row % n + 1, if row < n { "givens" } else { "answers" });
            return Err(Bad::new(format!("{} cells in a row; {n} are expected", tokens.len())).at(at));
        }
        for (c, token) in tokens.iter().enumerate() {
            let cell = row % n * n + c;
            // Pencil marks in brackets follow the number.
            let number = token.split('[').next().unwrap_or("");
            if matches!(number, "." | "-" | "0" | "") {
                continue;
            }
            let value =
                number.parse::<Value>().ok().filter(|v| (1..=n as Value).contains(v)).ok_or_else(|| {
                    Bad::new(format!("{token:?}: 1 to {n} or '.' is expected")).at(cell_name(n, cell))
                })?;
            if row < n {
                sheet.givens[cell] = value;
            } else {
                state.placed.insert(cell as u32, value);
            }
        }
    }
    sheet.state = (state != State::default()).then_some(state);
    Ok(sheet)
}

/// Writes a state on one line.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    only_boxes(sheet, "pzprv3")?;
    let n = sheet.design.n();
    let mut text = format!("pzprv3/sudoku/{n}/");
    for answers in [false, true] {
        for r in 0..n {
            for c in 0..n {
                let cell = r * n + c;
                let placed = sheet.state.as_ref().and_then(|s| s.placed.get(&(cell as u32))).copied();
                let value = match (answers, sheet.givens[cell]) {
                    (false, given) => given,
                    (true, 0) => placed.unwrap_or(0),
                    (true, _) => 0,
                };
                text += &if value == 0 { ". ".to_string() } else { format!("{value} ") };
            }
            text.push('/');
        }
    }
    Ok(text)
}
