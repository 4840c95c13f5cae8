//! Sums: those in the black cells of a kakuro, and the results of cages.

use super::cells::{cell_name, size_of};
use super::signs::number;
use super::{Block, Cut, Part, Pasted, regions};
use crate::board::{Board, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::Puzzle;
use crate::text::data::Data;
use crate::text::is_nothing;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// The content of a kakuro's cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crossing {
    White,
    /// The first number and the second.
    Black(Option<u16>, Option<u16>),
}

fn crossing(token: &str) -> Option<Crossing> {
    let token = token.trim();
    let side = |text: &str| match text.trim() {
        "" | "-" | "." | "x" | "X" | "_" | "0" | "#" => Some(None),
        text => number(text).map(Some),
    };
    if let Some((first, second)) = ['\\', '/', ',', '|'].into_iter().find_map(|c| token.split_once(c)) {
        return Some(Crossing::Black(side(first)?, side(second)?));
    }
    match token {
        "#" | "x" | "X" | "■" | "B" | "b" | "@" | "*" => Some(Crossing::Black(None, None)),
        "0" | "W" | "w" | "o" => Some(Crossing::White),
        token if is_nothing(token) => Some(Crossing::White),
        _ => None,
    }
}

/// Reads a kakuro: the first row and the first column are those of the sums.
pub(super) fn read_crossings(from: &Pasted) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid, Part::Rows])?;
    let words = |p: &Puzzle| format!("a board of {}", p.board.size());
    from.grid()?.read(&words, &|cut| {
        let (rows, cols) = size_of(cut)?;
        let mut cells = Vec::with_capacity(rows * cols);
        for (i, token) in cut.iter().flatten().enumerate() {
            let what = || Bad::new(format!("{token:?}: ., # or sums such as 16\\3 are expected"));
            cells.push(crossing(token).ok_or_else(|| what().at(cell_name(i / cols, i % cols)))?);
        }
        // A number without a run to its side tells which of two comes first.
        let read = [true, false].map(|down_first| crossings(rows, cols, &cells, down_first));
        let is_told = cut.iter().flatten().any(|token| token.contains('\\'));
        match read {
            [Ok(puzzle), _] if is_told => Ok(puzzle),
            [Ok(a), Ok(b)] if a != b => {
                Err(Bad::new("ambiguous: which of two sums is the one downwards? Write down\\right"))
            }
            [Ok(puzzle), _] | [Err(_), Ok(puzzle)] => Ok(puzzle),
            [Err(bad), Err(_)] => Err(bad),
        }
    })
}

fn crossings(rows: usize, cols: usize, cells: &[Crossing], down_first: bool) -> Result<Puzzle, Bad> {
    let is_white = |r: usize, c: usize| r < rows && c < cols && cells[r * cols + c] == Crossing::White;
    if (0..rows).any(|r| is_white(r, 0)) || (0..cols).any(|c| is_white(0, c)) {
        return Err(Bad::new("white cells in the first row or column, where the sums are expected"));
    }
    let size = Size::new(rows - 1, cols - 1)?;
    let mut holes = vec![false; size.cells()];
    let mut clues = BTreeMap::new();
    for (i, cell) in cells.iter().enumerate() {
        let Crossing::Black(first, second) = *cell else { continue };
        let (r, c) = (i / cols, i % cols);
        let (down, right) = if down_first { (first, second) } else { (second, first) };
        for (sum, has_run) in [(down, is_white(r + 1, c)), (right, is_white(r, c + 1))] {
            if sum.is_some() && !has_run {
                return Err(Bad::new("a sum without cells").at(cell_name(r, c)));
            }
        }
        match (r.checked_sub(1), c.checked_sub(1)) {
            (None, Some(c)) => clues.extend(down.map(|n| (Place::Outside(Side::Top, c as u16), Clue::Number(n)))),
            (Some(r), None) => clues.extend(right.map(|n| (Place::Outside(Side::Left, r as u16), Clue::Number(n)))),
            (Some(r), Some(c)) => {
                let cell = r * size.cols() + c;
                holes[cell] = true;
                if down.is_some() || right.is_some() {
                    clues.insert(Place::Cell(cell as u16), Clue::Numbers(vec![down, right]));
                }
            }
            (None, None) => {}
        }
    }
    Ok(Puzzle { board: Arc::new(Board::new(size).with_holes(holes)?), clues })
}

/// A result: `6+`, `+6`, `6`.
fn result(text: &str) -> Option<Clue> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let sign: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let n = number(&digits).filter(|_| text.starts_with(&digits) || text.ends_with(&digits))?;
    let operator = match sign.as_str() {
        "" | "=" => return Some(Clue::Number(n)),
        "+" => Operator::Plus,
        "-" | "−" | "–" => Operator::Minus,
        "*" | "x" | "X" | "×" | "·" => Operator::Times,
        "/" | ":" | "÷" => Operator::Divide,
        _ => return None,
    };
    Some(Clue::Result(operator, n))
}

/// Cages with results: rows of letters and a line for each letter, or a list of cages with their
/// cells.
pub(super) fn read_cages(from: &Pasted) -> Result<Puzzle, Bad> {
    if let Some(Data::List(cages)) = from.parts.get(&Part::Cages).or_else(|| from.parts.get(&Part::Regions))
        && cages.iter().all(|cage| matches!(cage, Data::Map(_)))
    {
        return of_list(cages);
    }
    // Lines that begin with a letter and a number are results.
    let is_result = |line: &str| {
        let (label, rest) = label_and_rest(line);
        label.chars().count() == 1 && !rest.is_empty() && result(rest).is_some()
    };
    let lines: Vec<&str> = from.lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let (results, rows): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| is_result(line));
    let block = match from.parts.get(&Part::Regions).or_else(|| from.parts.get(&Part::Grid)) {
        Some(data) => Block::of_data(data, from.line).ok_or_else(|| Bad::new("rows of labels are expected"))?,
        None => Block::of_lines(from.line, &rows),
    };
    let words = |(puzzle, _): &(Puzzle, Cut)| format!("a board of {}", puzzle.board.size());
    let (mut puzzle, cut) = block.read(&words, &|cut| {
        let one = Pasted { blocks: vec![Block { line: 1, cuts: vec![cut.clone()] }], ..Pasted::default() };
        Ok((regions::read(&one, false)?, cut.clone()))
    })?;
    let Some(all) = puzzle.board.regions() else { return Err(Bad::new("no cages")) };
    let mut clues = BTreeMap::new();
    for line in results {
        let (label, rest) = label_and_rest(line);
        let of: Vec<usize> = cut.iter().flatten().enumerate().filter(|(_, t)| *t == label).map(|(i, _)| i).collect();
        let bad = |what: &str| Bad::new(format!("{line:?}: {what}"));
        let first = *of.first().ok_or_else(|| bad("no cell has this letter"))?;
        if of.iter().any(|&cell| all.of(cell) != all.of(first)) {
            return Err(bad("the cells with this letter do not hang together"));
        }
        let clue = result(rest).ok_or_else(|| bad("a result such as 6+ is expected"))?;
        if clues.insert(Place::Region(all.of(first) as u16), clue).is_some() {
            return Err(bad("a second result of this cage"));
        }
    }
    puzzle.clues = clues;
    Ok(puzzle)
}

/// The letter at the front of a line, and what stands behind it.
fn label_and_rest(line: &str) -> (&str, &str) {
    let end = line.find(|c: char| !c.is_alphabetic()).unwrap_or(line.len());
    (&line[..end], line[end..].trim_start_matches([' ', ':', '=', '\t', ',']))
}

/// The cages of a list: `{"cells": [[0, 0], [0, 1]], "op": "+", "value": 3}`, rows before columns,
/// both from 0 or both from 1.
fn of_list(cages: &[Data]) -> Result<Puzzle, Bad> {
    let mut all: Vec<(Vec<(i64, i64)>, String)> = Vec::new();
    for (i, cage) in cages.iter().enumerate() {
        let at = format!("cage {}", i + 1);
        let Data::Map(map) = cage else { continue };
        let of =
            |names: &[&str]| map.iter().find(|(name, _)| names.contains(&name.to_lowercase().as_str())).map(|(_, d)| d);
        let cells = of(&["cells", "squares", "positions", "coords"]).and_then(Data::list);
        let cells = cells.ok_or_else(|| Bad::new("cells are expected").at(at.clone()))?;
        let cell = |d: &Data| {
            let pair: Vec<i64> = d.list()?.iter().filter_map(Data::number).collect();
            if let [r, c] = pair[..] { (r.min(c) >= 0 && r.max(c) < 1000).then_some((r, c)) } else { None }
        };
        let cells: Option<Vec<_>> = cells.iter().map(cell).collect();
        let cells = cells.ok_or_else(|| Bad::new("cells such as [0, 1] are expected").at(at.clone()))?;
        let text = |names: &[&str]| of(names).and_then(Data::text).unwrap_or_default();
        let sign = match text(&["op", "operation", "operator", "sign"]).to_lowercase().as_str() {
            "add" | "sum" | "plus" | "addition" => "+".to_string(),
            "sub" | "subtract" | "minus" | "subtraction" => "-".to_string(),
            "mul" | "mult" | "multiply" | "times" | "product" | "multiplication" => "*".to_string(),
            "div" | "divide" | "division" => "/".to_string(),
            "none" | "given" | "null" | "const" => String::new(),
            other => other.to_string(),
        };
        all.push((cells, format!("{}{sign}", text(&["value", "target", "result", "total", "sum", "number", "clue"]))));
    }
    let every = || all.iter().flat_map(|(cells, _)| cells.iter().copied());
    let least = every().map(|(r, c)| r.min(c)).min().unwrap_or(0);
    let side = every().map(|(r, c)| r.max(c)).max().unwrap_or(0) - least + 1;
    let n = usize::try_from(side).map_err(|_| Bad::new("no cells"))?;
    let board = Board::new(Size::new(n, n)?);
    let mut labels = vec![None; n * n];
    for (i, (cells, _)) in all.iter().enumerate() {
        for &(r, c) in cells {
            let cell = board.cell((r - least) as usize, (c - least) as usize);
            if labels[cell].replace(i as u32).is_some() {
                return Err(Bad::new("the cell is in two cages").at(board.name(Place::Cell(cell as u16))));
            }
        }
    }
    if let Some(cell) = labels.iter().position(Option::is_none) {
        return Err(Bad::new("no cage has this cell").at(board.name(Place::Cell(cell as u16))));
    }
    let labels: Vec<u32> = labels.into_iter().flatten().collect();
    let board = board.with_regions(&labels)?;
    let mut clues = BTreeMap::new();
    for (cells, text) in &all {
        let Some(&(r, c)) = cells.first() else { continue };
        let cell = board.cell((r - least) as usize, (c - least) as usize);
        let region = board.regions().map_or(0, |all| all.of(cell));
        let clue = result(text).ok_or_else(|| Bad::new(format!("{text:?} is no result such as 6+")))?;
        clues.insert(Place::Region(region as u16), clue);
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
