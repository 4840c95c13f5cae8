//! Grids of cells, and of corners.

use super::signs::Sign;
use super::{Cut, Pasted, Signs};
use crate::board::{Board, Place, Size};
use crate::codec::Puzzle;
use crate::scene::sign;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;

/// Rows and columns of a cut.
///
/// # Errors
/// [`Bad`] naming the row that has another number of cells than the first.
pub(super) fn size_of(cut: &Cut) -> Result<(usize, usize), Bad> {
    let cols = cut.first().map_or(0, Vec::len);
    match cut.iter().position(|row| row.len() != cols) {
        Some(row) => {
            let found = cut[row].len();
            Err(Bad::new(format!("row {} has {found} cells, row 1 has {cols}", row + 1)))
        }
        None if cut.len() < 2 || cols < 2 => Err(Bad::new("no grid: two rows and two columns at least are expected")),
        None => Ok((cut.len(), cols)),
    }
}

/// The name of a cell.
pub(super) fn cell_name(row: usize, col: usize) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

/// The puzzle of a grid of cells.
pub(super) fn of_cut(cut: &Cut, signs: &Signs) -> Result<Puzzle, Bad> {
    let (rows, cols) = size_of(cut)?;
    let board = Board::new(Size::new(rows, cols)?);
    let signs = signs.read(cut, &cell_name)?;
    let mut clues = BTreeMap::new();
    let mut holes = vec![false; rows * cols];
    for (cell, sign) in signs.into_iter().enumerate() {
        let place = Place::Cell(cell as u16);
        let clue = match sign {
            Sign::Empty => None,
            Sign::Clue(clue) => Some(clue),
            Sign::Wall(clue) => {
                holes[cell] = true;
                clue
            }
        };
        clues.extend(clue.map(|clue| (place, clue)));
    }
    Ok(Puzzle { board: Arc::new(board.with_holes(holes)?), clues })
}

/// A few words for a reading.
pub(super) fn words(puzzle: &Puzzle) -> String {
    let size = puzzle.board.size();
    let first = puzzle.clues.iter().next();
    let first = first.map_or(String::new(), |(&p, clue)| format!(", {} at {}", sign(clue), puzzle.board.name(p)));
    format!("{} rows of {} cells{first}", size.rows(), size.cols())
}

/// A puzzle that is a grid of cells.
pub(super) fn read(from: &Pasted, signs: &Signs) -> Result<Vec<Puzzle>, Bad> {
    from.only(&[super::Part::Grid, super::Part::Rows])?;
    let puzzle = from.grid()?.read(&words, &|cut| of_cut(cut, signs))?;
    from.fits(puzzle.board.rows(), puzzle.board.cols())?;
    Ok(vec![puzzle])
}

/// A puzzle that is a grid of corners.
pub(super) fn read_corners(from: &Pasted, signs: &Signs) -> Result<Vec<Puzzle>, Bad> {
    from.only(&[super::Part::Grid, super::Part::Rows])?;
    let puzzle = from.grid()?.read(&words, &|cut| {
        let (rows, cols) = size_of(cut)?;
        let board = Board::new(Size::new(rows - 1, cols - 1)?);
        let name = |r: usize, c: usize| board.name(Place::Corner((r * cols + c) as u16));
        let signs = signs.read(cut, &name)?.into_iter().enumerate();
        let clue = |(i, sign)| if let Sign::Clue(clue) = sign { Some((Place::Corner(i as u16), clue)) } else { None };
        let clues = signs.filter_map(clue).collect();
        Ok(Puzzle { board: Arc::new(board), clues })
    })?;
    Ok(vec![puzzle])
}
