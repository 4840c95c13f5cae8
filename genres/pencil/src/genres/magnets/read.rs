//! Magnets as other programs write them: states of pzprv3, game IDs of Simon Tatham's collection.

use super::{MINUS, PLUS, places};
use crate::board::{Board, Place, Side};
use crate::clue::{Clue, Operator};
use crate::codec::Puzzle;
use crate::codec::pzprv3::{Filled, Rows, StateSection};
use crate::house::TathamId;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Domain;

/// Rows and columns of numbers before the cells of a state: those of plus, then those of minus.
const BEFORE: usize = 2;

/// The poles of a state, with the numbers above and left: `q1` and `q2` a given plus and minus, `a1`
/// and `a2` those that are filled in, `#` a cell out of play. `s1` and `s2` are notes.
pub(super) struct Poles;

impl StateSection for Poles {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        to.marks.extend(board.cells().map(|c| (Place::Cell(c as u16), None)));
        let wide = board.cols() + BEFORE;
        let words = from.grid("board", board.rows() + BEFORE, wide)?.unwrap_or_default();
        let mut holes = vec![false; board.size().cells()];
        for (i, word) in words.into_iter().enumerate().filter(|(_, word)| *word != ".") {
            let (r, c) = (i / wide, i % wide);
            let place = match (r.checked_sub(BEFORE), c.checked_sub(BEFORE)) {
                (Some(row), Some(col)) => Place::Cell(board.cell(row, col) as u16),
                (None, Some(col)) => Place::Outside([Side::Top, Side::Bottom][r], col as u16),
                (Some(row), None) => Place::Outside([Side::Left, Side::Right][c], row as u16),
                (None, None) => continue,
            };
            let bad = || Bad::new(format!("{word:?} is no word that is expected here")).at(board.name(place));
            match (place, word) {
                (Place::Cell(cell), "#") => holes[usize::from(cell)] = true,
                (Place::Cell(_), "q1") => drop(to.puzzle.clues.insert(place, Clue::White)),
                (Place::Cell(_), "q2") => drop(to.puzzle.clues.insert(place, Clue::Black)),
                (Place::Cell(_), "a1") => drop(to.marks.insert(place, Some(Domain::single(PLUS)))),
                (Place::Cell(_), "a2") => drop(to.marks.insert(place, Some(Domain::single(MINUS)))),
                (Place::Cell(_), "s1" | "s2") => {}
                (Place::Outside(side, _), word) => {
                    let is_plus = matches!(side, Side::Top | Side::Left);
                    let n = word.strip_prefix('c').unwrap_or(word).parse().map_err(|_| bad())?;
                    let pole = if is_plus { Operator::Plus } else { Operator::Minus };
                    to.puzzle.clues.insert(place, Clue::Result(pole, n));
                }
                _ => return Err(bad()),
            }
        }
        to.marks.retain(|place, _| !matches!(place, Place::Cell(cell) if holes[usize::from(*cell)]));
        to.puzzle.board = Arc::new(board.parted_by_holes(holes)?);
        Ok(())
    }
}

/// Numbers of plus poles above and left, of minus poles below and right; then the dominoes: left
/// and right half, top and bottom half, `*` a single cell.
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let parts: Vec<&str> = id.text.splitn(5, ',').collect();
    let [top, left, bottom, right, dominoes] = parts[..] else {
        return Err(Bad::new("four rows of numbers and the dominoes are expected").at("numbers"));
    };
    let board = Board::new(id.size);
    let mut clues = BTreeMap::new();
    let lists = [(Side::Top, top, Operator::Plus), (Side::Left, left, Operator::Plus)];
    let minus = [(Side::Bottom, bottom, Operator::Minus), (Side::Right, right, Operator::Minus)];
    for (side, numbers, pole) in lists.into_iter().chain(minus) {
        let places = places::outside(&board, &[side]);
        if numbers.chars().count() != places.len() {
            return Err(Bad::new(format!("{} numbers are expected, not {numbers:?}", places.len())).at("numbers"));
        }
        for (place, c) in places.into_iter().zip(numbers.chars()).filter(|(_, c)| *c != '.') {
            let n = c.to_digit(36).ok_or_else(|| Bad::new("a number is expected").at(board.name(place)))?;
            clues.insert(place, Clue::Result(pole, n as u16));
        }
    }
    let halves: Vec<char> = dominoes.chars().filter(|&c| c != ',').collect();
    if halves.len() != id.size.cells() || halves.iter().any(|c| !"LRTB*".contains(*c)) {
        return Err(Bad::new(format!("L, R, T, B or * for {} cells is expected", id.size.cells())).at("dominoes"));
    }
    let label = |(cell, half): (usize, &char)| match half {
        'R' => cell.wrapping_sub(1) as u32,
        'B' => cell.wrapping_sub(id.size.cols()) as u32,
        _ => cell as u32,
    };
    let labels: Vec<u32> = halves.iter().enumerate().map(label).collect();
    Ok(Puzzle { board: Arc::new(board.with_regions(&labels)?), clues })
}
