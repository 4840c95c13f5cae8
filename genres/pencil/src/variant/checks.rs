//! Constraints that no grid can keep, found before any search: sums that can't be, lines that are
//! too long.

use super::constraint::{Constraint, Form};
use super::design::Design;
use super::grid::Grid;
use super::rules::once_each;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// The least and the greatest sum of a number of different values; none: there are fewer values.
fn different(grid: &Grid, cells: usize) -> Option<(i32, i32)> {
    let values: Vec<i32> = grid.values().iter().map(i32::from).collect();
    let least = values.get(..cells)?.iter().sum();
    Some((least, values[values.len() - cells..].iter().sum()))
}

/// Why no grid keeps the constraint; none where that is not seen at sight.
pub fn impossible(c: &Constraint, grid: &Grid) -> Option<String> {
    let cells = c.line().len();
    let once = once_each(c.line()).len();
    let (low, high) = (i32::from(grid.low), i32::from(grid.high));
    let values = grid.values().len() as usize;
    let noun = c.kind.noun;
    let numbered = |least: i32, most: i32| {
        let number = c.number();
        let is_out = !c.numbers.is_empty() && !(least..=most).contains(&number);
        is_out.then(|| format!("a {noun} of {number} over {cells} cells; it must be from {least} to {most}"))
    };
    if cells == 0 && needs_cells(c) {
        return Some(format!("a {noun} without cells"));
    }
    match c.kind.name {
        "Cage" | "AllDifferent" | "Renban" | "Thermo" if once > values => {
            Some(format!("a {noun} of {once} cells, which differ; there are {values} values"))
        }
        "Thermo" if once < cells => Some("a thermometer that meets itself".to_string()),
        "Cage" if c.number() != 0 && once == cells => {
            let (least, most) = different(grid, cells)?;
            numbered(least, most)
        }
        "LittleKiller" => numbered(low * cells as i32, high * cells as i32),
        "Sandwich" => numbered(0, (low + 1..high).sum()),
        "XSum" => numbered(1, different(grid, cells.min(values))?.1),
        "Skyscraper" => numbered(1, cells as i32),
        "Whisper" => {
            let number = c.number();
            let is_out = number > high - low && cells > 1;
            is_out.then(|| format!("a whisper of {number}; values differ by {} at most", high - low))
        }
        "Arrow" if cells > 1 && low * (cells as i32 - 1) > high => {
            Some(format!("an arrow of {} cells, whose sum is above {high}", cells - 1))
        }
        "Quad" if c.numbers.len() > 4 => Some(format!("{} values for four cells", c.numbers.len())),
        "Quad" => {
            let other = c.numbers.iter().find(|n| !(low..=high).contains(*n))?;
            Some(format!("{other} is no value from {low} to {high}"))
        }
        _ => None,
    }
}

fn needs_cells(c: &Constraint) -> bool {
    let is_listed = matches!(c.kind.form, Form::Cells | Form::Number(_) | Form::Weighted);
    is_listed && c.inner.is_empty()
}

/// Refuses two cages over the same cells with different sums. (Cages may overlap.)
///
/// # Errors
/// [`Bad`] with the first cell.
pub fn same_cages(design: &Design) -> Result<(), Bad> {
    let mut seen: BTreeMap<Vec<u32>, i32> = BTreeMap::new();
    for c in design.constraints.iter().filter(|c| c.kind.name == "Cage" && c.number() != 0) {
        let mut cells = c.line().to_vec();
        cells.sort_unstable();
        let at = cells.first().map_or(String::new(), |&cell| design.grid.name(cell));
        let other = *seen.entry(cells).or_insert(c.number());
        if other != c.number() {
            let what = format!("two cages over the same cells, of {other} and of {}", c.number());
            return Err(Bad::new(what).at(format!("Cage {at}")));
        }
    }
    Ok(())
}
