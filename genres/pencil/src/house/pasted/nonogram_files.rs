//! Files of nonograms: webpbn's XML, Gnonograms' `.gno`, the `.g` of the Olšáks' solver, packs of
//! `.non`, and MiniZinc's data.

use super::lists::{Runs, numbers, puzzle};
use super::{Form, Found, Readings, whole, words};
use crate::text::xml::Tag;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

fn found(line: u64, runs: Result<(Runs, Runs), Bad>) -> Found {
    let read = runs.and_then(|(rows, cols)| puzzle(rows, cols));
    Found { line, read: read.map(|puzzle| Readings { puzzles: vec![puzzle], notes: BTreeMap::new() }) }
}

/// The nonograms of a file that is told by its words; `None` where it is none.
pub(super) fn read(text: &str, form: &Form) -> Option<Vec<Found>> {
    let has = |what: &dyn Fn(&str) -> bool| text.lines().any(|line| what(line.trim()));
    if has(&|line| line.eq_ignore_ascii_case("[row clues]")) {
        return Some(vec![found(1, gno(text))]);
    }
    if text.contains("row_rules") && text.contains("col_rules") {
        return Some(vec![found(1, dzn(text))]);
    }
    if has(&|line| line.len() > 2 && line.bytes().all(|b| b == b'=')) {
        return Some(pack(text, form));
    }
    let marks = text.lines().filter(|line| line.starts_with(':')).count();
    (marks == 2 || marks == 3).then(|| vec![found(1, g(text))])
}

/// webpbn's XML: the counts of all lines of columns and of rows.
pub(super) fn webpbn(all: &[Tag]) -> Vec<Found> {
    let (mut puzzles, mut lists) = (Vec::new(), [Runs::new(), Runs::new()]);
    let (mut line, mut side, mut wrong) = (1, 0, None);
    let mut black = "black".to_string();
    for tag in all {
        match (tag.name.as_str(), tag.is_end) {
            ("puzzle", false) => {
                (line, lists, wrong) = (tag.line, [Runs::new(), Runs::new()], None);
                black = tag.attribute("defaultcolor").unwrap_or("black").to_string();
                let kind = tag.attribute("type").unwrap_or("grid");
                if kind != "grid" {
                    wrong = Some(Bad::new(format!("a puzzle of webpbn of the type {kind:?}, which is not read")));
                }
            }
            ("clues", false) => side = usize::from(tag.attribute("type") == Some("rows")),
            ("line", false) => lists[side].push(Vec::new()),
            ("count", false) => {
                if tag.attribute("color").is_some_and(|color| color != black) {
                    wrong =
                        wrong.or(Some(Bad::new("a nonogram of webpbn in colours, which is not read").line(tag.line)));
                }
                match (numbers(&words(&tag.text), tag.line), lists[side].last_mut()) {
                    (Ok(runs), Some(last)) => last.extend(runs),
                    (Err(bad), _) => wrong = wrong.or(Some(bad)),
                    (Ok(_), None) => {}
                }
            }
            ("puzzle", true) => {
                let [cols, rows] = std::mem::take(&mut lists);
                let none = rows.is_empty() || cols.is_empty();
                let bad = wrong.take().or_else(|| none.then(|| Bad::new("a puzzle of webpbn without its clues")));
                puzzles.push(found(line, bad.map_or(Ok((rows, cols)), Err)));
            }
            _ => {}
        }
    }
    if puzzles.is_empty() {
        puzzles.push(found(line, Err(Bad::new("a file of webpbn without a puzzle"))));
    }
    puzzles
}

/// The lines of runs, each with its number.
fn runs_of<'a>(lines: impl Iterator<Item = (u64, &'a str)>) -> Result<Runs, Bad> {
    lines.map(|(number, line)| numbers(&words(line), number)).collect()
}

/// Gnonograms' file: sections under names in brackets.
fn gno(text: &str) -> Result<(Runs, Runs), Bad> {
    let lines: Vec<(u64, &str)> =
        (1..).zip(text.lines()).map(|(n, line)| (n, line.split("//").next().unwrap_or("").trim())).collect();
    let section = |name: &str| -> Result<Vec<(u64, &str)>, Bad> {
        let at = lines.iter().position(|(_, line)| line.eq_ignore_ascii_case(name));
        let at = at.ok_or_else(|| Bad::new(format!("a file of Gnonograms without {name}")))?;
        let own = lines[at + 1..].iter().take_while(|(_, line)| !line.starts_with('['));
        Ok(own.copied().filter(|(_, line)| !line.is_empty()).collect())
    };
    let (rows, cols) = (section("[row clues]")?, section("[column clues]")?);
    let told = section("[dimensions]")?;
    let told: Vec<usize> = told.iter().flat_map(|(_, line)| words(line)).filter_map(|n| n.parse().ok()).collect();
    if told != [rows.len(), cols.len()] {
        return Err(Bad::new(format!("{told:?} rows and columns are told; {} and {} follow", rows.len(), cols.len())));
    }
    Ok((runs_of(rows.into_iter())?, runs_of(cols.into_iter())?))
}

/// MiniZinc's data: arrays of as many numbers for each line, 0 for none.
fn dzn(text: &str) -> Result<(Runs, Runs), Bad> {
    let text: String = text.lines().map(|line| line.split('%').next().unwrap_or("").to_string() + "\n").collect();
    let value = |name: &str| -> Result<&str, Bad> {
        let of = text.split(';').find_map(|one| one.split_once('=').filter(|(n, _)| n.trim() == name));
        of.map(|(_, value)| value.trim()).ok_or_else(|| Bad::new(format!("MiniZinc's data without {name}")))
    };
    let list = |rules: &str, count: &str| -> Result<Runs, Bad> {
        let lines: usize = value(count)?.parse().map_err(|_| Bad::new("a number is expected").at(count.to_string()))?;
        let array = value(rules)?;
        let (from, to) = (array.find('[').map_or(0, |i| i + 1), array.rfind(']').unwrap_or(array.len()));
        let all = numbers(&words(array.get(from..to).unwrap_or_default()), 0);
        let all = all.map_err(|bad| Bad { line: None, ..bad }.at(rules.to_string()))?;
        if lines == 0 || !all.len().is_multiple_of(lines) {
            return Err(Bad::new(format!("{} numbers for {lines} lines", all.len())).at(rules.to_string()));
        }
        let each = (all.len() / lines).max(1);
        Ok(all.chunks(each).map(|line| line.iter().copied().filter(|&n| n > 0).collect()).collect())
    };
    Ok((list("row_rules", "rows")?, list("col_rules", "cols")?))
}

/// The Olšáks' file: what stands before the first line with a colon is a remark; then all rows, and
/// behind the next such line all columns.
fn g(text: &str) -> Result<(Runs, Runs), Bad> {
    let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
    let head = lines.iter().take_while(|(_, line)| !line.starts_with(':'));
    if let Some((number, line)) = head.clone().find(|(_, line)| line.len() == 2 && line.starts_with('#')) {
        let what = format!("a file .g with {line}, a nonogram in colours or of triangles, which is not read");
        return Err(Bad::new(what).line(*number));
    }
    let mut sections = lines[head.count()..].split(|(_, line)| line.starts_with(':')).skip(1);
    let mut next = || {
        let mut own = sections.next().unwrap_or_default();
        while let Some((_, before)) = own.split_last().filter(|(last, _)| last.1.trim().is_empty()) {
            own = before;
        }
        runs_of(own.iter().copied())
    };
    Ok((next()?, next()?))
}

/// A pack: nonograms as `.non` files have them, with lines of `=` between them.
fn pack(text: &str, form: &Form) -> Vec<Found> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let mut line = 1;
    for piece in lines.split(|line| line.len() > 2 && line.trim().bytes().all(|b| b == b'=')) {
        let is_puzzle = piece.iter().any(|line| line.trim().trim_end_matches(':').eq_ignore_ascii_case("rows"));
        let is_empty = piece.iter().all(|line| line.trim().is_empty());
        // The first piece may tell of the pack alone.
        if is_puzzle || (line > 1 && !is_empty) {
            let moved = |bad: Bad| Bad { line: bad.line.map(|of| of + line - 1), ..bad };
            let read = whole(piece).and_then(|pasted| Ok((form.read(&pasted)?, pasted.notes))).map_err(moved);
            all.push(Found { line, read: read.map(|(puzzles, notes)| Readings { puzzles, notes }) });
        }
        line += piece.len() as u64 + 1;
    }
    all
}
