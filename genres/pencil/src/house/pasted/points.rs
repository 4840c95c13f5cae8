//! Stars on cells, edges and corners: a row of points for each row of cells and for each line
//! between two.

use super::{Part, Pasted};
use crate::board::{Board, Size};
use crate::clue::Clue;
use crate::codec::{Puzzle, star_places};
use crate::text::is_nothing;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Reads such rows, with a frame of `+`, `-` and `|` around them or without one.
pub(super) fn read(from: &Pasted) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid])?;
    let rows: Vec<Vec<String>> = match (from.parts.get(&Part::Grid), &from.blocks[..]) {
        (Some(data), _) => {
            super::Block::of_data(data, from.line).and_then(|b| b.cuts.into_iter().next()).unwrap_or_default()
        }
        (None, [block]) => block.cuts.first().cloned().unwrap_or_default(),
        _ => rows(&from.lines),
    };
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    let rows = without_frame(rows, wide);
    let (high, wide) = (rows.len(), rows.first().map_or(0, Vec::len));
    if high % 2 == 0 || wide % 2 == 0 || rows.iter().any(|row| row.len() != wide) || high < 3 || wide < 3 {
        let what =
            format!("{high} rows of {wide} points: odd numbers are expected, cells and the lines between them in turn");
        return Err(Bad::new(what));
    }
    let board = Board::new(Size::new(high.div_ceil(2), wide.div_ceil(2))?);
    let mut clues = BTreeMap::new();
    for (place, token) in star_places(&board).into_iter().zip(rows.iter().flatten()) {
        match token.trim() {
            "o" | "O" | "○" | "1" | "w" | "W" | "*" => drop(clues.insert(place, Clue::White)),
            "●" | "b" | "B" | "2" => drop(clues.insert(place, Clue::Black)),
            "+" | "|" | "0" => {}
            token if is_nothing(token) => {}
            token => return Err(Bad::new(format!("{token:?}: o for a star or . is expected")).at(board.name(place))),
        }
    }
    if clues.is_empty() {
        return Err(Bad::new("no star: o is expected where one is"));
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}

fn rows(lines: &[String]) -> Vec<Vec<String>> {
    let wide = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let is_parted = lines.iter().all(|line| line.chars().skip(1).step_by(2).all(char::is_whitespace)) && wide > 4;
    let row = |line: &String| {
        let mut row: Vec<String> = line.chars().map(String::from).collect();
        row.resize(wide, " ".to_string());
        if is_parted { row.into_iter().step_by(2).collect() } else { row }
    };
    lines.iter().map(row).collect()
}

fn without_frame(rows: Vec<Vec<String>>, wide: usize) -> Vec<Vec<String>> {
    let is_line = |row: &Vec<String>| {
        !row.is_empty() && row.iter().all(|t| "+-─━┌┐└┘".contains(t.trim()) && !t.trim().is_empty())
    };
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return rows };
    if rows.len() < 3 || !is_line(first) || !is_line(last) {
        return rows;
    }
    rows[1..rows.len() - 1]
        .iter()
        .map(|row| row.iter().take(wide.saturating_sub(1)).skip(1).cloned().collect())
        .collect()
}
