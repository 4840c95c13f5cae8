//! Maps whose parts are a grid, its regions, its cages and its solution.

use super::document::{grid, rows_of_words};
use super::row::SIDES;
use super::table;
use crate::text::data::Data;
use crate::variant::constraints::{ANTI_KNIGHT, diagonals};
use crate::variant::{Constraint, Design};
use crate::{Sheet, notation};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, Stated, UNREAD};

const REGIONS: &[&str] =
    &["regions", "region", "areas", "area", "shapes", "boxes", "blocks", "jigsaw", "zones", "groups", "pieces"];
const CAGES: &[&str] = &["cages", "cage", "killer", "killercages"];
/// Parts that say nothing of the rules, and those whose rules are known.
const ABOUT: &[&str] = &["version", "kind", "dimensions", "empty", "block", "checksum", "saved", "styles"];
const DIAGONALS: &[&str] = &["diagonals", "diagonal"];
const KNIGHTS: &[&str] = &["antiknight", "anti_knight", "anti-knight"];
const GRIDS: &[&str] = &["value", "values", "cells", "data", "matrix", "field"];

/// Is it a name of a part?
pub(super) fn is_part(name: &str) -> bool {
    let name = name.to_lowercase();
    [table::PUZZLE, table::SOLUTION, REGIONS, CAGES, GRIDS].iter().any(|names| names.contains(&name.as_str()))
}

/// The puzzle of a map; `None` where it has neither a grid nor cages.
pub(super) fn of_map(map: &[(String, Data)]) -> Option<Result<Sheet, Bad>> {
    let of = |names: &[&str]| map.iter().find(|(name, _)| names.contains(&name.to_lowercase().as_str()));
    let puzzle = of(table::PUZZLE).or_else(|| of(GRIDS));
    let (cages, regions, solution) = (of(CAGES), of(REGIONS), of(table::SOLUTION));
    let sheet = puzzle.and_then(|(_, data)| grid(data));
    if sheet.is_none() && (cages.is_none() || puzzle.is_some()) {
        return None;
    }
    let told = [puzzle, cages, regions, solution];
    let is_told = |name: &str| told.iter().flatten().any(|(known, _)| known == name);
    // A record carries fields of its own.
    let has = |name: &str| map.iter().any(|(known, _)| known == name);
    let is_record = has("genre") && puzzle.is_some_and(|(_, data)| data.text().is_some());
    let is_about = |name: &str| ABOUT.contains(&name.to_lowercase().as_str());
    let stray =
        map.iter().find(|(name, data)| !is_record && data.text().is_none() && !is_told(name) && !is_about(name));
    let is_ipuz = of(&["version"]).and_then(|(_, data)| data.text()).is_some_and(|text| text.contains("ipuz.org"));
    let stands = |names: &[&str]| of(names).and_then(|(_, data)| data.text()).is_some_and(is_yes);
    if let Some((name, _)) = stray {
        return Some(Err(Bad::new("a part of a sudoku with this name is not read").at(name.clone())));
    }
    let read = || {
        let mut cages = cages.map(|(_, data)| cages_of(data)).transpose()?;
        // There columns stand before rows.
        if is_ipuz {
            cages.iter_mut().flatten().flat_map(|(cells, _)| cells).for_each(|(r, c)| std::mem::swap(r, c));
        }
        let mut sheet = match (sheet, &cages) {
            (Some(sheet), _) => sheet?,
            (None, Some(cages)) => Sheet::new(Design::usual(side(cages)?)?),
            (None, None) => return Err(Bad::new("a grid is expected")),
        };
        let n = sheet.design.n();
        if let Some((name, data)) = regions {
            let rows = rows_of_words(data).filter(|rows| rows.len() == n && rows.iter().all(|row| row.len() == n));
            let rows = rows.ok_or_else(|| Bad::new(format!("{n} rows of {n} labels are expected")).at(name.clone()))?;
            sheet = sheet.with_regions(irregular(&rows)?);
        }
        if let Some(cages) = cages {
            sheet.set_cages(placed(cages, n)?)?;
        }
        if stands(DIAGONALS) {
            sheet.design.add(&diagonals());
        }
        if stands(KNIGHTS) {
            sheet.design.add(&[Constraint::of(&ANTI_KNIGHT)]);
        }
        let fields = map.iter().filter(|(name, data)| !is_told(name) && data.text().is_some());
        let fields = fields.filter(|(name, _)| ![DIAGONALS, KNIGHTS, ABOUT].concat().contains(&&*name.to_lowercase()));
        let said = |(name, data): &(String, Data)| {
            let text = data.text().filter(|text| !is_no(text))?;
            Some((name.clone(), serde_json::Value::from(text)))
        };
        let unread = Stated::of(&fields.filter_map(said).collect()).rules;
        if !unread.is_empty() {
            sheet.notes.insert(UNREAD.to_string(), unread.into());
        }
        if let Some(Ok(solution)) = solution.and_then(|(_, data)| grid(data)) {
            notation::note_solution(&mut sheet, &notation::print_cells(&solution.givens));
        }
        Ok(sheet)
    };
    Some(read())
}

fn is_yes(text: &str) -> bool {
    ["true", "1", "yes"].contains(&text.to_lowercase().as_str())
}

fn is_no(text: &str) -> bool {
    ["", "false", "0", "no", "null", "none"].contains(&text.to_lowercase().as_str())
}

/// The grid whose regions have these labels.
pub(super) fn irregular(rows: &[Vec<String>]) -> Result<Design, Bad> {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let mut labels = Vec::new();
    for label in rows.iter().flatten() {
        let next = numbers.len() as u32;
        labels.push(*numbers.entry(label.trim()).or_insert(next));
    }
    Design::irregular(rows.len(), &labels)
}

/// A cage of a document: rows and columns, and the sum.
type Cage = (Vec<(usize, usize)>, Option<u16>);

fn cages_of(data: &Data) -> Result<Vec<Cage>, Bad> {
    let list = data.list().ok_or_else(|| Bad::new("a list of cages is expected").at("cages"))?;
    let cage = |(i, data): (usize, &Data)| {
        let bad = |what: &str| Bad::new(format!("{what} expected")).at(format!("cage {}", i + 1));
        let Data::Map(map) = data else { return Err(bad("cells and a sum are")) };
        let of =
            |names: &[&str]| map.iter().find(|(name, _)| names.contains(&name.to_lowercase().as_str())).map(|(_, d)| d);
        let cells = of(&["cells", "squares", "positions", "coords"]).and_then(Data::list);
        let cells: Option<Vec<_>> = cells.ok_or_else(|| bad("cells are"))?.iter().map(cell).collect();
        let sum = of(&["sum", "value", "total", "target", "number"]);
        let sum = match sum.map(|d| (d, d.number())) {
            None => None,
            Some((_, Some(n))) => Some(u16::try_from(n).map_err(|_| bad("a sum is"))?).filter(|n| *n > 0),
            Some((d, None)) if d.text().is_some_and(|t| t.is_empty() || t == "null" || t == "None") => None,
            Some(_) => return Err(bad("a number is")),
        };
        Ok((cells.ok_or_else(|| bad("cells such as [0, 1] or r1c2 are"))?, sum))
    };
    list.iter().enumerate().map(cage).collect()
}

/// A cell as `[0, 1]`, or as `r1c2`, which counts from 1 always and is told by rows from 1000.
fn cell(data: &Data) -> Option<(usize, usize)> {
    if let Some(text) = data.text() {
        let (row, col) = text.to_lowercase().strip_prefix('r')?.split_once('c').map(|(r, c)| (r.parse(), c.parse()))?;
        let (row, col): (usize, usize) = (row.ok()?, col.ok()?);
        return ((1..=99).contains(&row) && (1..=99).contains(&col)).then(|| (NAMED + row - 1, NAMED + col - 1));
    }
    let pair: Vec<i64> = data.list()?.iter().filter_map(Data::number).collect();
    match pair[..] {
        [r, c] if (0..99).contains(&r) && (0..99).contains(&c) => Some((r as usize, c as usize)),
        _ => None,
    }
}

/// Added to rows and columns of cells that are named.
const NAMED: usize = 1000;

fn side(cages: &[Cage]) -> Result<usize, Bad> {
    let cells = cages.iter().map(|(cells, _)| cells.len()).sum::<usize>();
    let n = SIDES.clone().find(|n| n * n == cells);
    n.ok_or_else(|| {
        Bad::new(format!("the cages have {cells} cells, and no grid beside them tells its size")).at("cages")
    })
}

/// The cages by numbers of cells. Whether rows count from 0 or from 1 the least and the greatest
/// tell.
fn placed(cages: Vec<Cage>, n: usize) -> Result<Vec<(Vec<u32>, Option<u16>)>, Bad> {
    let all = || cages.iter().flat_map(|(cells, _)| cells.iter().flat_map(|&(r, c)| [r, c]));
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let first = match (least, most) {
        (least, _) if least >= NAMED => NAMED,
        (0, most) if most < n => 0,
        (_, most) if most == n && least >= 1 => 1,
        _ => return Err(Bad::new("ambiguous: rows and columns of the cages may count from 0 or from 1").at("cages")),
    };
    let number = |(r, c): &(usize, usize)| {
        let (r, c) = (r.checked_sub(first)?, c.checked_sub(first)?);
        (r < n && c < n).then(|| (r * n + c) as u32)
    };
    let cage = |(cells, sum): &Cage| {
        let cells: Option<Vec<u32>> = cells.iter().map(number).collect();
        Ok((cells.ok_or_else(|| Bad::new("a cell is out of the grid").at("cages"))?, *sum))
    };
    cages.iter().map(cage).collect()
}
