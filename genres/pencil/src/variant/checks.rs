//! Constraints that no grid can keep, found before any search: sums that can't be, lines that are
//! too long.

use super::constraint::{Constraint, Form};
use super::design::Design;
use super::grid::Grid;
use super::rules::once_each;
use std::collections::BTreeSet;
use tesuji_genre::Bad;

/// The least and the greatest sum of a number of different values; none: there are fewer values.
fn different(grid: &Grid, cells: usize) -> Option<(i32, i32)> {
    let values: Vec<i32> = grid.values().iter().map(i32::from).collect();
    let least = values.get(..cells)?.iter().sum();
    Some((least, values[values.len() - cells..].iter().sum()))
}

/// By number, whether some different values of a range add up to it.
fn sums_of_some(values: std::ops::Range<i32>) -> Vec<bool> {
    let mut sums = vec![true];
    for value in values.filter(|&value| value > 0) {
        let with = value as usize;
        sums.resize(sums.len() + with, false);
        for sum in (with..sums.len()).rev() {
            sums[sum] |= sums[sum - with];
        }
    }
    sums
}

/// The sums that the first `x` cells of a line of different values can have, if the first is `x`.
fn first_sums(grid: &Grid, x: i32) -> BTreeSet<i32> {
    let rest = (x - 1).max(0) as usize;
    // By the number of cells behind the first, the sums that are possible.
    let mut sums = vec![BTreeSet::new(); rest + 1];
    sums[0].insert(x);
    for value in grid.values().iter().map(i32::from).filter(|&v| v != x) {
        for count in (0..rest).rev() {
            let with: Vec<i32> = sums[count].iter().map(|sum| sum + value).collect();
            sums[count + 1].extend(with);
        }
    }
    sums.pop().unwrap_or_default()
}

/// The indefinite article for a word.
fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u', 'X']) { "an" } else { "a" }
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
        is_out.then(|| {
            format!("{} {noun} of {number} over {cells} cells; it must be from {least} to {most}", article(noun))
        })
    };
    if cells == 0 && needs_cells(c) {
        return Some(format!("{} {noun} without cells", article(noun)));
    }
    match c.kind.name {
        "Cage" | "AllDifferent" | "Renban" | "Thermo" if once > values => {
            Some(format!("{} {noun} of {once} cells, which differ; there are {values} values", article(noun)))
        }
        "Thermo" if once < cells => Some("a thermometer that meets itself".to_string()),
        "Cage" if c.number() != 0 && once == cells => {
            let (least, most) = different(grid, cells)?;
            numbered(least, most)
        }
        "LittleKiller" => numbered(low * cells as i32, high * cells as i32),
        // Only where the values of a line differ.
        "Sandwich" if grid.has_lines => {
            let sums = sums_of_some(low + 1..high);
            let most = sums.len() as i32 - 1;
            let is_one = |n: i32| sums.get(usize::try_from(n).ok()?).copied();
            numbered(0, most).or_else(|| {
                let number = c.numbers.first().copied().filter(|&n| is_one(n) == Some(false))?;
                Some(format!("a {noun} of {number}: no different values between {low} and {high} add up to it"))
            })
        }
        "XSum" if grid.has_lines => {
            let most = different(grid, cells.min(values))?.1;
            let is_one = |n: i32| (low.max(1)..=high.min(cells as i32)).any(|x| first_sums(grid, x).contains(&n));
            numbered(1, most).or_else(|| {
                let number = c.numbers.first().copied().filter(|&n| !is_one(n))?;
                Some(format!("an {noun} of {number}: no number of first cells adds up to it"))
            })
        }
        "Difference" if !(0..=high - low).contains(&c.number()) => {
            Some(format!("a difference of {}; values differ by {} at most", c.number(), high - low))
        }
        "Ratio" if !c.numbers.is_empty() && (c.number() < 1 || low > 0 && c.number() > high / low) => {
            Some(format!("a ratio of {} among the values from {low} to {high}", c.number()))
        }
        "Between" | "Lockout" if cells < 2 => Some(format!("a {noun} of less than two cells")),
        "DoubleArrow" if cells < 3 => Some(format!("a {noun} of less than three cells")),
        "Arrow" if cells < 2 => Some("an arrow without cells behind its circle".to_string()),
        "Skyscraper" => numbered(1, cells as i32),
        "Whisper" => {
            let number = c.number();
            let is_out = number > high - low && cells > 1;
            is_out.then(|| format!("a whisper of {number}; values differ by {} at most", high - low))
        }
        "Arrow" if cells > 1 && low * (cells as i32 - 1) > high => {
            Some(format!("an arrow of {} cells, whose sum is above {high}", cells - 1))
        }
        "Quad" if grid.has_lines && c.numbers.iter().any(|n| c.numbers.iter().filter(|m| *m == n).count() > 2) => {
            Some("a value more than twice in four cells".to_string())
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

/// The sum of another cage over the same cells, if it differs.
pub fn other_sum(c: &Constraint, others: &[Constraint]) -> Option<i32> {
    let cells = |c: &Constraint| {
        let mut cells = c.line().to_vec();
        cells.sort_unstable();
        cells
    };
    let is_cage = |c: &&Constraint| c.kind.name == "Cage" && c.number() != 0;
    let own = Some(c).filter(is_cage)?;
    let clashes = |other: &&Constraint| other.number() != own.number() && cells(other) == cells(own);
    others.iter().filter(is_cage).find(clashes).map(Constraint::number)
}

/// Refuses two cages over the same cells with different sums. (Cages may overlap.)
///
/// # Errors
/// [`Bad`] with the first cell.
pub fn same_cages(design: &Design) -> Result<(), Bad> {
    for (i, c) in design.constraints.iter().enumerate() {
        if let Some(other) = other_sum(c, &design.constraints[..i]) {
            let what = format!("two cages over the same cells, of {other} and of {}", c.number());
            let first = c.line().iter().min();
            let at = first.map_or(String::new(), |&cell| design.grid.name(cell));
            return Err(Bad::new(what).at(format!("Cage {at}")));
        }
    }
    Ok(())
}
