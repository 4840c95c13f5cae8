//! Candidates drawn in their cells, each at its own place of three rows and three columns.

use super::row::is_rule;
use tesuji_solver::{Domain, Value};

/// Rows and columns of a box, and of the candidates in a cell.
const BOX: usize = 3;
/// Rows and columns of a grid.
const SIDE: usize = BOX * BOX;
/// Rows of candidates.
const ROWS: usize = SIDE * BOX;

/// The candidates of such a drawing; `None` where the text is none.
pub(super) fn read(text: &str) -> Option<Vec<Domain>> {
    let is_bar = |c: char| matches!(c, '|' | '¦' | '│' | '┃' | '║' | '\r');
    let is_line = |line: &&str| !is_rule(line) || (line.contains(is_bar) && !line.contains(['-', '+', '─', '━', '═']));
    let lines: Vec<&str> = text.lines().filter(is_line).filter(|line| !line.is_empty()).collect();
    if lines.len() != ROWS {
        return None;
    }
    let rows: Vec<Vec<char>> = lines.iter().map(|line| line.chars().filter(|&c| !is_bar(c)).collect()).collect();
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    let pads = |row: &[char], step: usize| -> Vec<char> {
        let mut row: Vec<char> = row.iter().step_by(step).copied().collect();
        row.resize(ROWS, ' ');
        row
    };
    let step = if wide <= ROWS { 1 } else { 2 };
    let is_parted = || rows.iter().all(|row| row.iter().skip(1).step_by(2).all(|&c| c == ' '));
    if wide > 2 * ROWS || wide + 2 < ROWS * step - 1 || (step == 2 && !is_parted()) {
        return None;
    }
    let mut domains = vec![Domain::EMPTY; SIDE * SIDE];
    for (r, row) in rows.iter().enumerate() {
        for (c, symbol) in pads(row, step).into_iter().enumerate() {
            let value = (r % BOX * BOX + c % BOX + 1) as Value;
            let domain = &mut domains[r / BOX * SIDE + c / BOX];
            match symbol {
                ' ' | '.' | '·' | '-' | '_' => {}
                symbol if symbol.to_digit(10) == Some(value.into()) => *domain |= Domain::single(value),
                _ => return None,
            }
        }
    }
    domains.iter().all(|domain| !domain.is_empty()).then_some(domains)
}
