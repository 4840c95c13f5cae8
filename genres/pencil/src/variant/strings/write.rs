//! Writes constraint strings.

use super::cell_name;
use crate::variant::automata;
use crate::variant::constraint::{Constraint, Form};
use crate::variant::constraints::{SUM, diagonal_from};
use crate::variant::design::Design;
use crate::variant::grid::Grid;
use tesuji_solver::Domain;

/// The string of a design with these constraints and values.
pub fn write(design: &Design, stands: &dyn Fn(usize) -> bool, values: &[Domain]) -> String {
    let grid = &design.grid;
    let mut parts = Vec::new();
    let is_usual = (grid.low, usize::from(grid.high)) == (1, grid.side());
    if (grid.rows, grid.cols) != (9, 9) || !is_usual || !grid.has_lines {
        let mut shape = format!("Shape~{}x{}", grid.rows, grid.cols);
        match (is_usual, grid.low) {
            (true, _) if grid.has_lines => {}
            (true, _) => shape += "~",
            (false, 1) => shape += &format!("~{}", grid.high),
            (false, low) => shape += &format!("~{low}-{}", grid.high),
        }
        shape += if grid.has_lines { "" } else { "~Raw" };
        parts.push(shape);
    }
    for group in &grid.outside {
        let size = match group.columns {
            0 => group.count.to_string(),
            columns => format!("{}x{columns}", group.count / columns),
        };
        parts.push(format!("Var~{}~{}~{size}", group.name, percent(&group.label)));
    }
    parts.extend(design.region_size.map(|size| format!("RegionSize~{size}")));
    if let Some(jigsaw) = &design.jigsaw {
        let digit =
            |r: &Option<u8>| r.map_or('-', |r| char::from_digit(r.into(), 36).unwrap_or(char::from(b'A' + r % 26)));
        parts.push(format!("Jigsaw~{}", jigsaw.iter().map(digit).collect::<String>()));
    }
    if design.no_boxes {
        parts.push("NoBoxes".to_string());
    }
    for (_, c) in design.constraints.iter().enumerate().filter(|(i, _)| stands(*i)) {
        parts.push(constraint(c, grid));
    }
    let given = values.iter().enumerate().filter(|(_, d)| **d != design.values());
    let given: Vec<String> = given.map(|(cell, d)| format!("{}{}", cell_name(grid, cell as u32), listed(*d))).collect();
    if !given.is_empty() {
        parts.push(format!("~{}", given.join("~")));
    }
    if !design.extras.is_empty() {
        let text = serde_json::to_string(&design.extras).unwrap_or_default();
        parts.push(format!("Document~{}", crate::variant::lz::compress(&text)));
    }
    if parts.is_empty() {
        return ".".to_string();
    }
    parts.iter().map(|part| format!(".{part}")).collect()
}

fn listed(values: Domain) -> String {
    values.iter().map(|v| format!("_{v}")).collect()
}

/// A text without the signs that part words.
fn percent(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'!' | b'*' | b'(' | b')' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

fn constraint(c: &Constraint, grid: &Grid) -> String {
    let names = |cells: &[u32]| cells.iter().map(|&cell| cell_name(grid, cell)).collect::<Vec<_>>();
    let mut words = vec![c.kind.name.to_string()];
    let numbers = || c.numbers.iter().map(i32::to_string).collect::<Vec<_>>();
    match c.kind.form {
        Form::Global | Form::Structure | Form::OldRelation(_) => {}
        Form::Choice(_) => words.push(c.text.clone()),
        Form::Cells => words.extend(names(c.line())),
        Form::Number(_) => {
            words.push(numbers().concat());
            words.extend(names(c.line()));
            words.extend((c.text == "LOOP").then(|| "LOOP".to_string()));
            let pill = c.line().len().min(c.number().max(0) as usize);
            if c.kind.name == "PillArrow" && !c.line()[..pill].is_sorted() {
                // A pill out of the order of reading is a sum with weights.
                let weight = |i: usize| if i < pill { -10_i32.pow((pill - 1 - i) as u32) } else { 1 };
                let weights = (0..c.line().len()).map(weight);
                let sum = Constraint { numbers: std::iter::once(0).chain(weights).collect(), kind: &SUM, ..c.clone() };
                return constraint(&sum, grid);
            }
        }
        Form::Weighted => {
            let (sum, weights) = (c.number().to_string(), &numbers()[1..].join("_"));
            words.push(if weights.is_empty() { sum } else { format!("{sum}_=_{weights}") });
            words.extend(names(c.line()));
        }
        Form::Values if c.kind.name == "Given" => {
            words[0] = String::new();
            words.extend(names(c.line()).iter().map(|name| format!("{name}_{}", numbers().join("_"))));
        }
        Form::Values => {
            words.push(numbers().join("_"));
            words.extend(names(c.line()));
        }
        Form::Word => {
            words.push(c.text.clone());
            words.extend(names(c.line()));
        }
        Form::Sets => {
            words.push(c.cells.len().to_string());
            words.extend(names(&c.cells.concat()));
        }
        Form::Segments => words.extend(joined(c, grid)),
        Form::Ends => {
            let (name, is_back) = line_name(grid, c.line());
            words.push(name);
            words.extend(if is_back {
                vec![String::new(), c.number().to_string()]
            } else {
                vec![c.number().to_string(), String::new()]
            });
        }
        Form::Side => {
            words.push(c.number().to_string());
            words.push(line_name(grid, c.line()).0);
        }
        Form::Diagonal => {
            let first = c.line().first().copied().unwrap_or(0);
            words.extend([c.number().to_string(), cell_name(grid, first)]);
            if diagonal_from(grid, first).as_deref() != Some(c.line()) {
                let (r, col) = grid.row_col(first);
                let next = c.line().get(1).map_or((r + 1, col + 1), |&cell| grid.row_col(cell));
                let way = |is_on: bool, on: &str, back: &str| if is_on { on.to_string() } else { back.to_string() };
                words.push(way(next.0 > r, "D", "U") + &way(next.1 > col, "R", "L"));
            }
        }
        Form::Square => {
            words.extend(c.line().first().map(|&cell| cell_name(grid, cell)));
            words.extend(numbers());
        }
        Form::Relation | Form::Automaton => {
            words.push(c.text.clone());
            if !c.name.is_empty() {
                words.push(format!("_{}", percent(&c.name)));
            }
            words.extend(joined(c, grid));
        }
        Form::Pattern => {
            words.push(automata::text_of_bytes(c.text.as_bytes()));
            words.extend(names(c.line()));
        }
        Form::Connected => {
            let group = c.line().first().and_then(|&cell| grid.outside_of(cell));
            words.push(group.map_or(String::new(), |(group, _)| format!("V{}", group.name)));
            words.push(numbers().join("_"));
            words.extend((!c.text.is_empty()).then(|| c.text.clone()));
        }
        Form::Branches => {
            let inner: String = c.inner.iter().map(|inner| format!(".{}", constraint(inner, grid))).collect();
            return format!("{}{inner}.End", c.kind.name);
        }
    }
    words.join("~")
}

/// Lists of cells with a sign between.
fn joined(c: &Constraint, grid: &Grid) -> Vec<String> {
    let mut words = Vec::new();
    for (i, list) in c.cells.iter().enumerate() {
        words.extend((i > 0).then(|| "-".to_string()));
        words.extend(list.iter().map(|&cell| cell_name(grid, cell)));
    }
    words
}

/// The name of a row or column, and is it read from its end?
fn line_name(grid: &Grid, line: &[u32]) -> (String, bool) {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return ("R1".to_string(), false) };
    let ((r, c), (s, _)) = (grid.row_col(first), grid.row_col(last));
    let name = if r == s { format!("R{}", r + 1) } else { format!("C{}", c + 1) };
    (name, last < first)
}
