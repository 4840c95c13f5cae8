//! Puzzles that people paste: rows of symbols, lists of programs, JSON, lines with names before
//! them. What the tokens mean a genre's [`Form`] says.

mod between;
mod cells;
pub(crate) mod documents;
mod fields;
mod form;
mod lists;
mod nonogram_files;
mod outside;
mod points;
mod regions;
pub(crate) mod saved;
mod signs;
mod sums;
mod wholes;

pub(crate) use crate::text::block::{Block, Cut};
pub use between::Marks;
pub(crate) use fields::Part;
pub use form::Form;
pub use signs::Signs;

use crate::codec::Puzzle;
use crate::text::data::{self, Data};
use crate::text::plain::plain;
use crate::text::quoted::{Quoted, quoted};
use crate::text::ragged::{Ragged, ragged};
use crate::text::sparse;
use fields::part;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// The parts of one puzzle in a text.
#[derive(Clone, Default, Debug)]
pub(crate) struct Pasted {
    /// The line that it begins on.
    pub(crate) line: u64,
    /// Grids without a name.
    pub(crate) blocks: Vec<Block>,
    /// The lines of all grids without a name, blank ones among them.
    pub(crate) lines: Vec<String>,
    /// Parts by name.
    pub(crate) parts: BTreeMap<Part, Data>,
    /// Numbers before the grid: columns and rows, and what is beyond.
    pub(crate) head: Vec<usize>,
    /// Further facts in the text.
    pub(crate) notes: BTreeMap<String, serde_json::Value>,
}

/// A puzzle that was read, or what is wrong with it.
pub(crate) struct Found {
    /// The line that it begins on.
    pub(crate) line: u64,
    /// The puzzle in each reading that its text leaves open, with what it says besides.
    pub(crate) read: Result<Readings, Bad>,
}

/// The readings of a text, of which one has one solution.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Readings {
    /// The puzzles.
    pub(crate) puzzles: Vec<Puzzle>,
    /// Further facts in the text.
    pub(crate) notes: BTreeMap<String, serde_json::Value>,
}

/// The puzzles of a text; nothing where it has neither lists nor rows.
pub(crate) fn read(text: &str, form: &Form) -> Vec<Found> {
    let text = plain(text, '#');
    let found = match (of_data(&text), quoted(&text)) {
        (Some(found), _) => found,
        (None, Some(quoted)) => of_quoted(quoted, form),
        (None, None) => of_lines(&text, form),
    };
    let read = |pasted: Result<Pasted, Bad>| {
        let line = pasted.as_ref().map_or_else(|bad| bad.line.unwrap_or(1), |p| p.line);
        let read = pasted.and_then(|pasted| {
            let puzzles = form.read(&pasted).map_err(|bad| bad.line(pasted.line))?;
            Ok(Readings { puzzles, notes: pasted.notes.clone() })
        });
        Found { line, read }
    };
    found.into_iter().map(read).collect()
}

impl Pasted {
    /// The only grid: the one named so, or the one without a name.
    ///
    /// # Errors
    /// [`Bad`] where there is none, or more than one.
    pub(crate) fn grid(&self) -> Result<Block, Bad> {
        if let Some(cells) = self.parts.get(&Part::Grid).and_then(sparse::of_data) {
            let side = self.number(Part::Side);
            let size = (self.number(Part::Height).or(side), self.number(Part::Width).or(side));
            let (Some(rows), Some(cols)) = size else {
                return Err(Bad::new("a list of cells without the size of the board: width and height are expected"));
            };
            return Ok(Block { line: self.line, cuts: vec![sparse::grid(&cells, rows.min(1000), cols.min(1000))?] });
        }
        let named = [Part::Grid, Part::Rows].into_iter().find_map(|p| Block::of_data(self.parts.get(&p)?, self.line));
        match (named, &self.blocks[..]) {
            (Some(block), []) => Ok(block),
            (None, [block]) => Ok(block.clone()),
            (None, []) => Err(Bad::new("no grid of cells").line(self.line)),
            _ => Err(Bad::new("more than one grid where one is expected").line(self.line)),
        }
    }

    /// The words of a list of numbers with that name.
    pub(crate) fn list(&self, part: Part) -> Option<Vec<String>> {
        match self.parts.get(&part)? {
            Data::List(list) => list.iter().map(|d| d.text().map(str::to_string)).collect(),
            Data::Word(text) | Data::Text(text) => Some(words(text)),
            Data::Map(_) => None,
        }
    }

    /// A number with that name.
    pub(crate) fn number(&self, part: Part) -> Option<usize> {
        self.parts.get(&part)?.number()?.try_into().ok()
    }

    /// Refuses named parts that the genre does not know.
    ///
    /// # Errors
    /// [`Bad`] with the name.
    pub(crate) fn only(&self, known: &[Part]) -> Result<(), Bad> {
        const SIZES: &[Part] = &[Part::Side, Part::Width, Part::Height, Part::RegionSize];
        match self.parts.keys().find(|part| !known.contains(part) && !SIZES.contains(part)) {
            Some(part) => Err(Bad::new(format!("a part of the puzzle that such a genre does not have: {part:?}"))),
            None => Ok(()),
        }
    }

    /// Refuses another size than the text tells.
    ///
    /// # Errors
    /// [`Bad`] with both.
    pub(crate) fn fits(&self, rows: usize, cols: usize) -> Result<(), Bad> {
        let side = self.number(Part::Side);
        let told_rows = self.number(Part::Height).or(side).unwrap_or(rows);
        let told_cols = self.number(Part::Width).or(side).unwrap_or(cols);
        if (told_rows, told_cols) == (rows, cols) {
            return Ok(());
        }
        Err(Bad::new(format!("{told_rows} rows and {told_cols} columns are told; {rows} and {cols} follow")))
    }

    fn put(&mut self, name: &str, data: Data) -> Result<(), Bad> {
        let is_scalar = data.text().is_some();
        let part = match part(name) {
            // A word is no grid.
            Some(Part::Grid) if is_scalar && !data.text().is_some_and(|text| text.contains(['/', '\n'])) => None,
            // A number says how many there are, and not what stands there.
            Some(Part::Rows) if data.number().is_some() => Some(Part::Height),
            Some(Part::Columns) if data.number().is_some() => Some(Part::Width),
            part => part,
        };
        let rest = match (part, is_scalar) {
            (Some(Part::Solution), _) => "answer",
            (Some(part), _) => {
                if self.parts.insert(part, data).is_some() {
                    return Err(Bad::new(format!("a second part of the kind {part:?}")).at(name));
                }
                return Ok(());
            }
            (None, true) if name.eq_ignore_ascii_case("id") => tesuji_genre::CASE,
            (None, true) => name,
            // Names such as those of colours say nothing of cells.
            (None, false) if is_names(&data) => name,
            (None, false) => return Err(Bad::new("a part of a puzzle with this name is not read").at(name)),
        };
        let text = data.text().map_or_else(|| format!("{data:?}"), str::to_string);
        self.notes.entry(rest.to_string()).or_insert_with(|| text.into());
        Ok(())
    }
}

/// Is it a map from names to names?
fn is_names(data: &Data) -> bool {
    let is_name = |data: &Data| data.text().is_some() && data.number().is_none();
    matches!(data, Data::Map(map) if map.iter().all(|(_, data)| is_name(data)))
}

/// The words of a line of values.
fn words(text: &str) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || ",;|".contains(c);
    text.split(is_between).filter(|word| !word.is_empty()).map(str::to_string).collect()
}

/// The puzzles of a text that has lists or maps; `None` where it has none.
fn of_data(text: &str) -> Option<Vec<Result<Pasted, Bad>>> {
    let (named, outside) = data::find(text)?;
    // Rows beside lists would be lost.
    let stray = outside.iter().flat_map(|(from, text)| (*from..).zip(text.lines())).find(|(_, line)| is_row(line));
    if let Some((line, row)) = stray {
        return Some(vec![Err(Bad::new(format!("{:?} is no part of a list", row.trim())).line(line))]);
    }
    let one_by_one = named.len() < 2 || named.iter().any(|n| part(&n.name).is_none());
    let mut found = Vec::new();
    if one_by_one {
        named.into_iter().for_each(|n| of_value(n.data, n.line, &mut found));
        return Some(found);
    }
    // Several lists with names are the parts of a puzzle, until a name comes again.
    let mut pasted = Pasted { line: named[0].line, ..Pasted::default() };
    let mut seen: Vec<String> = Vec::new();
    for n in named {
        if seen.contains(&n.name) {
            found.push(Ok(std::mem::take(&mut pasted)));
            pasted.line = n.line;
            seen.clear();
        }
        seen.push(n.name.clone());
        if let Err(bad) = pasted.put(&n.name, n.data) {
            found.push(Err(bad.line(n.line)));
            return Some(found);
        }
    }
    found.push(Ok(pasted));
    Some(found)
}

/// Is the line rows of a grid rather than code or words?
fn is_row(line: &str) -> bool {
    let symbols = line.chars().filter(|c| !c.is_whitespace()).count();
    let digits = line.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '#' | '-')).count();
    symbols > 2 && 2 * digits > symbols && !line.contains(['(', '=', '"', '\''])
}

fn of_value(data: Data, line: u64, found: &mut Vec<Result<Pasted, Bad>>) {
    match data {
        Data::Map(map) => {
            let mut pasted = Pasted { line, ..Pasted::default() };
            // A map around the puzzles.
            let is_outer = map.iter().all(|(name, _)| part(name).is_none());
            let mut inner = Vec::new();
            for (name, data) in map {
                match data {
                    Data::Map(_) if is_outer => inner.push(data),
                    Data::List(list) if is_outer && list.iter().all(|d| matches!(d, Data::Map(_))) => {
                        inner.extend(list)
                    }
                    data => {
                        if let Err(bad) = pasted.put(&name, data) {
                            found.push(Err(bad.line(line)));
                            return;
                        }
                    }
                }
            }
            if inner.is_empty() {
                found.push(Ok(pasted));
            }
            inner.into_iter().for_each(|data| of_value(data, line, found));
        }
        // A list of puzzles.
        Data::List(list) if list.iter().all(|d| matches!(d, Data::Map(_)) || d.list().is_some_and(is_grid)) => {
            list.into_iter().for_each(|data| of_value(data, line, found));
        }
        data => {
            let mut pasted = Pasted { line, ..Pasted::default() };
            match Block::of_data(&data, line) {
                Some(block) => pasted.blocks.push(block),
                None => drop(pasted.parts.insert(Part::Grid, data)),
            }
            found.push(Ok(pasted));
        }
    }
}

/// Is the list rows of cells?
fn is_grid(list: &[Data]) -> bool {
    let is_row = |d: &Data| match d {
        Data::List(row) => row.len() > 1 && row.iter().all(|d| d.text().is_some()),
        Data::Text(text) => text.chars().count() > 3,
        _ => false,
    };
    list.len() > 2 && list.iter().all(is_row)
}

/// A line of a text without lists.
enum Line<'a> {
    Blank,
    Title,
    Named(&'a str, &'a str),
    Row,
}

fn kind(line: &str) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    let named = trimmed.split_once([':', '=']).map(|(name, value)| (name.trim(), value.trim()));
    let is_name = |name: &str| name.len() > 1 && name.chars().all(|c| c.is_alphabetic() || " _-".contains(c));
    match named {
        Some((name, value)) if is_name(name) && !value.is_empty() => Line::Named(name, value),
        _ if is_heading(trimmed) => Line::Row,
        _ if is_title(trimmed) => Line::Title,
        _ => Line::Row,
    }
}

/// Is the line the name of what follows it, `rows` or `columns`?
fn is_heading(line: &str) -> bool {
    let name = line.trim_end_matches(':').trim();
    name.chars().all(char::is_alphabetic) && matches!(part(name), Some(Part::Rows | Part::Columns))
}

/// Does the line, trimmed, say nothing of a puzzle's cells? `#` is a wall of many genres.
pub(crate) fn is_title(line: &str) -> bool {
    let is_word = |text: &str| {
        let letters = text.split(|c: char| !c.is_alphabetic());
        letters.into_iter().any(|word| word.len() > 3 && word.chars().skip(1).all(char::is_lowercase))
    };
    if line.starts_with("//") || line.starts_with("% ") || line.starts_with("```") {
        return true;
    }
    let words = line.strip_prefix('#').unwrap_or(line).trim_start_matches('#');
    (words.len() < line.len() || line.starts_with(|c: char| c.is_ascii_uppercase())) && is_word(words)
}

/// The puzzles of rows in quotation marks.
fn of_quoted(quoted: Quoted, form: &Form) -> Vec<Result<Pasted, Bad>> {
    let Quoted { line, rows, is_certain } = quoted;
    if !is_certain || form.is_whole() {
        let found = of_lines(&(rows.join("\n") + "\n"), form);
        let moved = |one: Result<Pasted, Bad>| match one {
            Ok(pasted) => Ok(Pasted { line: pasted.line + line - 1, ..pasted }),
            Err(bad) => Err(Bad { line: bad.line.map(|of| of + line - 1), ..bad }),
        };
        return found.into_iter().map(moved).collect();
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    vec![headed(Pasted { line, blocks: vec![raw(line, &rows)], ..Pasted::default() }, form)]
}

/// Are there blanks alone in the line, as many as the next line with a sign has characters? Then it
/// is a row of blanks.
fn is_row_of_blanks(lines: &[&str], at: usize) -> bool {
    let length = |line: &str| line.trim_end_matches('\r').chars().count();
    let own = length(lines[at]);
    let next = |mut of: Box<dyn Iterator<Item = &&str> + '_>| {
        let line = of.find(|line| length(line) == 0 || !line.trim().is_empty());
        line.is_some_and(|line| length(line) == own)
    };
    let is_blank = own > 0 && lines[at].trim().is_empty();
    let is_tabbed = lines[at].contains('\t');
    is_blank && (is_tabbed || next(Box::new(lines[..at].iter().rev())) || next(Box::new(lines[at + 1..].iter())))
}

/// The puzzles of a text without lists.
fn of_lines(text: &str, form: &Form) -> Vec<Result<Pasted, Bad>> {
    let lines: Vec<&str> = text.lines().collect();
    if form.is_whole() {
        return vec![whole(&lines)];
    }
    let is_row = |line: &&str| matches!(kind(line), Line::Row | Line::Blank);
    if form.is_one_grid() && lines.iter().all(is_row) {
        match ragged(&lines) {
            Err(bad) => return vec![Err(bad.line(1))],
            Ok(Ragged::One) => {
                return vec![Ok(Pasted { line: 1, blocks: vec![Block::of_lines(1, &lines)], ..Pasted::default() })];
            }
            Ok(Ragged::Parted) => {}
        }
    }
    let (mut found, mut pasted) = (Vec::new(), Pasted::default());
    let mut rows: Vec<(u64, &str)> = Vec::new();
    let mut first = true;
    let mut leads = false;
    for (at, line) in lines.iter().copied().chain([""]).enumerate() {
        let number = at as u64 + 1;
        let kind = if at < lines.len() && is_row_of_blanks(&lines, at) { Line::Row } else { kind(line) };
        match kind {
            Line::Row => {
                if pasted.line == 0 {
                    pasted.line = number;
                }
                rows.push((number, line));
                first = false;
                continue;
            }
            Line::Blank | Line::Title => {}
            Line::Named(name, value) => {
                leads |= first;
                first = false;
                if leads && !pasted.blocks.is_empty() && rows.is_empty() {
                    found.push(Ok(std::mem::take(&mut pasted)));
                }
                close(&mut rows, &mut pasted);
                if leads && !pasted.blocks.is_empty() {
                    found.push(Ok(std::mem::take(&mut pasted)));
                }
                if pasted.line == 0 {
                    pasted.line = number;
                }
                if let Err(bad) = pasted.put(name, Data::Word(value.to_string())) {
                    found.push(Err(bad.line(number)));
                }
                continue;
            }
        }
        close(&mut rows, &mut pasted);
    }
    if !pasted.blocks.is_empty() || !pasted.parts.is_empty() {
        found.push(Ok(pasted));
    }
    let found = found.into_iter().flat_map(|one| parted(one, form));
    found.map(|one| one.and_then(|pasted| headed(pasted, form))).collect()
}

/// Ends a block of rows.
fn close(rows: &mut Vec<(u64, &str)>, pasted: &mut Pasted) {
    if let Some(&(line, _)) = rows.first() {
        let lines: Vec<&str> = rows.drain(..).map(|(_, row)| row).collect();
        pasted.lines.extend(lines.iter().map(ToString::to_string));
        pasted.lines.push(String::new());
        pasted.blocks.push(raw(line, &lines));
    }
}

/// Is it a name of what says nothing of cells?
fn is_note(name: &str) -> bool {
    let names = ["title", "author", "by", "name", "source", "id", "difficulty", "copyright", "date", "level"];
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The whole text as one puzzle.
fn whole(lines: &[&str]) -> Result<Pasted, Bad> {
    let mut pasted = Pasted::default();
    for (number, line) in (1..).zip(lines) {
        match kind(line) {
            Line::Title => continue,
            Line::Named(name, value) if part(name).is_some() && !value.is_empty() => {
                pasted.put(name, Data::Word(value.to_string())).map_err(|bad| bad.line(number))?;
            }
            Line::Named(name, value) if is_note(name) => {
                pasted.notes.entry(name.to_lowercase()).or_insert_with(|| value.into());
            }
            _ => pasted.lines.push(line.trim_end().to_string()),
        }
        if pasted.line == 0 {
            pasted.line = number;
        }
    }
    let is_blank = |line: &String| line.trim().is_empty();
    while pasted.lines.last().is_some_and(is_blank) {
        pasted.lines.pop();
    }
    let blank = pasted.lines.iter().take_while(|line| is_blank(line)).count();
    pasted.lines.drain(..blank);
    Ok(pasted)
}

/// The rows of a block as they stand in the text.
fn rows_of(block: &Block) -> Vec<&str> {
    block.cuts.iter().flatten().flatten().map(String::as_str).collect()
}

/// The puzzles of several blocks: as many of them to a puzzle as the form has grids.
fn parted(one: Result<Pasted, Bad>, form: &Form) -> Vec<Result<Pasted, Bad>> {
    let Ok(mut pasted) = one else { return vec![one] };
    let count = pasted.blocks.len();
    // Blank lines between all rows part nothing; a first line with the size belongs to what follows.
    let is_one = |block: &Block| rows_of(block).len() == 1;
    if count > 2 && pasted.blocks[1..].iter().all(is_one) && is_one(&pasted.blocks[0]) {
        let lines: Vec<&str> = pasted.blocks.iter().flat_map(rows_of).collect();
        pasted.blocks = vec![raw(pasted.line, &lines)];
        return vec![Ok(pasted)];
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut lead: Option<Block> = None;
    for block in std::mem::take(&mut pasted.blocks) {
        let rows = rows_of(&block);
        let is_head = rows.len() <= 2 && rows.iter().all(|row| numbers(row).is_some_and(|n| n.len() <= 3));
        let block = match lead.take() {
            Some(head) => raw(head.line, &[rows_of(&head), rows].concat()),
            None if is_head => {
                lead = Some(block);
                continue;
            }
            None => block,
        };
        blocks.push(block);
    }
    blocks.extend(lead);
    let grids = form.grids();
    if blocks.len() <= grids {
        pasted.blocks = blocks;
        return vec![Ok(pasted)];
    }
    let each = if blocks.len().is_multiple_of(grids) { grids } else { 1 };
    let shared = Pasted { lines: Vec::new(), ..pasted };
    let piece = |blocks: &[Block]| Ok(Pasted { line: blocks[0].line, blocks: blocks.to_vec(), ..shared.clone() });
    blocks.chunks(each).map(piece).collect()
}

fn raw(line: u64, rows: &[&str]) -> Block {
    Block { line, cuts: vec![rows.iter().map(|row| vec![row.to_string()]).collect()] }
}

/// The numbers of a line that has nothing else: `5`, `8 8`, `10x10 2`. A line with more than one
/// sign between two numbers, or with one at its ends, has empty cells.
fn numbers(line: &str) -> Option<Vec<usize>> {
    let line = line.trim_end_matches(['\r', ' ']);
    let is_sign = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let parted: Vec<&str> = line.split(is_sign).collect();
    // A blank behind a comma is no cell.
    let is_cell = |i: usize| parted[i].is_empty() && !line.contains(", ") && !line.contains("; ");
    if line.starts_with(is_sign) || line.ends_with(is_sign) || (0..parted.len()).any(is_cell) {
        return None;
    }
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ',' | 'x' | 'X' | '×' | ';'));
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
    words.iter().map(|w| w.parse().ok().filter(|n| *n < 1000)).collect::<Option<Vec<usize>>>().filter(|n| !n.is_empty())
}

/// Takes the lines with the size from the first block, and cuts the blocks into tokens.
fn headed(mut pasted: Pasted, form: &Form) -> Result<Pasted, Bad> {
    let mut blocks = Vec::new();
    for (i, block) in pasted.blocks.iter().enumerate() {
        let rows = rows_of(block);
        let taken = if i == 0 { head_lines(&rows, form) } else { 0 };
        if taken > 0 {
            pasted.head = rows[..taken].iter().filter_map(|row| numbers(row)).flatten().collect();
        }
        let rows = &rows[taken..];
        let line = block.line + taken as u64;
        // Two grids of the told size, one under the other.
        let half = pasted.head.first().copied().filter(|&n| form.grids() == 2 && rows.len() == 2 * n);
        match half {
            Some(half) => {
                blocks.push(Block::of_lines(line, &rows[..half]));
                blocks.push(Block::of_lines(line + half as u64, &rows[half..]));
            }
            None => blocks.push(Block::of_lines(line, rows)),
        }
    }
    pasted.blocks = blocks;
    Ok(pasted)
}

/// The number of lines at the front with the size and further facts.
fn head_lines(rows: &[&str], form: &Form) -> usize {
    let width = |row: &str| {
        let block = Block::of_lines(1, &[row]);
        block.cuts.iter().map(|cut| cut.first().map_or(0, Vec::len)).collect::<Vec<_>>()
    };
    let fits = |head: &[usize], rest: &[&str]| {
        let Some(&first) = rest.get(rest.len() / 2) else { return false };
        let (a, b) = (head[0], head.get(1).copied().unwrap_or(head[0]));
        let margins = form.margins();
        let is_size = |rows: usize, cols: usize| {
            let half = if form.grids() == 2 { rest.len() / 2 } else { rest.len() };
            let heights = [rest.len(), half].into_iter().any(|n| (rows..=rows + margins).contains(&n));
            heights && width(first).into_iter().any(|n| (cols..=cols + margins).contains(&n))
        };
        is_size(a, b) || is_size(b, a)
    };
    for taken in [2, 1] {
        if rows.len() < taken + 2 {
            continue;
        }
        let head: Option<Vec<Vec<usize>>> = rows[..taken].iter().map(|row| numbers(row)).collect();
        let Some(head) = head else { continue };
        let is_short = if taken == 2 { head.iter().all(|n| n.len() == 1) } else { head[0].len() <= 3 };
        // A row whose blanks at its end are cut looks like a line with the size.
        let length = |row: &&str| row.trim_end_matches('\r').chars().count();
        let rest = &rows[taken..];
        let has_blanks =
            !rest.iter().any(|row| row.contains([',', ';', '|', '\t'])) && Block::of_lines(1, rest).has_blanks();
        let is_ragged = has_blanks && rest.iter().any(|row| length(row) != length(&rest[0]));
        if is_short && !is_ragged && fits(&head.concat(), rest) {
            return taken;
        }
    }
    0
}
