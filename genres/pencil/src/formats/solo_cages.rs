//! Cages as Simon Tatham's *Solo* takes them: every cell in a cage, every cage with its sum, none
//! of one cell.
//!
//! A puzzle with other cages is written with what its one solution says besides: missing sums are
//! filled in, and a cell by itself joins a cage beside it. The solution stays the only one, since
//! nothing is taken away. And Solo must be able to solve it: where its deduction does not reach,
//! values of the solution are given.

use super::solo_deduction;
use crate::Sheet;
use crate::variant::Design;
use crate::variant::{cell_name, neighbours};
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// A cage on its way to Solo: its cells, and its sum where the puzzle gives one.
struct Part {
    cells: Vec<usize>,
    sum: Option<u16>,
}

/// Does Solo take the cages as they are?
pub(super) fn fit(sheet: &Sheet) -> bool {
    let covered: usize = sheet.design.cages().map(<[u32]>::len).sum();
    covered == sheet.design.cells()
        && sheet.design.cages().all(|cage| cage.len() > 1)
        && sheet.sums.iter().all(Option::is_some)
}

/// The same puzzle with cages that Solo takes; `solution` is its one solution.
///
/// # Errors
/// [`Bad`] with the cell that no cage beside it can take in.
pub(super) fn fitted(sheet: &Sheet, solution: &[Value]) -> Result<Sheet, Bad> {
    let grid = &sheet.design;
    let mut givens = sheet.givens.clone();
    let mut parts: Vec<Part> = Vec::new();
    for (cage, &sum) in grid.cages().zip(&sheet.sums) {
        parts.push(Part { cells: cage.iter().map(|&c| c as usize).collect(), sum });
    }
    let uncovered = (0..grid.cells()).filter(|&cell| grid.cage_at(cell).is_none());
    parts.extend(uncovered.map(|cell| Part { cells: vec![cell], sum: None }));
    while let Some(single) = first_single(&parts) {
        let part = parts.remove(single);
        let Some(&cell) = part.cells.first() else { continue };
        let into = host(grid, &parts, cell, part.sum.is_some(), solution).ok_or_else(|| {
            Bad::new("sgt has no cage of one cell, and no cage beside this cell can take it in")
                .at(cell_name(grid.n(), cell))
        })?;
        let host = &mut parts[into];
        if part.sum.is_some() || host.sum.is_some() {
            givens[cell] = solution[cell];
        }
        host.sum = host.sum.map(|sum| sum + u16::from(solution[cell]));
        host.cells.push(cell);
    }
    let total = |cells: &[usize]| cells.iter().map(|&cell| u16::from(solution[cell])).sum::<u16>();
    let cages = parts.into_iter().map(|part| {
        let sum = part.sum.unwrap_or_else(|| total(&part.cells));
        (part.cells.into_iter().map(|cell| cell as u32).collect(), Some(sum))
    });
    let mut out = Sheet { sums: Vec::new(), ..Sheet::new(grid.clone()) };
    out.set_cages(cages.collect())?;
    out.givens = givens;
    Ok(out)
}

/// The same puzzle with so many givens of the solution more that Solo's deduction solves it.
///
/// # Errors
/// [`Bad`] where these are more than a row has cells.
pub(super) fn eased(sheet: &Sheet, solution: &[Value]) -> Result<Sheet, Bad> {
    let givens = solo_deduction::eased(sheet, solution);
    let more: Vec<usize> = (0..givens.len()).filter(|&cell| givens[cell] > 0 && sheet.givens[cell] == 0).collect();
    if more.len() > sheet.design.n() {
        let what = format!("sgt's solver would need {} values of the solution as givens", more.len());
        return Err(Bad::new(what).at(cell_name(sheet.design.n(), more[0])));
    }
    Ok(Sheet { givens, ..sheet.clone() })
}

/// The one-cell part whose cell comes first.
fn first_single(parts: &[Part]) -> Option<usize> {
    let singles = parts.iter().enumerate().filter(|(_, part)| part.cells.len() == 1);
    singles.min_by_key(|(_, part)| part.cells[0]).map(|(index, _)| index)
}

/// The part beside `cell` that takes it in: one that has not its value yet. Where the cell has no
/// sum of its own, a part without a sum is preferred, for then the value need not be given away;
/// then the smallest.
fn host(grid: &Design, parts: &[Part], cell: usize, has_sum: bool, solution: &[Value]) -> Option<usize> {
    let beside: Vec<usize> = neighbours(grid.n(), cell).collect();
    let takes = |part: &Part| {
        part.cells.len() < grid.n()
            && part.cells.iter().any(|other| beside.contains(other))
            && part.cells.iter().all(|&other| solution[other] != solution[cell])
    };
    let rank = |part: &Part| (!has_sum && part.sum.is_some(), part.cells.len(), part.cells[0]);
    let fitting = parts.iter().enumerate().filter(|(_, part)| takes(part));
    fitting.min_by_key(|(_, part)| rank(part)).map(|(index, _)| index)
}
