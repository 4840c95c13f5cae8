//! Lists of numbers beside rows and above columns, as nonograms have them.

use super::fields::part;
use super::signs::number;
use super::{Part, Pasted, words};
use crate::board::{Board, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::text::data::Data;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

pub(super) type Runs = Vec<Vec<u16>>;

/// Reads the lists of rows and of columns.
pub(super) fn read(from: &Pasted) -> Result<Puzzle, Bad> {
    let named = |parts: [Part; 2]| parts.into_iter().find_map(|part| from.parts.get(&part));
    let (rows, cols) = match (named([Part::Rows, Part::Left]), named([Part::Columns, Part::Top])) {
        (Some(rows), Some(cols)) => (runs_of(rows, "rows")?, runs_of(cols, "columns")?),
        (None, None) => of_lines(from)?,
        _ => return Err(Bad::new("lists of rows and of columns are expected, not of one of them alone")),
    };
    from.only(&[Part::Rows, Part::Left, Part::Columns, Part::Top])?;
    from.fits(rows.len(), cols.len())?;
    puzzle(rows, cols)
}

pub(super) fn puzzle(rows: Runs, cols: Runs) -> Result<Puzzle, Bad> {
    let board = Board::new(Size::new(rows.len(), cols.len())?);
    let sum = |runs: &Runs| runs.iter().flatten().map(|&n| u64::from(n)).sum::<u64>();
    if sum(&rows) != sum(&cols) {
        let what = format!("the runs of the rows have {} cells, those of the columns {}", sum(&rows), sum(&cols));
        return Err(Bad::new(what));
    }
    let sides = [(Side::Top, cols), (Side::Left, rows)];
    let lines =
        sides.into_iter().flat_map(|(side, runs)| runs.into_iter().enumerate().map(move |(i, runs)| (side, i, runs)));
    let clue = |(side, i, runs): (Side, usize, Vec<u16>)| {
        let runs: Vec<Option<u16>> = runs.into_iter().filter(|&n| n > 0).map(Some).collect();
        (!runs.is_empty()).then_some((Place::Outside(side, i as u16), Clue::Numbers(runs)))
    };
    let clues = lines.filter_map(clue).collect::<BTreeMap<_, _>>();
    Ok(Puzzle { board: Arc::new(board), clues })
}

pub(super) fn numbers(words: &[String], line: u64) -> Result<Vec<u16>, Bad> {
    let bad = |word: &str| match word {
        "?" => Bad::new("a run of unknown length (?): such nonograms are not read").line(line),
        word => Bad::new(format!("a number is expected, not {word:?}")).line(line),
    };
    let read = |word: &String| number(word).ok_or_else(|| bad(word));
    words.iter().map(read).collect()
}

/// The runs of a list of lists, of texts, or of a line of words parted by `;`, `/` or commas.
fn runs_of(data: &Data, name: &str) -> Result<Runs, Bad> {
    let placed = |bad: Bad| Bad { line: None, ..bad }.at(name);
    match data {
        Data::List(list) => {
            let line = |item: &Data| match item {
                Data::List(runs) => {
                    let words: Option<Vec<String>> = runs.iter().map(|d| d.text().map(str::to_string)).collect();
                    numbers(&words.ok_or_else(|| Bad::new("a list of numbers is expected").at(name))?, 0)
                }
                item => numbers(&words(item.text().unwrap_or_default()), 0),
            };
            list.iter().map(|item| line(item).map_err(placed)).collect()
        }
        Data::Word(text) | Data::Text(text) => {
            let part = [';', '/', '|', ','].into_iter().find(|&c| text.contains(c)).unwrap_or(' ');
            text.split(part).map(|line| numbers(&words(line), 0).map_err(placed)).collect()
        }
        Data::Map(_) => Err(Bad::new("a list of lists of numbers is expected").at(name)),
    }
}

/// Lines of runs under the headings `rows` and `columns`; or rows and columns parted by `#` or a
/// blank line, behind their numbers.
fn of_lines(from: &Pasted) -> Result<(Runs, Runs), Bad> {
    let mut sections: Vec<(Option<Part>, Runs)> = Vec::new();
    let mut size = Vec::new();
    for (line, text) in (from.line..).zip(&from.lines) {
        let trimmed = text.trim().trim_end_matches(':');
        let first = trimmed.split_whitespace().next().unwrap_or_default();
        let name = part(first).filter(|_| first.chars().all(char::is_alphabetic) && !first.is_empty());
        match name {
            Some(part @ (Part::Rows | Part::Columns)) if trimmed == first => sections.push((Some(part), Vec::new())),
            Some(Part::Width | Part::Height) => {
                let n = trimmed.split_whitespace().nth(1).and_then(number);
                size.push((name, n.ok_or_else(|| Bad::new("a number is expected").line(line))?));
            }
            _ if first == "title"
                || first == "by"
                || first == "copyright"
                || first == "catalogue"
                || first == "license" => {}
            _ if first == "goal" || first == "color" => {}
            _ if trimmed.is_empty() || trimmed == "#" => {
                let is_named = sections.last().is_some_and(|(name, _)| name.is_some());
                if sections.last().is_some_and(|(_, runs)| !runs.is_empty()) && !is_named {
                    sections.push((None, Vec::new()));
                }
            }
            _ => {
                if sections.is_empty() {
                    sections.push((None, Vec::new()));
                }
                let runs = numbers(&words(trimmed), line)?;
                if let Some((_, lines)) = sections.last_mut() {
                    lines.push(runs);
                }
            }
        }
    }
    sections.retain(|(_, runs)| !runs.is_empty());
    let of = |part: Part| sections.iter().find(|(name, _)| *name == Some(part)).map(|(_, runs)| runs.clone());
    if let (Some(rows), Some(cols)) = (of(Part::Rows), of(Part::Columns)) {
        for (part, n) in size {
            let found = if part == Some(Part::Width) { cols.len() } else { rows.len() };
            if usize::from(n) != found {
                return Err(Bad::new(format!("{n} lines are told, {found} follow")));
            }
        }
        return Ok((rows, cols));
    }
    of_blocks(sections.into_iter().map(|(_, runs)| runs).collect())
}

/// Rows and columns without headings. They are told by their numbers of lines; without these the
/// lines must be parted, and the same number of each leaves open which are which.
fn of_blocks(mut sections: Vec<Runs>) -> Result<(Runs, Runs), Bad> {
    let head: Vec<u16> = match sections.first() {
        Some(first) if first.len() == 1 && first[0].len() == 2 => sections.remove(0).concat(),
        Some(first)
            if first.len() > 2
                && first[0].len() == 2
                && first.len() == usize::from(first[0][0]) + usize::from(first[0][1]) + 1 =>
        {
            sections[0].remove(0)
        }
        Some(first) if first.len() > 2 && first[..2].iter().all(|l| l.len() == 1) => {
            let told = [first[0][0], first[1][0]];
            let rest: usize = sections.iter().map(Vec::len).sum::<usize>() - 2;
            if rest == told.iter().map(|&n| usize::from(n)).sum::<usize>() {
                sections[0].drain(..2);
                told.to_vec()
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    };
    if let ([a, b], [lines]) = (&head[..], &sections[..])
        && lines.len() == usize::from(*a) + usize::from(*b)
    {
        let mut rows = lines.clone();
        let cols = rows.split_off(usize::from(*a));
        sections = vec![rows, cols];
    }
    match <[Runs; 2]>::try_from(sections) {
        Ok([rows, cols]) => match &head[..] {
            [a, b] if (usize::from(*a), usize::from(*b)) == (rows.len(), cols.len()) => Ok((rows, cols)),
            _ => {
                let what = "ambiguous: are the rows or the columns first? Write `rows` and `columns` before them";
                Err(Bad::new(what))
            }
        },
        Err(_) => Err(Bad::new("lines of the runs of all rows, then of all columns, are expected")),
    }
}
