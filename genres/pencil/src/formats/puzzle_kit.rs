//! Puzzle Kit's data sets: one JSON object with `name` and `data`, where each entry has `problem`
//! and `solution` texts.

use crate::variant::{Design, cell_name};
use crate::{Sheet, notation, symbols};
use serde_json::Value as Json;
use tesuji_genre::Bad;
use tesuji_genre::clue::Found;
use tesuji_solver::Value;

/// Reads a data set; `false` when the text is none.
pub(super) fn document(text: &str, name: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let Ok(Json::Object(top)) = serde_json::from_str::<Json>(text) else { return false };
    let (Some(Json::Object(data)), Some(Json::String(set))) = (top.get("data"), top.get("name")) else { return false };
    if set != name {
        found(Err(Bad::new(format!("a data set of {set}, not of {name}")).at("name")));
        return true;
    }
    for (id, entry) in data {
        let problem = entry.get("problem").and_then(Json::as_str);
        let sheet = problem.ok_or_else(|| Bad::new("no problem")).and_then(|problem| {
            let mut sheet = parse(problem, name)?;
            sheet.notes.insert("case".to_string(), id.as_str().into());
            if let Some(solution) = entry.get("solution").and_then(Json::as_str).filter(|s| !s.trim().is_empty()) {
                let values = answer(solution, sheet.design.n())?;
                sheet.notes.insert("solution".to_string(), notation::print_cells(&values).into());
            }
            Ok((sheet, None))
        });
        found(sheet.map_err(|mut bad| {
            bad.at = Some(bad.at.map_or_else(|| id.clone(), |at| format!("{id} {at}")));
            bad
        }));
    }
    true
}

/// The rows of tokens after the size line.
fn rows(text: &str) -> Result<(usize, Vec<Vec<&str>>), Bad> {
    let mut lines = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>()).filter(|l| !l.is_empty());
    let size = lines.next().unwrap_or_default();
    let n = match size.as_slice() {
        [r, c] if r == c => r.parse::<usize>().ok().filter(|n| (2..=symbols::MOST).contains(n)),
        _ => None,
    };
    let n = n.ok_or_else(|| Bad::new(format!("{:?} is no size of a square", size.join(" "))))?;
    let rows: Vec<_> = lines.collect();
    match rows.iter().position(|row| row.len() != n) {
        Some(i) => Err(Bad::new(format!("row {} has {} cells, not {n}", i + 1, rows[i].len()))),
        None => Ok((n, rows)),
    }
}

fn parse(problem: &str, name: &str) -> Result<Sheet, Bad> {
    let (n, rows) = rows(problem)?;
    let halves = if name == "Sudoku" { 1 } else { 2 };
    if rows.len() != halves * n {
        return Err(Bad::new(format!("{} rows; {} are expected", rows.len(), halves * n)));
    }
    let flat = |rows: &[Vec<&str>]| -> Vec<String> { rows.iter().flatten().map(ToString::to_string).collect() };
    let first = flat(&rows[..n]);
    let labels: Vec<u32> = match rows.get(n..) {
        Some(second) if !second.is_empty() => flat(second)
            .iter()
            .enumerate()
            .map(|(i, t)| t.parse().map_err(|_| Bad::new(format!("{t:?} is no region")).at(cell_name(n, i))))
            .collect::<Result<_, _>>()?,
        _ => Vec::new(),
    };
    if name == "KillerSudoku" {
        return killer(n, &first, &labels);
    }
    let grid = if labels.is_empty() { Design::usual(n)? } else { Design::irregular(n, &labels)? };
    let mut sheet = Sheet::new(grid);
    for (i, token) in first.iter().enumerate() {
        sheet.givens[i] = number(token, n as u32).map_err(|b| b.at(cell_name(n, i)))?.unwrap_or(0) as Value;
    }
    Ok(sheet)
}

fn number(token: &str, most: u32) -> Result<Option<u32>, Bad> {
    if matches!(token, "-" | "." | "0") {
        return Ok(None);
    }
    let value = token.parse::<u32>().ok().filter(|v| (1..=most).contains(v));
    value.map(Some).ok_or_else(|| Bad::new(format!("{token:?}: 1 to {most} or '-' is expected")))
}

fn killer(n: usize, sums: &[String], labels: &[u32]) -> Result<Sheet, Bad> {
    let mut sheet = Sheet::new(Design::usual(n)?);
    let mut seen = vec![false; n * n];
    let mut cages = Vec::new();
    // Cages of one number are told apart where they do not touch.
    for start in 0..n * n {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            for near in crate::variant::neighbours(n, cell) {
                if labels[near] == labels[start] && !std::mem::replace(&mut seen[near], true) {
                    cells.push(near);
                }
            }
        }
        let mut total = None;
        for &cell in &cells {
            if let Some(sum) = number(&sums[cell], 9999).map_err(|b| b.at(cell_name(n, cell)))?
                && total.replace(sum as u16).is_some()
            {
                return Err(Bad::new("a second sum in one cage").at(cell_name(n, cell)));
            }
        }
        if cells.len() > 1 || total.is_some() {
            cages.push((cells.iter().map(|&c| c as u32).collect(), total));
        }
    }
    sheet.set_cages(cages)?;
    Ok(sheet)
}

fn answer(solution: &str, side: usize) -> Result<Vec<Value>, Bad> {
    let (n, rows) = rows(solution).map_err(|b| Bad::new(format!("the solution: {}", b.what)))?;
    let values: Vec<Value> = rows.iter().flatten().filter_map(|t| t.parse().ok()).collect();
    if n != side || values.len() != n * n {
        return Err(Bad::new("the solution does not fit the grid"));
    }
    Ok(values)
}
