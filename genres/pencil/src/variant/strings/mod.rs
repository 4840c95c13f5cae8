//! Constraint strings: `.Type~word~R1C1~R1C2`, one constraint after the other.

mod plain;
mod read;
mod write;

pub use plain::read as read_plain;
pub use read::read;
pub use write::write;

use super::grid::Grid;
use tesuji_genre::Bad;

/// The base of numbers in names of cells: one more than the longest side.
const BASE: u32 = 17;

/// The name of a cell or a variable outside: R3C5, RaC1, VA2.
fn cell_name(grid: &Grid, cell: u32) -> String {
    match grid.outside_of(cell) {
        Some((group, _)) if group.count == 1 => format!("V{}", group.name),
        Some((group, i)) => format!("V{}{}", group.name, i + 1),
        None => {
            let (r, c) = grid.row_col(cell);
            let digit = |n: usize| char::from_digit(n as u32 + 1, BASE).unwrap_or('?');
            format!("R{}C{}", digit(r), digit(c))
        }
    }
}

/// The cell or variable outside of a name.
fn cell(grid: &Grid, name: &str) -> Result<u32, Bad> {
    let bad = || Bad::new(format!("{name:?} is no cell of the grid of {}x{}", grid.rows, grid.cols)).at(name);
    if let Some(rest) = name.strip_prefix('V') {
        let letters = rest.chars().take_while(char::is_ascii_uppercase).count();
        let (group, number) = rest.split_at(letters);
        let all = grid.group(group).ok_or_else(bad)?;
        let number = if number.is_empty() && all.len() == 1 { 1 } else { number.parse().unwrap_or(0) };
        return all.get(usize::wrapping_sub(number, 1)).copied().ok_or_else(bad);
    }
    let number = |c: &char| c.to_digit(BASE).and_then(|n| n.checked_sub(1)).map(|n| n as usize);
    match &name.chars().collect::<Vec<_>>()[..] {
        ['R' | 'r', r, 'C' | 'c', c] => match (number(r), number(c)) {
            (Some(r), Some(c)) if r < grid.rows && c < grid.cols => Ok(grid.cell(r, c)),
            _ => Err(bad()),
        },
        _ => Err(bad()),
    }
}
