//! Writes f-puzzles documents.

use super::{globals, lines};
use crate::variant::constraint::Constraint;
use crate::variant::design::Design;
use serde_json::{Map, Value as Json, json};
use tesuji_genre::Bad;
use tesuji_solver::Domain;

/// The document of a design with these constraints and values.
///
/// # Errors
/// [`Bad`] with what documents have no part for.
pub fn write(design: &Design, stands: &dyn Fn(usize) -> bool, values: &[Domain]) -> Result<String, Bad> {
    let grid = &design.grid;
    let n = grid.rows;
    if n != grid.cols || (grid.low, usize::from(grid.high)) != (1, n) || !grid.has_lines || !grid.outside.is_empty() {
        return Err(Bad::new("f-puzzles documents are of square grids with the values from 1 on, without variables"));
    }
    if design.region_size.is_some_and(|size| size != n) {
        return Err(Bad::new("f-puzzles documents have no regions of another size"));
    }
    let mut parts = Map::new();
    parts.insert("size".to_string(), json!(n));
    parts.insert("grid".to_string(), cells(design, values)?);
    for (_, c) in design.constraints.iter().enumerate().filter(|(i, _)| stands(*i)) {
        constraint(c, design, &mut parts)?;
    }
    for (name, part) in design.extras.iter().filter(|(name, _)| *name != "cells") {
        match (parts.get_mut(name), part) {
            (Some(Json::Array(list)), Json::Array(more)) => list.extend(more.iter().cloned()),
            _ => drop(parts.insert(name.clone(), part.clone())),
        }
    }
    Ok(Json::Object(parts).to_string())
}

fn cells(design: &Design, values: &[Domain]) -> Result<Json, Bad> {
    let grid = &design.grid;
    let extras = design.extras.get("cells").and_then(Json::as_object);
    let mut rows = Vec::new();
    let boxes = grid.boxes(grid.rows);
    for r in 0..grid.rows {
        let mut row = Vec::new();
        for c in 0..grid.cols {
            let cell = grid.cell(r, c);
            let mut own = extras.and_then(|all| all.get(&name(design, cell))?.as_object()).cloned().unwrap_or_default();
            let domain = values[cell as usize];
            if let Some(value) = domain.value() {
                own.insert("value".to_string(), json!(value));
                own.insert("given".to_string(), json!(true));
            } else if domain != design.values() {
                own.insert("givenPencilMarks".to_string(), json!(domain.iter().collect::<Vec<_>>()));
            }
            let usual = boxes.iter().position(|b| b.contains(&cell)).map(|i| i as u8);
            let region = match &design.jigsaw {
                Some(jigsaw) => jigsaw[cell as usize],
                None if design.no_boxes => None,
                None => usual,
            };
            if region != usual || design.jigsaw.is_some() {
                own.insert("region".to_string(), json!(region));
            }
            row.push(Json::Object(own));
        }
        rows.push(Json::Array(row));
    }
    if design.jigsaw.is_some() && !design.no_boxes && !boxes.is_empty() {
        return Err(Bad::new("f-puzzles documents have no boxes beside irregular regions"));
    }
    Ok(Json::Array(rows))
}

/// The name of a cell in documents.
pub(crate) fn name(design: &Design, cell: u32) -> String {
    let (r, c) = design.grid.row_col(cell);
    format!("R{}C{}", r + 1, c + 1)
}

fn push(parts: &mut Map<String, Json>, name: &str, one: Json) {
    if let Json::Array(list) = parts.entry(name).or_insert_with(|| json!([])) {
        list.push(one);
    }
}

fn constraint(c: &Constraint, design: &Design, parts: &mut Map<String, Json>) -> Result<(), Bad> {
    let grid = &design.grid;
    let names = |cells: &[u32]| cells.iter().map(|&cell| name(design, cell)).collect::<Vec<_>>();
    let none = || Err(Bad::new(format!("f-puzzles documents have no part for {}", c.kind.name)));
    let mut each = |part: &str| {
        for &cell in c.line() {
            push(parts, part, json!({"cell": name(design, cell)}));
        }
    };
    if let Some((part, _)) = globals().into_iter().find(|(_, kind)| std::ptr::eq(*kind, c.kind)) {
        parts.insert(part.to_string(), json!(true));
        return Ok(());
    }
    if let Some((part, _)) = lines().into_iter().find(|(_, kind)| std::ptr::eq(*kind, c.kind)) {
        let mut one = json!({"lines": [names(c.line())]});
        match part {
            "whispers" | "lockout" => one["value"] = json!(c.number().to_string()),
            "modularline" if c.number() != 3 => return none(),
            _ => {}
        }
        push(parts, part, one);
        return Ok(());
    }
    // A cell outside, one step before the line.
    let before = |line: &[u32]| {
        let ((r, c), (s, d)) = match line {
            [first, second, ..] => (grid.row_col(*first), grid.row_col(*second)),
            _ => ((0, 0), (1, 0)),
        };
        format!("R{}C{}", 2 * r as i32 - s as i32 + 1, 2 * c as i32 - d as i32 + 1)
    };
    match c.kind.name {
        "Diagonal" => {
            parts.insert(if c.text == "1" { "diagonal+" } else { "diagonal-" }.to_string(), json!(true));
        }
        "AntiConsecutive" => {
            // Beside dots the part speaks of pairs without one alone.
            if design.constraints.iter().any(|c| ["WhiteDot", "BlackDot", "Difference", "Ratio"].contains(&c.kind.name))
            {
                return none();
            }
            parts.insert("nonconsecutive".to_string(), json!(true));
        }
        "StrictDifference" if c.number() == 1 => drop(parts.insert("nonconsecutive".to_string(), json!(true))),
        "StrictRatio" => {
            let number = |c: &Constraint| match c.kind.name {
                "Ratio" => Some(c.number()),
                "BlackDot" => Some(2),
                _ => None,
            };
            let ratios = || design.constraints.iter().filter_map(number);
            if !ratios().any(|n| n == c.number()) && (ratios().next().is_some() || c.number() != 2) {
                return none();
            }
            push_once(parts, "ratio");
        }
        "StrictXV" => push_once(parts, "xv"),
        "StrictKropki" => {
            parts.insert("nonconsecutive".to_string(), json!(true));
            push_once(parts, "ratio");
        }
        "Cage" => {
            let mut one = json!({"cells": names(c.line())});
            if let Some(sum) = c.numbers.first().filter(|n| **n != 0) {
                one["value"] = json!(sum.to_string());
            }
            push(parts, "killercage", one);
        }
        "AllDifferent" => push(parts, "extraregion", json!({"cells": names(c.line())})),
        "Arrow" => {
            let line = names(c.line());
            push(parts, "arrow", json!({"lines": [line], "cells": [line[0]]}));
        }
        "PillArrow" => {
            let (pill, shaft) = c.line().split_at(c.number() as usize);
            let line: Vec<u32> = pill.last().into_iter().chain(shaft).copied().collect();
            push(parts, "arrow", json!({"lines": [names(&line)], "cells": names(pill)}));
        }
        "Difference" | "Ratio" => {
            let part = if c.kind.name == "Ratio" { "ratio" } else { "difference" };
            let usual = if c.kind.name == "Ratio" { 2 } else { 1 };
            let mut one = json!({"cells": names(c.line())});
            if c.number() != usual {
                one["value"] = json!(c.number().to_string());
            }
            push(parts, part, one);
        }
        "WhiteDot" if c.line().len() == 2 => push(parts, "difference", json!({"cells": names(c.line())})),
        "BlackDot" if c.line().len() == 2 => push(parts, "ratio", json!({"cells": names(c.line())})),
        "X" | "V" if c.line().len() == 2 => push(parts, "xv", json!({"cells": names(c.line()), "value": c.kind.name})),
        "Quad" => push(parts, "quadruple", json!({"cells": names(c.line()), "values": c.numbers})),
        "SameValues" if c.cells.iter().all(|set| set.len() == 1) => {
            let first = names(&c.cells[0]);
            for other in &c.cells[1..] {
                push(parts, "clone", json!({"cells": first, "cloneCells": names(other)}));
            }
        }
        "Sandwich" | "XSum" | "Skyscraper" => {
            let part = match c.kind.name {
                "Sandwich" => "sandwichsum",
                "XSum" => "xsum",
                _ => "skyscraper",
            };
            push(parts, part, json!({"cell": before(c.line()), "value": c.number().to_string()}));
        }
        "LittleKiller" => {
            let next = c.line().get(1).map(|&cell| grid.row_col(cell));
            let first = grid.row_col(c.line().first().copied().unwrap_or(0));
            let direction = match next {
                Some((r, d)) => {
                    format!("{}{}", if r > first.0 { "D" } else { "U" }, if d > first.1 { "R" } else { "L" })
                }
                // A diagonal of one cell, in a corner: towards the corner from outside.
                None => format!("{}{}", if first.0 == 0 { "D" } else { "U" }, if first.1 == 0 { "L" } else { "R" }),
            };
            let down = if direction.starts_with('D') { 1 } else { -1 };
            let right = if direction.ends_with('R') { 1 } else { -1 };
            let cell = format!("R{}C{}", first.0 as i32 - down + 1, first.1 as i32 - right + 1);
            let value = c.number().to_string();
            push(
                parts,
                "littlekillersum",
                json!({"cell": cell, "cells": names(c.line()), "direction": direction, "value": value}),
            );
        }
        "Indexing" => {
            let part = if c.text == "R" { "rowindexer" } else { "columnindexer" };
            push(parts, part, json!({"cells": names(c.line())}));
        }
        "BoxIndexing" => push(parts, "boxindexer", json!({"cells": names(c.line())})),
        "Odd" => each("odd"),
        "Even" => each("even"),
        "Minimum" => each("minimum"),
        "Maximum" => each("maximum"),
        _ => return none(),
    }
    Ok(())
}

fn push_once(parts: &mut Map<String, Json>, what: &str) {
    let is_said = parts.get("negative").and_then(Json::as_array).is_some_and(|l| l.iter().any(|w| w == what));
    if !is_said {
        push(parts, "negative", json!(what));
    }
}
