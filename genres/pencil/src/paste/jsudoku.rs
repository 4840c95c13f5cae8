//! Killers as `3x3::k:` and a number a cell: 256 times the sum of its cage, and the cage's number.
//! A cell whose sum is 0 is in no cage. A `d` between the first colons adds the diagonals.

use crate::Sheet;
use crate::variant::Design;
use crate::variant::constraints::diagonals;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// Reads such a text; `None` when it is none.
pub(crate) fn parse(line: &str) -> Option<Result<Sheet, Bad>> {
    let (shape, rest) = line.split_once(':')?;
    let (rows, cols) = shape.split_once('x')?;
    let (rows, cols) = (rows.parse().ok()?, cols.parse().ok()?);
    let (flags, numbers) = rest.split_once("k:")?;
    let flags: Vec<&str> = flags.split(':').filter(|flag| !flag.is_empty()).collect();
    flags.iter().all(|flag| flag.bytes().all(|b| b.is_ascii_lowercase())).then(|| read(rows, cols, &flags, numbers))
}

fn read(rows: usize, cols: usize, flags: &[&str], numbers: &str) -> Result<Sheet, Bad> {
    let mut grid = Design::boxed(rows, cols)?;
    let (numbers, note) = numbers.split_once(char::is_whitespace).unwrap_or((numbers, ""));
    for flag in flags {
        match *flag {
            "d" => grid.add(&diagonals()),
            other => return Err(Bad::new(format!("the mark {other:?} of the killer is not known; d is"))),
        }
    }
    let numbers: Vec<&str> = numbers.trim_end_matches(':').split(':').collect();
    if numbers.len() != grid.cells() {
        let (n, found) = (grid.n(), numbers.len());
        return Err(Bad::new(format!("{found} cells; a {n}x{n} grid has {}", n * n)));
    }
    let mut cages: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (cell, number) in numbers.iter().enumerate() {
        let at = crate::variant::cell_name(grid.n(), cell);
        let number: u32 = number.parse().map_err(|_| Bad::new(format!("{number:?} is no number")).at(at))?;
        if number >= 256 {
            cages.entry(number).or_default().push(cell as u32);
        }
    }
    let mut sheet = Sheet::new(grid);
    let sum =
        |number: u32| u16::try_from(number / 256).map_err(|_| Bad::new(format!("{number}: the sum is too large")));
    sheet.set_cages(cages.into_iter().map(|(k, cells)| Ok((cells, Some(sum(k)?)))).collect::<Result<_, Bad>>()?)?;
    if !note.trim().is_empty() {
        sheet.notes.insert("note".to_string(), note.trim().into());
    }
    Ok(sheet)
}
