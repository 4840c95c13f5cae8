//! f-puzzles addresses of the family: regions, givens, diagonals, knights and cages. Documents with
//! other parts are puzzles of the genre `variant`.

use crate::Sheet;
use crate::variant::constraints::{ANTI_KNIGHT, DIAGONAL, diagonals};
use crate::variant::{Constraint, Design, compress, fpuzzles};
use serde_json::{Map, Value as Json, json};
use tesuji_genre::{Bad, State};

const ADDRESS: &str = "https://www.f-puzzles.com/?load=";

/// Parts of a document that say nothing of solutions.
const EXTRAS: [&str; 8] =
    ["size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts", "successMessage"];

/// Writes an address. What is filled in stands beside the givens.
pub(super) fn print(sheet: &Sheet) -> Result<String, Bad> {
    let grid = &sheet.design;
    let n = grid.n();
    let usual = grid.has_usual_boxes();
    let owners = grid.owners();
    let placed = |cell: usize| sheet.state.as_ref().and_then(|s| s.placed.get(&(cell as u32)).copied());
    let cell = |cell: usize| {
        let mut own = Map::new();
        match (sheet.givens[cell], placed(cell)) {
            (0, None) => {}
            (0, Some(value)) => drop(own.insert("value".into(), json!(value))),
            (given, _) => {
                own.insert("value".into(), json!(given));
                own.insert("given".into(), json!(true));
            }
        }
        if !usual {
            own.insert("region".into(), json!(owners[cell]));
        }
        Json::Object(own)
    };
    let rows: Vec<Json> = (0..n).map(|r| (0..n).map(|c| cell(r * n + c)).collect()).collect();
    let mut parts = Map::new();
    parts.insert("size".into(), json!(n));
    parts.insert("grid".into(), rows.into());
    if grid.has(&DIAGONAL) {
        parts.insert("diagonal+".into(), json!(true));
        parts.insert("diagonal-".into(), json!(true));
    }
    if grid.has(&ANTI_KNIGHT) {
        parts.insert("antiknight".into(), json!(true));
    }
    let name = |&cell: &u32| {
        let (r, c) = grid.grid.row_col(cell);
        format!("R{}C{}", r + 1, c + 1)
    };
    let cages = grid.cages().zip(&sheet.sums).map(|(cells, sum)| {
        let mut cage = json!({"cells": cells.iter().map(name).collect::<Vec<_>>()});
        if let Some(sum) = sum {
            cage["value"] = sum.to_string().into();
        }
        cage
    });
    let cages: Vec<Json> = cages.collect();
    if !cages.is_empty() {
        parts.insert("killercage".into(), cages.into());
    }
    Ok(format!("{ADDRESS}{}", compress(&Json::Object(parts).to_string())))
}

/// Reads an address or a document; `None` where the text is neither.
pub(crate) fn parse(text: &str) -> Option<Result<Sheet, Bad>> {
    match fpuzzles::document(text) {
        Ok(document) => document.map(|document| read(&document)),
        Err(bad) => Some(Err(bad)),
    }
}

fn read(document: &str) -> Result<Sheet, Bad> {
    let json: Json = serde_json::from_str(document).map_err(|e| Bad::new(format!("f-puzzles: {e}")))?;
    let wrong = |what: &str, at: &str| Bad::new(format!("f-puzzles: {what}")).at(at.to_string());
    let parts = json.as_object().ok_or_else(|| wrong("the document is no object", ""))?;
    let size = parts.get("size").and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    let n = size.ok_or_else(|| wrong("a size is expected", "size"))?;
    let usual = Design::usual(n);
    let rows: Vec<&Json> = parts.get("grid").and_then(Json::as_array).into_iter().flatten().collect();
    let cells: Vec<&Json> = rows.iter().flat_map(|row| row.as_array().into_iter().flatten()).collect();
    if rows.len() != n || cells.len() != n * n {
        return Err(wrong(&format!("{n} rows of {n} cells are expected"), "grid"));
    }
    let name = |cell: usize| crate::variant::cell_name(n, cell);
    let boxed: Option<Vec<u32>> =
        usual.as_ref().ok().map(|g| g.owners().iter().map(|r| r.unwrap_or(0) as u32).collect());
    let region = |(at, cell): (usize, &&Json)| match cell.get("region") {
        None => boxed.as_ref().map(|all| all[at]).ok_or_else(|| wrong("a region is expected", &name(at))),
        Some(region) => region
            .as_u64()
            .and_then(|r| u32::try_from(r).ok())
            .ok_or_else(|| wrong("a cell without a region is one of --genre variant", &name(at))),
    };
    let label = cells.iter().enumerate().map(region).collect::<Result<Vec<u32>, Bad>>()?;
    let mut grid = Design::irregular(n, &label)?;
    let is_said = |part: &Json| match part {
        Json::Null | Json::Bool(false) => false,
        Json::Array(list) => !list.is_empty(),
        Json::String(text) => !text.is_empty(),
        _ => true,
    };
    let flag = |name: &str| parts.get(name).is_some_and(is_said);
    if flag("diagonal+") != flag("diagonal-") {
        return Err(wrong("one diagonal alone is one of --genre variant", "diagonal"));
    }
    if flag("diagonal+") {
        grid.add(&diagonals());
    }
    if flag("antiknight") {
        grid.add(&[Constraint::of(&ANTI_KNIGHT)]);
    }
    let known = ["diagonal+", "diagonal-", "antiknight", "killercage"];
    let other = parts
        .iter()
        .find(|(name, part)| !EXTRAS.contains(&name.as_str()) && !known.contains(&name.as_str()) && is_said(part));
    if let Some((name, _)) = other {
        return Err(wrong(&format!("{name} is one of --genre variant"), name));
    }
    let place = |json: &Json| {
        let (r, c) = json.as_str()?.strip_prefix('R')?.split_once('C')?;
        let at = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|i| *i < n);
        Some(grid.grid.cell(at(r)?, at(c)?))
    };
    let mut cages = Vec::new();
    for cage in parts.get("killercage").and_then(Json::as_array).into_iter().flatten() {
        let list = cage.get("cells").and_then(Json::as_array).into_iter().flatten();
        let cells: Option<Vec<u32>> = list.map(place).collect();
        let cells = cells.filter(|c| !c.is_empty()).ok_or_else(|| wrong("cells as R1C1 are expected", "killercage"))?;
        let sum = match cage.get("value").filter(|value| is_said(value)) {
            None => None,
            Some(value) => {
                let sum = value.as_str().map_or_else(|| value.to_string(), str::to_string).parse::<u16>();
                Some(sum.map_err(|_| wrong(&format!("{value} is no sum"), "killercage"))?)
            }
        };
        cages.push((cells, sum));
    }
    let mut sheet = Sheet::new(grid);
    let mut state = State::default();
    for (at, cell) in cells.iter().enumerate() {
        let Some(value) = cell.get("value").filter(|value| is_said(value)) else { continue };
        let value = value.as_u64().filter(|v| (1..=n as u64).contains(v));
        let value = value.ok_or_else(|| wrong(&format!("1 to {n} is expected"), &name(at)))? as u8;
        if cell.get("given").is_some_and(is_said) {
            sheet.givens[at] = value;
        } else {
            state.placed.insert(at as u32, value);
        }
    }
    if cells.iter().any(|cell| cell.get("givenPencilMarks").is_some_and(is_said)) {
        return Err(wrong("given pencil marks are of --genre variant", "grid"));
    }
    if !cages.is_empty() {
        sheet.set_cages(cages)?;
    }
    sheet.state = (!state.placed.is_empty()).then_some(state);
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str, with: impl Fn(&mut Sheet)) {
        let mut sheet = crate::paste::parse(text).unwrap();
        with(&mut sheet);
        let address = print(&sheet).unwrap();
        let read = parse(&address).unwrap().unwrap();
        assert_eq!((&read.design, &read.givens, &read.sums), (&sheet.design, &sheet.givens, &sheet.sums));
        assert_eq!(read.state, sheet.state);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let plain = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        again(plain, |_| {});
        again(plain, |sheet| sheet.design.add(&diagonals()));
        again(plain, |sheet| sheet.design.add(&[Constraint::of(&ANTI_KNIGHT)]));
        again(plain, |sheet| {
            sheet.set_cages(vec![(vec![2, 3], Some(7)), (vec![20, 29], None)]).unwrap();
            sheet.state = Some(State { placed: [(2, 4)].into(), ..State::default() });
        });
        let regions = [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3];
        let mut sheet = Sheet::new(Design::irregular(4, &regions).unwrap());
        sheet.givens[5] = 3;
        let read = parse(&print(&sheet).unwrap()).unwrap().unwrap();
        assert_eq!((read.design, read.givens), (sheet.design, sheet.givens));
    }

    #[test]
    fn other_parts_are_named() {
        let grid = "[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]";
        let says = |parts: &str, says: &str| {
            let text = format!("{{\"size\":4,\"grid\":{grid}{parts}}}");
            let why = parse(&text).unwrap().unwrap_err().to_string();
            assert!(why.contains(says), "{why}");
        };
        says(",\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "thermometer is one of --genre variant");
        says(",\"diagonal+\":true", "one diagonal alone");
        says(",\"killercage\":[{\"cells\":[\"R9C1\"]}]", "cells as R1C1");
        assert!(parse("123412341234").is_none());
    }
}
