//! Orders of filling the top rows of an Azul wall, one tile a row and round: lists of orders with
//! the total that each scores, and distributions of totals.

use crate::{Case, Error, Options, Report, Suite, Verdict};
use serde_json::json;
use std::collections::BTreeMap;
use tesuji_azul::conform::{fill_orders, order_total};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "azul-orders",
    about: "orders of filling an Azul wall: lists (each order scores the header's total), distributions of totals",
    counts: &["listed", "orders"],
    load,
    together: None,
};

enum One {
    /// The orders of a list, and its total.
    List { file: String, total: u32, orders: Vec<Vec<Vec<usize>>>, stated: Option<(usize, u64)> },
    /// A distribution.
    Totals { file: String, rows: usize, orders: u64, totals: BTreeMap<u32, u64> },
}

fn load(options: &Options) -> Result<Vec<Box<dyn Case>>, Error> {
    let input = |e: std::io::Error| Error::Input(format!("cannot read {}: {e}", options.path.display()));
    let mut files = Vec::new();
    if options.path.is_dir() {
        for entry in std::fs::read_dir(&options.path).map_err(input)? {
            let path = entry.map_err(input)?.path();
            if path.extension().is_some_and(|e| e == "txt") {
                files.push(path);
            }
        }
        files.sort();
    } else {
        files.push(options.path.clone());
    }
    let mut cases: Vec<Box<dyn Case>> = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(input)?;
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let wrong = |line: usize, what: &str| Error::Input(format!("{name}:{}: {what}", line + 1));
        if text.lines().any(|l| l.starts_with("rows=")) {
            for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
                let case = distribution(&name, line).ok_or_else(|| wrong(i, "no distribution"))?;
                cases.push(Box::new(case));
            }
        } else {
            cases.push(Box::new(list(&name, &text).map_err(|(line, what)| wrong(line, what))?));
        }
    }
    Ok(cases)
}

/// `rows=2 orders=14400 dist={29: 256, …}`.
fn distribution(file: &str, line: &str) -> Option<One> {
    let rest = line.trim().strip_prefix("rows=")?;
    let (rows, rest) = rest.split_once(" orders=")?;
    let (orders, rest) = rest.split_once(" dist={")?;
    let totals = rest.strip_suffix('}')?.split(',').map(|pair| {
        let (total, n) = pair.split_once(':')?;
        Some((total.trim().parse().ok()?, n.trim().parse().ok()?))
    });
    Some(One::Totals {
        file: file.to_string(),
        rows: rows.parse().ok()?,
        orders: orders.parse().ok()?,
        totals: totals.collect::<Option<_>>()?,
    })
}

/// A header with the total and the number of ways, then orders: a line `(0, 1, 2, 3, 4)` a row,
/// blocks set apart by blanks.
fn list(file: &str, text: &str) -> Result<One, (usize, &'static str)> {
    let mut orders = Vec::new();
    let mut block: Vec<Vec<usize>> = Vec::new();
    let (mut total, mut stated) = (None, None);
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(inner) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')) {
            let row: Option<Vec<usize>> = inner.split(',').map(|n| n.trim().parse().ok()).collect();
            block.push(row.ok_or((i, "no order of columns"))?);
        } else if line.is_empty() {
            if !block.is_empty() {
                orders.push(std::mem::take(&mut block));
            }
        } else {
            let numbers: Vec<u64> = line.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            if line.contains("points") {
                total = numbers.last().map(|&n| n as u32);
            } else if line.contains("ways") && numbers.len() >= 2 {
                stated = Some((numbers[0] as usize, numbers[1]));
            }
        }
    }
    if !block.is_empty() {
        orders.push(block);
    }
    let total = total.ok_or((0, "the header names no total of points"))?;
    Ok(One::List { file: file.to_string(), total, orders, stated })
}

impl Case for One {
    fn run(&self, _: &Options) -> Report {
        match self {
            One::List { file, total, orders, stated } => {
                let wrong: Vec<_> = orders.iter().filter(|o| order_total(o) != Some(*total)).collect();
                let rows = orders.first().map_or(0, Vec::len);
                let counted = fill_orders(rows).map(|o| (o.totals.get(total).copied().unwrap_or(0) as usize, o.orders));
                let fits = stated.is_none_or(|s| Some(s) == counted && s.0 == orders.len());
                let report = if wrong.is_empty() && fits {
                    Report::of(Verdict::Agree)
                } else {
                    let got = wrong.first().map(|o| json!({"order": o, "total": order_total(o)}));
                    let expected = json!({"total": total, "ways": stated, "listed": orders.len()});
                    let line = json!({"case": file, "expected": expected, "got": got, "counted": counted});
                    Report::with_line(Verdict::Differ, line)
                };
                Report { tally: vec![("listed", None, orders.len() as u64)], ..report }
            }
            One::Totals { file, rows, orders, totals } => {
                let Some(got) = fill_orders(*rows) else {
                    let line = json!({"case": format!("{file} rows={rows}"), "reason": "only 1 to 3 rows are counted"});
                    return Report::with_line(Verdict::Skipped, line);
                };
                let report = if got.orders == *orders && got.totals == *totals {
                    Report::of(Verdict::Agree)
                } else {
                    let line = json!({
                        "case": format!("{file} rows={rows}"),
                        "expected": {"orders": orders, "totals": totals},
                        "got": {"orders": got.orders, "totals": got.totals},
                    });
                    Report::with_line(Verdict::Differ, line)
                };
                Report { tally: vec![("orders", None, got.orders)], ..report }
            }
        }
    }
}
