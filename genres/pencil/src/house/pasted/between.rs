//! Grids with signs between their cells: a row of cells with the signs between them, then a row of
//! the signs below it, and so on.

use super::cells::cell_name;
use super::signs::Sign;
use super::{Cut, Part, Pasted, Signs};
use crate::board::{Board, Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::text::is_nothing;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// The signs between cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// `<`, `>`, `^`, `v`: the tip is at the smaller number.
    Greater,
    /// Bars.
    Bars,
    /// White and black dots.
    Dots,
}

impl Marks {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Marks::Greater => "< > ^ v with their tips at the smaller number",
            Marks::Bars => "| or - between neighbouring numbers",
            Marks::Dots => "o a white dot, * a black dot",
        }
    }

    fn clue(self, token: &str, is_below: bool) -> Option<Clue> {
        let arrow = |way| Some(Clue::Arrow(way, None));
        match (self, token) {
            (Marks::Greater, "<" | "＜") if !is_below => arrow(Direction::Left),
            (Marks::Greater, ">" | "＞") if !is_below => arrow(Direction::Right),
            (Marks::Greater, "^" | "∧" | "A" | "Λ" | "/\\") if is_below => arrow(Direction::Up),
            (Marks::Greater, "v" | "V" | "∨" | "\\/") if is_below => arrow(Direction::Down),
            (Marks::Bars, "|" | "-" | "=" | "*" | "#" | "o" | "x" | "X" | "─" | "│" | "1") => Some(Clue::Black),
            (Marks::Dots, "o" | "O" | "w" | "W" | "○" | "◦") => Some(Clue::White),
            (Marks::Dots, "*" | "b" | "B" | "●" | "@") => Some(Clue::Black),
            _ => None,
        }
    }
}

/// Rows of characters, one for each cell and for each gap between two; rows of tokens likewise.
fn cuts(from: &Pasted) -> Vec<Cut> {
    if let Some(data) = from.parts.get(&Part::Grid) {
        let block = super::Block::of_data(data, from.line);
        return block.map_or_else(Vec::new, |block| block.cuts);
    }
    if let [block] = &from.blocks[..] {
        return block.cuts.clone();
    }
    let wide = from.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let chars = |line: &String| {
        let mut row: Vec<String> = line.chars().map(String::from).collect();
        row.resize(wide, " ".to_string());
        row
    };
    let spaced: Cut = from.lines.iter().map(chars).collect();
    // A blank beside each character.
    let halved: Cut = spaced.iter().map(|row| row.iter().step_by(2).cloned().collect()).collect();
    let filled = || spaced.iter().all(|row| row.iter().skip(1).step_by(2).all(|t| t == " "));
    let tokens: Cut = from.lines.iter().map(|line| line.split_whitespace().map(str::to_string).collect()).collect();
    let mut cuts = vec![tokens];
    if filled() && wide > 2 {
        cuts.push(halved);
    }
    cuts.push(spaced);
    cuts
}

/// Reads cells and the signs between them.
pub(super) fn read(from: &Pasted, signs: &Signs, marks: Marks) -> Result<Puzzle, Bad> {
    from.only(&[Part::Grid])?;
    let mut wrong: Option<Bad> = None;
    let mut found: Vec<Puzzle> = Vec::new();
    for cut in cuts(from) {
        match of_cut(&cut, signs, marks) {
            Ok(puzzle) if found.contains(&puzzle) => {}
            Ok(puzzle) => found.push(puzzle),
            Err(bad) => wrong = wrong.or(Some(bad)),
        }
    }
    if found.len() > 1 {
        let what = "ambiguous: which characters are cells? Write . for an empty cell and for no sign";
        return Err(Bad::new(what));
    }
    found.pop().ok_or_else(|| wrong.unwrap_or_else(|| Bad::new("no rows")))
}

fn of_cut(cut: &Cut, signs: &Signs, marks: Marks) -> Result<Puzzle, Bad> {
    let wide = cut.iter().map(Vec::len).max().unwrap_or(0);
    let n = wide.div_ceil(2);
    if n < 2 || wide.is_multiple_of(2) || cut.len() != wide {
        let what = format!(
            "{} rows of up to {wide} cells and signs; as many rows as columns are expected, an odd number",
            cut.len()
        );
        return Err(Bad::new(what));
    }
    if let Some(row) = cut.iter().position(|row| row.len() != wide && row.iter().any(|t| !is_nothing(t))) {
        return Err(Bad::new(format!("row {} has {} cells and signs, not {wide}", row + 1, cut[row].len())));
    }
    let board = Board::new(Size::new(n, n)?);
    let inner: Cut = cut.iter().step_by(2).map(|row| row.iter().step_by(2).cloned().collect()).collect();
    if inner.iter().any(|row| row.len() != n) {
        return Err(Bad::new(format!("{n} cells in each row are expected")));
    }
    let mut clues = BTreeMap::new();
    for (cell, sign) in signs.read(&inner, &cell_name)?.into_iter().enumerate() {
        if let Sign::Clue(clue) = sign {
            clues.insert(Place::Cell(cell as u16), clue);
        }
    }
    for (r, row) in cut.iter().enumerate() {
        for (c, token) in row.iter().enumerate().filter(|(c, _)| (r % 2 == 1) != (c % 2 == 1)) {
            let token = token.trim();
            let way = if r % 2 == 1 { Direction::Down } else { Direction::Right };
            let place = Place::Edge(board.edge(board.cell(r / 2, c / 2), way) as u16);
            match marks.clue(token, r % 2 == 1) {
                Some(clue) => drop(clues.insert(place, clue)),
                None if is_nothing(token) || token == "0" => {}
                None => return Err(Bad::new(format!("{token:?}: {} is expected", marks.words())).at(board.name(place))),
            }
        }
        let crossing =
            row.iter().enumerate().find(|(c, t)| r % 2 == 1 && c % 2 == 1 && !is_nothing(t) && *t != "+" && *t != "0");
        if let Some((_, token)) = crossing {
            return Err(Bad::new(format!("{token:?} stands between four cells, in row {}", r + 1)));
        }
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
