//! Documents whose grids stand in the forms of other languages: lists of programs, tables of HTML,
//! LaTeX, Markdown and spreadsheets, rows and columns with names.

use super::drawing;
use super::row::{Row, SIDES, is_blank, is_rule};
use super::{comment, labels, markup, parts, tokens};
use crate::Sheet;
use crate::text::data::{self, Data};
use crate::text::plain::plain;
use std::borrow::Cow;
use tesuji_genre::Bad;
use tesuji_genre::clue::Found;

/// Reads a document of such a form; `false` when it is none.
pub(super) fn read(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let text = plain(text, '.');
    let lower = text.to_ascii_lowercase();
    let tables = if lower.contains("<td") {
        markup::html(&text)
    } else if text.contains("\\begin{") {
        markup::latex(&text)
    } else {
        Vec::new()
    };
    let read: Vec<(u64, Result<Sheet, Bad>)> =
        tables.into_iter().filter_map(|(line, rows)| Some((line, of_rows(rows)?))).collect();
    if !read.is_empty() {
        read.into_iter().for_each(|(line, sheet)| found(placed(line, sheet)));
        return true;
    }
    // A text in which characters were replaced is read here, as its lines differ from the source.
    let is_changed = matches!(text, Cow::Owned(_));
    of_lists(&text, found) || of_blocks(&text, is_changed, found)
}

fn placed(line: u64, sheet: Result<Sheet, Bad>) -> Found<Sheet> {
    sheet.map(|sheet| (sheet, Some(line))).map_err(|bad| bad.line(line))
}

/// The grid of these rows of cells, with or without names of rows and columns.
pub(super) fn of_rows(rows: Vec<Vec<String>>) -> Option<Result<Sheet, Bad>> {
    let (n, cells) = labels::square(rows.clone()).or_else(|| labels::stripped(rows))?;
    of_cells(n, &cells)
}

fn of_cells(n: usize, cells: &[String]) -> Option<Result<Sheet, Bad>> {
    let bare: Vec<String> = cells.iter().map(|cell| bare(cell)).collect();
    let groups: Vec<&str> = bare.iter().map(String::as_str).collect();
    Some(tokens::grid(n, &groups)?.and_then(|drawing| drawing::sheet(drawing, "")))
}

/// A cell as programs write it: without blanks, and empty for their words for nothing.
fn bare(cell: &str) -> String {
    let cell: String = cell.chars().filter(|c| !c.is_whitespace()).collect();
    let is_nothing = ["nil", "undefined", "nothing", "-1", "empty"].iter().any(|word| cell.eq_ignore_ascii_case(word));
    if is_nothing { String::new() } else { cell }
}

/// Grids in lists.
fn of_lists(text: &str, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let Some((named, outside)) = data::find(text) else { return false };
    // Grids beside lists are read with them, line by line.
    if outside.iter().flat_map(|(_, text)| text.lines()).any(|line| super::parse(line).is_ok()) {
        return false;
    }
    let mut read: Vec<(u64, Result<Sheet, Bad>)> = Vec::new();
    // Lists with names of parts are one puzzle, until a name comes again.
    let mut puzzle: Vec<(String, Data)> = Vec::new();
    let mut line = 0;
    for one in named {
        let is_list = parts::is_part(&one.name) && matches!(one.data, Data::List(_));
        if !is_list || puzzle.iter().any(|(name, _)| *name == one.name) {
            read.extend(of_parts(&std::mem::take(&mut puzzle)).into_iter().map(|sheet| (line, sheet)));
        }
        if is_list {
            line = if puzzle.is_empty() { one.line } else { line };
            puzzle.push((one.name, one.data));
        } else {
            read.extend(of_data(&one.data).into_iter().map(|sheet| (one.line, sheet)));
        }
    }
    read.extend(of_parts(&puzzle).into_iter().map(|sheet| (line, sheet)));
    let any = !read.is_empty();
    read.into_iter().for_each(|(line, sheet)| found(placed(line, sheet)));
    any
}

/// The puzzle of lists with names, or what each of them has.
fn of_parts(puzzle: &[(String, Data)]) -> Vec<Result<Sheet, Bad>> {
    match parts::of_map(puzzle) {
        Some(sheet) => vec![sheet],
        None => puzzle.iter().flat_map(|(_, data)| of_data(data)).collect(),
    }
}

/// The grids of a value.
fn of_data(data: &Data) -> Vec<Result<Sheet, Bad>> {
    if let Some(sheet) = grid(data) {
        return vec![sheet];
    }
    match data {
        Data::List(list) => list.iter().flat_map(of_data).collect(),
        Data::Map(map) => match parts::of_map(map) {
            Some(sheet) => vec![sheet],
            None => map.iter().flat_map(|(_, data)| of_data(data)).collect(),
        },
        _ => Vec::new(),
    }
}

/// Rows of words, or of symbols.
pub(super) fn rows_of_words(data: &Data) -> Option<Vec<Vec<String>>> {
    let row = |row: &Data| match row {
        Data::List(list) => list.iter().map(|d| d.text().map(str::to_string)).collect::<Option<Vec<String>>>(),
        Data::Text(text) => Some(text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect()),
        _ => None,
    };
    data.list()?.iter().map(row).collect()
}

/// A list of rows, each a list of cells or a text; or a list of all cells.
pub(super) fn grid(data: &Data) -> Option<Result<Sheet, Bad>> {
    let list = match data {
        Data::Text(text) => return super::parse(text).ok().map(Ok),
        data => data.list()?,
    };
    let n = list.len();
    let words = |list: &[Data]| list.iter().map(|d| d.text().map(str::to_string)).collect::<Option<Vec<String>>>();
    if SIDES.contains(&n) && list.iter().all(|row| row.list().is_some_and(|row| row.len() == n)) {
        let rows: Option<Vec<Vec<String>>> = list.iter().map(|row| words(row.list()?)).collect();
        return of_cells(n, &rows?.concat());
    }
    let texts: Vec<&str> = list.iter().filter_map(Data::text).collect();
    if texts.len() != n {
        return None;
    }
    let is_row = |text: &&str| text.chars().filter(|c| !c.is_whitespace()).count() == n;
    if SIDES.contains(&n) && texts.iter().all(is_row) {
        return drawing::parse(&texts.join("\n"));
    }
    let side = SIDES.clone().find(|side| side * side == n)?;
    of_cells(side, &words(list)?)
}

/// Grids in blocks of lines, where one of them takes more than [`drawing`] reads.
fn of_blocks(text: &str, is_changed: bool, found: &mut dyn FnMut(Found<Sheet>)) -> bool {
    let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
    // Semicolons may part fields of which the first is empty.
    let is_comment = |line: &str| {
        let line = line.trim();
        comment::is_comment(line) && !(line.starts_with(';') && line.matches(';').count() >= SIDES.start() - 1)
    };
    let is_other = |line: &str| is_blank(line) || is_comment(line);
    let whole: Vec<&str> = lines.iter().map(|(_, line)| *line).filter(|line| !is_comment(line)).collect();
    if let Some(sheet) = block(&whole, is_changed) {
        let first = lines.iter().find(|(_, line)| !is_other(line)).map_or(1, |(number, _)| *number);
        found(placed(first, sheet));
        return true;
    }
    let blocks: Vec<&[(u64, &str)]> =
        lines.split(|(_, line)| is_other(line)).filter(|block| !block.is_empty()).collect();
    if let Some(read) = with_regions(&blocks) {
        read.into_iter().for_each(|(line, sheet)| found(placed(line, sheet)));
        return true;
    }
    let special: Vec<Option<Result<Sheet, Bad>>> = blocks.iter().map(|of| block(&rows_of(of), is_changed)).collect();
    if special.iter().all(Option::is_none) {
        return false;
    }
    for (of, special) in blocks.into_iter().zip(special) {
        let sheet = special.unwrap_or_else(|| super::parse(&rows_of(of).join("\n")));
        found(placed(of[0].0, sheet));
    }
    true
}

/// Grids of cells, each with a grid of labels of its regions before it or behind it.
fn with_regions(blocks: &[&[(u64, &str)]]) -> Option<Vec<(u64, Result<Sheet, Bad>)>> {
    let pairs = blocks.chunks(2).map(|pair| {
        let [a, b] = pair else { return None };
        let labels = |block: &[(u64, &str)]| {
            let rows: Vec<Vec<String>> = rows_of(block).iter().map(|line| symbols(line)).collect();
            is_labels(&rows).then_some(rows)
        };
        let (rows, cells) = match (labels(a), labels(b)) {
            (Some(rows), None) => (rows, b),
            (None, Some(rows)) => (rows, a),
            _ => return None,
        };
        let sheet = super::parse(&rows_of(cells).join("\n")).and_then(|sheet| {
            let regions = parts::irregular(&rows)?;
            if regions.n() == sheet.design.n() {
                Ok(sheet.with_regions(regions))
            } else {
                Err(Bad::new("regions of another size"))
            }
        });
        Some((a[0].0, sheet))
    });
    pairs.collect::<Option<Vec<_>>>().filter(|pairs| !pairs.is_empty())
}

fn symbols(line: &str) -> Vec<String> {
    Row::of(line).symbols.iter().map(|(c, _)| c.to_string()).collect()
}

/// Are these the labels of regions: as many as rows, each as often, and one of them twice in a row
/// or a column, which no filled grid has?
fn is_labels(rows: &[Vec<String>]) -> bool {
    let n = rows.len();
    if !SIDES.contains(&n) || rows.iter().any(|row| row.len() != n) {
        return false;
    }
    let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    rows.iter().flatten().for_each(|label| *counts.entry(label).or_default() += 1);
    let repeats = |row: &Vec<String>| row.iter().collect::<std::collections::BTreeSet<_>>().len() < n;
    let is_letter = |label: &&str| label.chars().all(char::is_alphanumeric);
    counts.len() == n
        && counts.values().all(|&count| count == n)
        && counts.keys().all(is_letter)
        && rows.iter().any(repeats)
}

fn rows_of<'a>(block: &[(u64, &'a str)]) -> Vec<&'a str> {
    block.iter().map(|(_, line)| *line).collect()
}

/// The grid of some lines in a form that [`drawing`] does not read.
fn block(lines: &[&str], is_changed: bool) -> Option<Result<Sheet, Bad>> {
    let text = lines.join("\n");
    if lines.len() < *SIDES.start() {
        return None;
    }
    if let Ok(sheet) = super::parse(&text) {
        return is_changed.then_some(Ok(sheet));
    }
    let rows: Vec<&str> = lines.iter().copied().filter(|line| !is_blank(line)).collect();
    let cells: Vec<&str> = rows.iter().copied().filter(|line| !is_part_of_frame(line)).collect();
    let separator = ['|', '\t', ';', ','].into_iter().find(|&c| cells.iter().all(|line| line.contains(c)));
    let parted = separator.map(|separator| {
        let field = |field: &str| field.trim().trim_matches('"').to_string();
        let fields = |line: &&str| {
            let line = line.trim_matches([' ', '\r']);
            let line = if separator == '|' { line.strip_prefix('|').unwrap_or(line) } else { line };
            let line = if separator == '|' { line.strip_suffix('|').unwrap_or(line) } else { line };
            line.split(separator).map(field).collect::<Vec<_>>()
        };
        cells.iter().map(fields).collect::<Vec<_>>()
    });
    let groups = || cells.iter().map(|line| Row::of(line).groups).collect::<Vec<_>>();
    parted.and_then(of_rows).or_else(|| of_rows(groups()))
}

/// Is the line between rows: dashes, with colons where Markdown aligns columns?
fn is_part_of_frame(line: &str) -> bool {
    let plain: Cow<'_, str> =
        if line.contains(":-") || line.contains("-:") { line.replace(':', "-").into() } else { line.into() };
    is_rule(&plain) && plain.contains(['-', '=', '─', '━', '═', '+'])
}
