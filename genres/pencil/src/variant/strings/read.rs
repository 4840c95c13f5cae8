//! Reads constraint strings.

use super::cell;
use crate::variant::automata;
use crate::variant::constraint::{Constraint, Form, Kind};
use crate::variant::constraints::{AND, GIVEN, diagonal, diagonal_from, line_of, named};
use crate::variant::design::{Design, renumbered};
use crate::variant::grid::{Grid, Group};
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Value};

/// One constraint of a text, with what stands inside of it.
struct Node<'t> {
    name: &'t str,
    words: Vec<&'t str>,
    inner: Vec<Node<'t>>,
}

/// Kinds with other constraints inside, and those that are no constraints.
const COMPOSED: [&str; 3] = ["Or", "And", "Replicate"];

/// Reads a constraint string without white space: the structure, and the values that each cell may
/// have.
///
/// # Errors
/// [`Bad`] with the constraint.
pub fn read(text: &str) -> Result<(Design, Vec<Domain>), Bad> {
    let nodes = nodes(text)?;
    if let Some(node) = nodes.iter().find(|node| node.name.starts_with("Chaos")) {
        return at(node, Err(Bad::new("regions that are part of the answer are not read")));
    }
    let mut design = Design::new(shape(&nodes)?);
    for node in &nodes {
        if node.name == "Var" {
            at(node, add_outside(node, &mut design.grid))?;
        }
    }
    for node in &nodes {
        if node.name == "RegionSize" {
            let size = node.words.first().and_then(|w| w.parse().ok()).filter(|s| (1..=16).contains(s));
            design.region_size = Some(at(node, size.ok_or_else(|| Bad::new("a size from 1 to 16 is expected")))?);
        }
    }
    let mut values = vec![design.values(); design.grid.variables()];
    for node in &nodes {
        match node.name {
            "Shape" | "Var" | "RegionSize" => {}
            "NoBoxes" => design.no_boxes = true,
            "Jigsaw" => at(node, jigsaw(node, &mut design))?,
            "Document" => design.extras = at(node, extras(node))?,
            "" | "Given" => {
                for given in at(node, givens(node, &design.grid))? {
                    for &cell in given.line() {
                        let kept: Domain = given.numbers.iter().map(|&n| n as Value).collect();
                        values[cell as usize] &= kept;
                    }
                }
            }
            _ => {
                let read = at(node, constraints(node, &design.grid))?;
                design.constraints.extend(read);
            }
        }
    }
    last_of_a_kind(&mut design.constraints);
    Ok((design, values))
}

fn at<T>(node: &Node<'_>, read: Result<T, Bad>) -> Result<T, Bad> {
    read.map_err(|mut bad| {
        let place = bad.at.take().map_or(String::new(), |at| format!(" {at}"));
        bad.at(format!("{}{place}", if node.name.is_empty() { "Given" } else { node.name }))
    })
}

/// Parts of which the last one counts: clues at one end of a line, quadruples of one square, and
/// options.
fn last_of_a_kind(all: &mut Vec<Constraint>) {
    let key = |c: &Constraint| match c.kind.form {
        Form::Ends | Form::Side | Form::Diagonal | Form::Square => Some(c.cells.clone()),
        Form::Global => Some(Vec::new()),
        Form::Choice(_) if c.kind.name == "FullRankTies" => Some(Vec::new()),
        _ => None,
    };
    let mut i = 0;
    while i < all.len() {
        let is_again = |c: &Constraint| std::ptr::eq(c.kind, all[i].kind) && key(c).is_some() && key(c) == key(&all[i]);
        if let Some(later) = all[i + 1..].iter().rposition(is_again) {
            let last = all.remove(i + 1 + later);
            all[i] = last;
        } else {
            i += 1;
        }
    }
}

fn nodes(text: &str) -> Result<Vec<Node<'_>>, Bad> {
    let mut items = text.split('.');
    if items.next() != Some("") {
        return Err(Bad::new("a constraint string begins with a dot").column(1));
    }
    let mut open: Vec<Node<'_>> = vec![Node { name: "", words: Vec::new(), inner: Vec::new() }];
    for item in items {
        let mut words = item.split('~');
        let name = words.next().unwrap_or("");
        if name == "End" {
            let done = open.pop().filter(|_| !open.is_empty());
            let done = done.ok_or_else(|| Bad::new("an End that ends nothing").at("End"))?;
            if let Some(outer) = open.last_mut() {
                outer.inner.push(done);
            }
            continue;
        }
        let node = Node { name, words: words.collect(), inner: Vec::new() };
        if COMPOSED.contains(&name) {
            open.push(node);
        } else if let Some(outer) = open.last_mut() {
            outer.inner.push(node);
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(root), true) => Ok(root.inner),
        (last, _) => Err(Bad::new("its End is missing").at(last.map_or("", |node| node.name))),
    }
}

/// `9x9`, `9x9~0-8`, `7x7~9`; with `Raw` behind: rows and columns are no houses.
fn shape(nodes: &[Node<'_>]) -> Result<Grid, Bad> {
    let Some(node) = nodes.iter().find(|node| node.name == "Shape") else { return Grid::new(9, 9) };
    let read = || -> Result<Grid, Bad> {
        let bad = || Bad::new(format!("{:?} is no shape such as 9x9 or 9x9~0-8", node.words.join("~")));
        let (rows, cols) = node.words.first().and_then(|w| w.split_once('x')).ok_or_else(bad)?;
        let mut grid = Grid::new(rows.parse().map_err(|_| bad())?, cols.parse().map_err(|_| bad())?)?;
        match node.words.get(2) {
            None | Some(&"" | &"Sudoku") => {}
            Some(&"Raw") => grid.has_lines = false,
            Some(other) => return Err(Bad::new(format!("{other:?} is no type of grid"))),
        }
        match node.words.get(1) {
            None | Some(&"") => Ok(grid),
            Some(range) => {
                let (low, high) = range.split_once('-').unwrap_or(("1", range));
                grid.with_values(low.parse().map_err(|_| bad())?, high.parse().map_err(|_| bad())?)
            }
        }
    };
    at(node, read())
}

/// A name, words, and a number of variables or their rows and columns.
fn add_outside(node: &Node<'_>, grid: &mut Grid) -> Result<(), Bad> {
    let name = node.words.first().copied().unwrap_or("");
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_uppercase()) {
        return Err(Bad::new(format!("{name:?} is no name of capital letters")));
    }
    let size = node.words.get(2).copied().unwrap_or("1");
    let (rows, columns) = size.split_once('x').unwrap_or((size, "0"));
    let number = |n: &str| n.parse::<usize>().map_err(|_| Bad::new(format!("{size:?} is no number of variables")));
    let (rows, columns) = (number(rows)?, number(columns)?);
    let label = percent(node.words.get(1).copied().unwrap_or(""));
    let count = if columns > 0 { rows.saturating_mul(columns) } else { rows };
    grid.add_outside(Group { name: name.to_string(), label, count, columns })
}

fn jigsaw(node: &Node<'_>, design: &mut Design) -> Result<(), Bad> {
    let layout = node.words.last().copied().unwrap_or("");
    if layout.chars().count() != design.grid.cells() {
        let what = format!("{} regions for {} cells", layout.chars().count(), design.grid.cells());
        return Err(Bad::new(what));
    }
    let regions: Vec<Option<char>> = layout.chars().map(|c| (c != '-').then_some(c)).collect();
    design.jigsaw = Some(renumbered(&regions));
    Ok(())
}

/// What a document says besides, compressed.
fn extras(node: &Node<'_>) -> Result<std::collections::BTreeMap<String, serde_json::Value>, Bad> {
    let text = crate::variant::lz::decompress(node.words.first().copied().unwrap_or(""));
    let text = text.ok_or_else(|| Bad::new("the document can't be decompressed"))?;
    serde_json::from_str(&text).map_err(|e| Bad::new(format!("the document is no JSON object: {e}")))
}

/// A text in which bytes can stand as `%2E`.
fn percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut all = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let code = text.get(i + 1..i + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(|_| bytes[i] == b'%') {
            Some(byte) => {
                all.push(byte);
                i += 3;
            }
            None => {
                all.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8(all).unwrap_or_else(|_| text.to_string())
}

/// `R1C1_3_4`: a cell and the values that it may have.
fn givens(node: &Node<'_>, grid: &Grid) -> Result<Vec<Constraint>, Bad> {
    let mut all = Vec::new();
    for word in node.words.iter().filter(|w| !w.is_empty()) {
        let mut parts = word.split('_');
        let at = cell(grid, parts.next().unwrap_or(""))?;
        let values = parts.map(|part| {
            let value = part.parse::<i32>().ok().filter(|&v| (i32::from(grid.low)..=i32::from(grid.high)).contains(&v));
            value.ok_or_else(|| Bad::new(format!("{part:?} is no value from {} to {}", grid.low, grid.high)).at(*word))
        });
        let numbers = values.collect::<Result<Vec<_>, _>>()?;
        all.push(Constraint { numbers, ..Constraint::over(&GIVEN, vec![at]) });
    }
    Ok(all)
}

/// The constraints of one part of a text.
fn constraints(node: &Node<'_>, grid: &Grid) -> Result<Vec<Constraint>, Bad> {
    match node.name {
        "" | "Given" => return givens(node, grid),
        "Replicate" => return copies(node, grid),
        _ => {}
    }
    let kind = named(node.name).ok_or_else(|| Bad::new("no such type of constraint is read"))?;
    let words = &node.words[..];
    let one = |c: Constraint| Ok(vec![c]);
    match kind.form {
        Form::Global => one(Constraint::of(kind)),
        Form::Choice(options) => {
            let text = words.first().copied().unwrap_or("").to_string();
            let numbers: Vec<i32> = text.parse().into_iter().collect();
            let is_number = options.is_empty() && !numbers.is_empty();
            if !options.contains(&&*text) && !is_number {
                return Err(Bad::new(format!("{text:?} is none of {}", options.join(", "))));
            }
            one(Constraint { text, numbers, ..Constraint::of(kind) })
        }
        Form::Cells => one(Constraint::over(kind, cells(words, grid)?)),
        Form::Number(default) => {
            let (number, rest) = split_number(words, default)?;
            let (is_loop, rest) = match rest.split_last() {
                Some((&"LOOP", rest)) if kind.name == "SumLine" => (true, rest),
                _ => (false, rest),
            };
            let mut read = cells(rest, grid)?;
            if kind.name == "PillArrow" {
                let pill = read.len().min(number.unwrap_or(0).max(0) as usize);
                read[..pill].sort_unstable();
            }
            let text = if is_loop { "LOOP".to_string() } else { String::new() };
            one(Constraint { numbers: number.into_iter().collect(), text, ..Constraint::over(kind, read) })
        }
        Form::Weighted => {
            let (sum, rest) = words.split_first().ok_or_else(|| Bad::new("a sum is missing"))?;
            let read = cells(rest, grid)?;
            let mut parts = sum.split('_');
            let mut numbers = vec![number(parts.next().unwrap_or(""))?];
            match parts.next() {
                None => {}
                Some("=") => numbers.extend(parts.map(number).collect::<Result<Vec<_>, _>>()?),
                Some(other) => return Err(Bad::new(format!("{other:?} behind a sum; '=' is expected"))),
            }
            if numbers.len() > 1 && numbers.len() != read.len() + 1 {
                return Err(Bad::new(format!("{} weights for {} cells", numbers.len() - 1, read.len())));
            }
            one(Constraint { numbers, ..Constraint::over(kind, read) })
        }
        Form::Values => {
            let (values, rest) = words.split_first().ok_or_else(|| Bad::new("values are missing"))?;
            let numbers = values.split('_').map(number).collect::<Result<Vec<_>, _>>()?;
            one(Constraint { numbers, ..Constraint::over(kind, cells(rest, grid)?) })
        }
        Form::Word => {
            let (text, rest) = words.split_first().ok_or_else(|| Bad::new("a word is missing"))?;
            one(Constraint { text: (*text).to_string(), ..Constraint::over(kind, cells(rest, grid)?) })
        }
        Form::Sets => {
            let (count, rest) = words.split_first().ok_or_else(|| Bad::new("the number of sets is missing"))?;
            let (count, read) = (number(count)?, cells(rest, grid)?);
            if count < 1 || !read.len().is_multiple_of(count as usize) {
                return Err(Bad::new(format!("{} cells in {count} sets", read.len())));
            }
            let sets = read.chunks(read.len() / count as usize).map(<[u32]>::to_vec).collect();
            one(Constraint { cells: sets, ..Constraint::of(kind) })
        }
        Form::Segments => one(Constraint { cells: segments(words, grid)?, ..Constraint::of(kind) }),
        Form::Ends => ends(kind, words, grid),
        Form::Side => {
            let (n, name) = two(words, "a number and a row or column")?;
            let line = line_of(grid, name).ok_or_else(|| Bad::new(format!("{name:?} is no row or column")))?;
            one(Constraint::with(kind, number(n)?, line))
        }
        Form::Diagonal => {
            let (n, name) = two(words, "a number and a cell")?;
            let first = cell(grid, name)?;
            let line = match words.get(2) {
                None => diagonal_from(grid, first),
                Some(way) => direction(way).map(|(down, right)| diagonal(grid, first, down, right)),
            };
            let line = line.ok_or_else(|| Bad::new(format!("no diagonal starts at {name}")))?;
            one(Constraint::with(kind, number(n)?, line))
        }
        Form::Square => {
            let (name, rest) = words.split_first().ok_or_else(|| Bad::new("a cell is missing"))?;
            let square = grid.square(cell(grid, name)?).filter(|_| !name.starts_with('V'));
            let square = square.ok_or_else(|| Bad::new(format!("no square of four cells starts at {name}")))?;
            let numbers = rest.iter().map(|w| number(w)).collect::<Result<Vec<_>, _>>()?;
            one(Constraint { numbers, ..Constraint::over(kind, square.to_vec()) })
        }
        Form::Relation | Form::Automaton => groups(kind, words, grid, words.first().copied().unwrap_or("")),
        Form::OldRelation(now) => {
            let key = words.first().copied().unwrap_or("");
            let key: String = key
                .chars()
                .map(|c| {
                    if c == '-' {
                        '_'
                    } else if c == '_' {
                        '-'
                    } else {
                        c
                    }
                })
                .collect();
            let kind = named(now).ok_or_else(|| Bad::new("no such type of constraint is read"))?;
            groups(kind, words, grid, &key)
        }
        Form::Pattern => {
            let (encoded, rest) = words.split_first().ok_or_else(|| Bad::new("a pattern is missing"))?;
            let text = if encoded.contains('%') {
                percent(encoded)
            } else {
                String::from_utf8(automata::bytes(encoded)?).map_err(|_| Bad::new("the pattern is no text"))?
            };
            let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let lists = rest.split(|w| w.is_empty()).filter(|l| !l.is_empty());
            lists.map(|l| Ok(Constraint { text: text.clone(), ..Constraint::over(kind, cells(l, grid)?) })).collect()
        }
        Form::Connected => {
            let (group, values) = two(words, "a group and values")?;
            let read = match group.strip_prefix('V') {
                None if group.is_empty() => (0..grid.cells() as u32).collect(),
                Some(name) => grid.group(name).ok_or_else(|| Bad::new(format!("no variables {name}")))?,
                None => return Err(Bad::new(format!("{group:?} is no group of variables that is read"))),
            };
            let numbers = values.split('_').map(number).collect::<Result<Vec<_>, _>>()?;
            let text = words.get(2).copied().unwrap_or("").to_string();
            one(Constraint { numbers, text, ..Constraint::over(kind, read) })
        }
        Form::Branches => {
            let mut inner = Vec::new();
            for part in &node.inner {
                let mut read = at(part, constraints(part, grid))?;
                if kind.name == "Or" && read.len() != 1 {
                    read = vec![Constraint { inner: read, ..Constraint::of(&AND) }];
                }
                inner.extend(read);
            }
            one(Constraint { inner, ..Constraint::of(kind) })
        }
        Form::Structure => Err(Bad::new("it can't stand inside of another constraint")),
    }
}

/// Down or up and right or left, in two letters.
fn direction(word: &str) -> Option<(i32, i32)> {
    Some(match word {
        "DR" => (1, 1),
        "DL" => (1, -1),
        "UR" => (-1, 1),
        "UL" => (-1, -1),
        _ => return None,
    })
}

fn two<'w>(words: &[&'w str], expected: &str) -> Result<(&'w str, &'w str), Bad> {
    match words {
        [a, b, ..] => Ok((a, b)),
        _ => Err(Bad::new(format!("{expected} are expected"))),
    }
}

fn number(word: &str) -> Result<i32, Bad> {
    word.parse().map_err(|_| Bad::new(format!("{word:?} is no number")))
}

/// A number at the start, if it is one and no cell.
fn split_number<'w>(words: &'w [&'w str], default: Option<i32>) -> Result<(Option<i32>, &'w [&'w str]), Bad> {
    match words.split_first() {
        Some((&"", rest)) => Ok((default, rest)),
        Some((first, rest)) => match first.parse() {
            Ok(number) => Ok((Some(number), rest)),
            Err(_) if default.is_some() => Ok((default, words)),
            Err(_) => Err(Bad::new(format!("{first:?} is no number"))),
        },
        None => Err(Bad::new("no cells")),
    }
}

fn cells(words: &[&str], grid: &Grid) -> Result<Vec<u32>, Bad> {
    if words.is_empty() {
        return Err(Bad::new("no cells"));
    }
    words.iter().map(|word| cell(grid, word)).collect()
}

fn segments(words: &[&str], grid: &Grid) -> Result<Vec<Vec<u32>>, Bad> {
    words.split(|w| *w == "-").map(|part| part.iter().map(|w| cell(grid, w)).collect()).collect()
}

/// The number at the start of a line, and the one at its end.
fn ends(kind: &'static Kind, words: &[&str], grid: &Grid) -> Result<Vec<Constraint>, Bad> {
    let name = words.first().copied().unwrap_or("");
    let line = line_of(grid, name).ok_or_else(|| Bad::new(format!("{name:?} is no row or column")))?;
    let back: Vec<u32> = line.iter().rev().copied().collect();
    let said = words[1..].iter().zip([line, back]).filter(|(word, _)| !word.is_empty());
    said.map(|(word, line)| Ok(Constraint::with(kind, number(word)?, line))).collect()
}

/// Lists of cells apart, each behind its name.
fn groups(kind: &'static Kind, words: &[&str], grid: &Grid, key: &str) -> Result<Vec<Constraint>, Bad> {
    let mut name = String::new();
    let mut list: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    let mut end = |list: &mut Vec<&str>, name: &str| -> Result<(), Bad> {
        if !list.is_empty() {
            let read = if kind.form == Form::Automaton { segments(list, grid)? } else { vec![cells(list, grid)?] };
            let (text, name) = (key.to_string(), name.to_string());
            all.push(Constraint { text, name, cells: read, ..Constraint::of(kind) });
            list.clear();
        }
        Ok(())
    };
    for word in words.iter().skip(1) {
        if word.is_empty() {
            end(&mut list, &name)?;
        } else if let Some(named) = word.strip_prefix('_') {
            end(&mut list, &name)?;
            name = percent(named);
        } else {
            list.push(word);
        }
    }
    end(&mut list, &name)?;
    Ok(all)
}

/// The constraints inside, moved so that their origin comes to each target.
fn copies(node: &Node<'_>, grid: &Grid) -> Result<Vec<Constraint>, Bad> {
    let bits = automata::bits(node.words.first().copied().unwrap_or(""))?;
    let origin = cell(grid, node.words.get(1).copied().unwrap_or("R1C1"))?;
    let mut inner = Vec::new();
    for part in &node.inner {
        inner.extend(at(part, constraints(part, grid))?);
    }
    let mut all = Vec::new();
    for (i, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
        let target = origin as usize + i;
        if origin as usize >= grid.cells() || target >= grid.cells() {
            return Err(Bad::new("copies are made of cells of the grid"));
        }
        let ((r, c), (s, d)) = (grid.row_col(origin), grid.row_col(target as u32));
        let (down, right) = (s as i32 - r as i32, d as i32 - c as i32);
        for constraint in &inner {
            all.push(moved(constraint, grid, down, right)?);
        }
    }
    Ok(all)
}

fn moved(c: &Constraint, grid: &Grid, down: i32, right: i32) -> Result<Constraint, Bad> {
    if matches!(c.kind.form, Form::Ends | Form::Side | Form::Diagonal | Form::Global | Form::Choice(_)) {
        return Err(Bad::new(format!("a {} can't be copied", c.kind.noun)));
    }
    let step = |&cell: &u32| {
        let to = if (cell as usize) < grid.cells() { grid.step(cell, down, right) } else { None };
        to.ok_or_else(|| Bad::new("a copy lies off the grid").at(grid.name(cell)))
    };
    let cells = c.cells.iter().map(|list| list.iter().map(step).collect()).collect::<Result<Vec<_>, Bad>>()?;
    let inner = c.inner.iter().map(|i| moved(i, grid, down, right)).collect::<Result<Vec<_>, Bad>>()?;
    Ok(Constraint { cells, inner, ..c.clone() })
}
