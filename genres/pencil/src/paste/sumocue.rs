//! Killers as SumoCue writes them: one character a cell, the sum of a cage in one of its cells
//! (0–9, A–Z from 10, a–z from 36), and in the others an arrow to a cell beside it of the same
//! cage: `<`, `>`, `^`, `v`; and `` ` ``, `'`, `,`, `_ ` up left, up right, down left, down right.

use crate::Sheet;
use crate::variant::Design;
use crate::variant::cell_name;
use tesuji_genre::Bad;

const SIDE: i32 = 9;

/// Rows and columns that an arrow goes.
fn arrow(c: char) -> Option<(i32, i32)> {
    Some(match c {
        '<' => (0, -1),
        '>' => (0, 1),
        '^' => (-1, 0),
        'v' => (1, 0),
        '`' => (-1, -1),
        '\'' => (-1, 1),
        ',' => (1, -1),
        '_' => (1, 1),
        _ => return None,
    })
}

fn sum(c: char) -> Option<u16> {
    match c {
        '0'..='9' => Some(c as u16 - '0' as u16),
        'A'..='Z' => Some(c as u16 - 'A' as u16 + 10),
        'a'..='z' if c != 'v' => Some(c as u16 - 'a' as u16 + 36),
        _ => None,
    }
}

/// Reads such a text, on one line or several; `None` when it is none.
pub(super) fn parse(text: &str) -> Option<Result<Sheet, Bad>> {
    let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let fits = cells.iter().all(|&c| sum(c).is_some() || arrow(c).is_some());
    let arrows = cells.iter().filter(|&&c| matches!(c, '<' | '>' | '^')).count();
    (cells.len() == (SIDE * SIDE) as usize && fits && arrows > 0).then(|| read(&cells))
}

fn read(cells: &[char]) -> Result<Sheet, Bad> {
    let grid = Design::usual(SIDE as usize)?;
    let mut cages: Vec<(usize, Vec<u32>)> = Vec::new();
    for cell in 0..cells.len() {
        let head = head(cells, cell)?;
        match cages.iter_mut().find(|(first, _)| *first == head) {
            Some((_, of)) => of.push(cell as u32),
            None => cages.push((head, vec![cell as u32])),
        }
    }
    let mut sheet = Sheet::new(grid);
    // A sum of 0 is none.
    let cages = cages.into_iter().map(|(head, of)| (of, sum(cells[head]).filter(|&s| s > 0)));
    sheet.set_cages(cages.collect())?;
    Ok(sheet)
}

/// The cell with the sum that the arrows from a cell lead to.
fn head(cells: &[char], from: usize) -> Result<usize, Bad> {
    let mut at = from;
    for _ in 0..cells.len() {
        let Some((down, right)) = arrow(cells[at]) else { return Ok(at) };
        let (row, col) = (at as i32 / SIDE + down, at as i32 % SIDE + right);
        if !(0..SIDE).contains(&row) || !(0..SIDE).contains(&col) {
            return Err(Bad::new("the arrow leads out of the grid").at(cell_name(SIDE as usize, at)));
        }
        at = (row * SIDE + col) as usize;
    }
    Err(Bad::new("the arrows from this cell lead to no sum").at(cell_name(SIDE as usize, from)))
}
