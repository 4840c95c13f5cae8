//! Numbers at the ends of rows and columns, around cells or without them.

use super::cells::{self, cell_name};
use super::signs::number;
use super::{Cut, Part, Pasted, Signs};
use crate::board::{Board, Place, Side, Size};
use crate::clue::{Clue, Operator};
use crate::codec::Puzzle;
use crate::text::is_nothing;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Words at the ends of lines, by side.
type Ends = BTreeMap<Side, Vec<String>>;

/// A grid with what stands around it.
#[derive(Clone, PartialEq, Debug)]
struct Framed {
    cells: Cut,
    ends: Ends,
}

impl Framed {
    fn words(&self) -> String {
        let cols = self.cells.first().map_or(0, Vec::len);
        format!("{} rows of {cols} cells with numbers at {} sides", self.cells.len(), self.ends.len())
    }
}

fn is_number(token: &str) -> bool {
    number(token.trim()).is_some()
}

fn is_end(token: &str) -> bool {
    is_number(token) || is_nothing(token) || token.trim() == "?"
}

/// Parts the numbers around cells that have none themselves.
fn framed(cut: &Cut) -> Result<Framed, Bad> {
    let mut rows: Vec<Vec<String>> = cut.clone();
    let is_numbers = |row: &Vec<String>| row.iter().all(|t| is_end(t)) && row.iter().any(|t| is_number(t));
    let is_short = |row: &Vec<String>, rows: &[Vec<String>]| rows.iter().all(|other| other.len() > row.len());
    let mut lines: BTreeMap<Side, Vec<String>> = BTreeMap::new();
    let middle = rows.len() / 2;
    let body_has_left = rows.get(middle).and_then(|row| row.first()).is_some_and(|t| is_number(t));
    let body_has_right = rows.get(middle).and_then(|row| row.last()).is_some_and(|t| is_number(t));
    if rows.len() > 2 && is_numbers(&rows[0]) && (numbers_in(&rows[0]) > 1 || is_short(&rows[0], &rows[1..])) {
        lines.insert(Side::Top, rows.remove(0));
    }
    let last = rows.len() - 1;
    if rows.len() > 1
        && is_numbers(&rows[last])
        && (numbers_in(&rows[last]) > 1 || is_short(&rows[last], &rows[..last]))
    {
        lines.insert(Side::Bottom, rows.remove(last));
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    // A row may have no number at its end.
    let has_left = body_has_left || rows.iter().all(|row| row.first().is_some_and(|t| is_number(t)));
    let has_right = body_has_right || rows.iter().all(|row| row.last().is_some_and(|t| is_number(t)));
    for row in &mut rows {
        if has_left && !row.is_empty() {
            left.push(row.remove(0));
        }
        if has_right {
            right.extend(row.pop());
        }
    }
    let cols = rows.first().map_or(0, Vec::len);
    if let Some(i) = rows.iter().position(|row| row.len() != cols) {
        let what = format!("row {} has {} cells, row 1 has {cols}", i + 1, rows[i].len());
        return Err(Bad::new(what));
    }
    let mut ends = Ends::new();
    for (side, mut words) in lines {
        let (before, behind) = (usize::from(has_left), usize::from(has_right));
        match words.len().checked_sub(cols) {
            Some(0) => {}
            Some(n) if n == before + behind => {
                words.drain(..before);
                words.truncate(cols);
            }
            Some(1) if is_nothing(&words[0]) => drop(words.remove(0)),
            _ => return Err(Bad::new(format!("{} numbers for {cols} columns", words.len()))),
        }
        ends.insert(side, words);
    }
    if has_left {
        ends.insert(Side::Left, left);
    }
    if has_right {
        ends.insert(Side::Right, right);
    }
    if ends.is_empty() {
        return Err(Bad::new("no numbers around the cells"));
    }
    Ok(Framed { cells: rows, ends })
}

fn numbers_in(row: &[String]) -> usize {
    row.iter().filter(|t| is_number(t)).count()
}

/// The numbers of lists by name: of rows and columns, or of sides.
fn named(from: &Pasted) -> Ends {
    let sides = [
        (Part::Top, Side::Top),
        (Part::Columns, Side::Top),
        (Part::Bottom, Side::Bottom),
        (Part::Left, Side::Left),
        (Part::Rows, Side::Left),
        (Part::Right, Side::Right),
    ];
    sides.into_iter().filter_map(|(part, side)| Some((side, from.list(part)?))).collect()
}

/// A grid of cells with the numbers beside it, wherever the text has them.
fn whole(from: &Pasted, cells_have_numbers: bool) -> Result<Framed, Bad> {
    let ends = named(from);
    let block = match from.parts.get(&Part::Grid) {
        Some(data) => super::Block::of_data(data, from.line),
        None => from.blocks.first().cloned(),
    };
    match block {
        Some(block) if ends.is_empty() => {
            let cut = if cells_have_numbers { ring } else { framed };
            block.read(&Framed::words, &cut)
        }
        Some(block) => block.read(&Framed::words, &|cut| {
            cells::size_of(cut)?;
            Ok(Framed { cells: cut.clone(), ends: ends.clone() })
        }),
        None if ends.len() > 1 => {
            let count = |a: Side, b: Side| ends.get(&a).or_else(|| ends.get(&b)).map_or(0, Vec::len);
            let (rows, cols) = (count(Side::Left, Side::Right), count(Side::Top, Side::Bottom));
            Ok(Framed { cells: vec![vec![".".to_string(); cols]; rows], ends })
        }
        None => Err(Bad::new("neither cells nor lists of rows and columns")),
    }
}

/// Cells inside a ring of numbers.
fn ring(cut: &Cut) -> Result<Framed, Bad> {
    let high = cut.len();
    if high < 4 {
        return Err(Bad::new("a ring of numbers around the cells is expected"));
    }
    let wide = cut[1].len();
    let cols = wide.saturating_sub(2);
    let inner = &cut[1..high - 1];
    if cols == 0 || inner.iter().any(|row| row.len() != wide) {
        return Err(Bad::new("rows with a number left and right are expected"));
    }
    let line = |row: &Vec<String>| -> Result<Vec<String>, Bad> {
        let is_bare = |t: &String| is_nothing(t) || t == "0" || t == "+" || t == "x";
        match row.len() {
            n if n == cols => Ok(row.clone()),
            n if n == wide && is_bare(&row[0]) && is_bare(&row[wide - 1]) => Ok(row[1..wide - 1].to_vec()),
            n => Err(Bad::new(format!("{n} numbers above or below {cols} columns"))),
        }
    };
    let mut ends = Ends::new();
    ends.insert(Side::Top, line(&cut[0])?);
    ends.insert(Side::Bottom, line(&cut[high - 1])?);
    ends.insert(Side::Left, inner.iter().map(|row| row[0].clone()).collect());
    ends.insert(Side::Right, inner.iter().map(|row| row[wide - 1].clone()).collect());
    let cells = inner.iter().map(|row| row[1..wide - 1].to_vec()).collect();
    Ok(Framed { cells, ends })
}

/// Puts the numbers beside the puzzle; `zero`: 0 is a number.
fn with_ends(puzzle: &mut Puzzle, ends: &Ends, zero: bool, one_a_line: bool) -> Result<(), Bad> {
    let board = Arc::clone(&puzzle.board);
    for (&side, words) in ends {
        let lines = if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
        if words.len() != lines {
            return Err(Bad::new(format!("{} numbers where {lines} are expected", words.len())).at(format!("{side:?}")));
        }
        for (i, word) in words.iter().enumerate() {
            let word = word.trim();
            let place = Place::Outside(side, i as u16);
            if is_nothing(word) || word == "?" || word == "-1" || (word == "0" && !zero) {
                continue;
            }
            let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(board.name(place));
            let clue = Clue::Number(number(word).ok_or_else(bad)?);
            let place = match (one_a_line, side) {
                (true, Side::Bottom) => Place::Outside(Side::Top, i as u16),
                (true, Side::Right) => Place::Outside(Side::Left, i as u16),
                _ => place,
            };
            if puzzle.clues.insert(place, clue.clone()).is_some_and(|old| old != clue) {
                return Err(Bad::new("another number at the other end of this line").at(board.name(place)));
            }
        }
    }
    Ok(())
}

/// One number a line, which end of it says nothing.
pub(super) fn read_counts(from: &Pasted, signs: &Signs) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid, Part::Top, Part::Columns, Part::Bottom, Part::Left, Part::Rows, Part::Right])?;
    let framed = whole(from, false)?;
    let mut puzzle = cells::of_cut(&framed.cells, signs)?;
    from.fits(puzzle.board.rows(), puzzle.board.cols())?;
    with_ends(&mut puzzle, &framed.ends, true, true)?;
    Ok(puzzle)
}

/// Numbers at all ends.
pub(super) fn read_around(from: &Pasted, signs: &Signs) -> Result<Vec<Puzzle>, Bad> {
    if let [only] = from.parts.iter().collect::<Vec<_>>()[..]
        && *only.0 == Part::Grid
        && let Some(list) = from.list(Part::Grid)
    {
        return flat(&list);
    }
    let framed = whole(from, true)?;
    let mut puzzle = cells::of_cut(&framed.cells, signs)?;
    with_ends(&mut puzzle, &framed.ends, signs.has_no_numbers(), false)?;
    Ok(vec![puzzle])
}

/// One list of the numbers of a square: clockwise from the top left corner, or side by side from
/// left to right and from top to bottom.
fn flat(list: &[String]) -> Result<Vec<Puzzle>, Bad> {
    let n = list.len() / 4;
    if n < 2 || list.len() != 4 * n {
        return Err(Bad::new(format!("{} numbers: four for each row of a square are expected", list.len())));
    }
    let side = |i: usize| list[i * n..(i + 1) * n].to_vec();
    let back = |i: usize| side(i).into_iter().rev().collect::<Vec<_>>();
    let clockwise =
        Ends::from([(Side::Top, side(0)), (Side::Right, side(1)), (Side::Bottom, back(2)), (Side::Left, back(3))]);
    let by_side =
        Ends::from([(Side::Top, side(0)), (Side::Bottom, side(1)), (Side::Left, side(2)), (Side::Right, side(3))]);
    let puzzle = |ends: Ends| {
        let mut puzzle = Puzzle { board: Arc::new(Board::new(Size::new(n, n)?)), clues: BTreeMap::new() };
        with_ends(&mut puzzle, &ends, false, false)?;
        Ok(puzzle)
    };
    let (a, b) = (puzzle(clockwise)?, puzzle(by_side)?);
    Ok(if a == b { vec![a] } else { vec![a, b] })
}

/// Dominoes with the numbers of plus poles above and left, of minus poles below and right.
pub(super) fn read_poles(from: &Pasted) -> Result<Puzzle, Bad> {
    let ends = named(from);
    let block = match [Part::Regions, Part::Grid].into_iter().find_map(|part| from.parts.get(&part)) {
        Some(data) => super::Block::of_data(data, from.line),
        None => from.blocks.first().cloned(),
    };
    let block = block.ok_or_else(|| Bad::new("rows of L, R, T and B are expected"))?;
    let framed = match ends.is_empty() {
        true => block.read(&Framed::words, &ring)?,
        false => block.read(&Framed::words, &|cut| {
            cells::size_of(cut)?;
            Ok(Framed { cells: cut.clone(), ends: ends.clone() })
        })?,
    };
    let (rows, cols) = cells::size_of(&framed.cells)?;
    let mut labels = Vec::with_capacity(rows * cols);
    for (cell, token) in framed.cells.iter().flatten().enumerate() {
        let label = match token.trim().to_ascii_uppercase().as_str() {
            "L" | "T" | "*" => cell,
            "R" if cell % cols > 0 => cell - 1,
            "B" if cell >= cols => cell - cols,
            _ => {
                let bad = Bad::new(format!("L, R, T, B or * is expected, not {token:?}"));
                return Err(bad.at(cell_name(cell / cols, cell % cols)));
            }
        };
        labels.push(label as u32);
    }
    let board = Arc::new(Board::new(Size::new(rows, cols)?).with_regions(&labels)?);
    let mut puzzle = Puzzle { board, clues: BTreeMap::new() };
    with_ends(&mut puzzle, &framed.ends, true, false)?;
    let pole = |place: &Place| match place {
        Place::Outside(Side::Top | Side::Left, _) => Operator::Plus,
        _ => Operator::Minus,
    };
    let clues = puzzle.clues.iter().filter_map(|(p, clue)| Some((*p, Clue::Result(pole(p), clue.number()?))));
    puzzle.clues = clues.collect();
    Ok(puzzle)
}
