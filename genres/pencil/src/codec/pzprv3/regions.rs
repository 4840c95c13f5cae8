//! Sections that tell the regions of a board.

use super::grids::no_word;
use super::{Filled, Rows, StateSection, Word};
use crate::board::{Board, Direction, Place};
use std::sync::Arc;
use tesuji_genre::Bad;

/// The number of regions, then the region of each cell; [`RegionBorders`] stand in their place from
/// a version on. A text without them has one region.
#[derive(Clone, Copy, Debug)]
pub struct RegionIds {
    /// The first version with borders.
    pub borders_since: u32,
}

impl StateSection for RegionIds {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        if from.version() >= self.borders_since {
            return RegionBorders.read(from, to);
        }
        let board = Board::clone(&to.puzzle.board);
        let (rows, cols) = (board.rows(), board.cols());
        let mut labels = vec![0; rows * cols];
        if !from.is_at_end() {
            from.take("number of regions", 1)?;
            let words = from.grid("regions", rows, cols)?.unwrap_or_default();
            for (cell, word) in words.into_iter().enumerate() {
                let bad = || no_word(word).at(board.name(Place::Cell(cell as u16)));
                labels[cell] = word.parse().map_err(|_| bad())?;
            }
        }
        to.puzzle.board = Arc::new(board.with_regions(&labels)?);
        Ok(())
    }
}

/// The borders of regions: `1` is one, first those between columns, then those between rows.
#[derive(Clone, Copy, Debug)]
pub struct RegionBorders;

impl StateSection for RegionBorders {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Board::clone(&to.puzzle.board);
        let border = borders(from, &board)?;
        to.puzzle.board = Arc::new(board.with_borders(&border)?);
        Ok(())
    }
}

/// Reads borders, first those between columns, then those between rows: by edge, whether `1` stands
/// there (`2`: with a mark on it; `X`: given). `-1` is a mark that there is none.
///
/// # Errors
/// [`Bad`] with the edge whose word is another.
pub fn borders(from: &mut Rows<'_>, board: &Board) -> Result<Vec<bool>, Bad> {
    Ok(borders_and_given(from, board)?.0)
}

/// The same, and the edges whose border is given.
///
/// # Errors
/// [`Bad`] with the edge whose word is another.
pub fn borders_and_given(from: &mut Rows<'_>, board: &Board) -> Result<(Vec<bool>, Vec<usize>), Bad> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut border = vec![false; board.edges()];
    let mut given = Vec::new();
    for (direction, rows, cols) in [(Direction::Right, rows, cols - 1), (Direction::Down, rows - 1, cols)] {
        let words = from.grid("borders", rows, cols)?.unwrap_or_default();
        for (i, word) in words.into_iter().enumerate() {
            let edge = board.edge(board.cell(i / cols, i % cols), direction);
            given.extend(word.ends_with('X').then_some(edge));
            border[edge] = match word {
                "0" | "-1" => false,
                "1" | "2" | "X" | "-X" => true,
                _ => return Err(no_word(word).at(board.name(Place::Edge(edge as u16)))),
            };
        }
    }
    Ok((border, given))
}

/// A grid of clues each of which is about the region of its cell.
#[derive(Clone, Copy)]
pub struct RegionClues(pub fn(&str) -> Option<Word>);

impl StateSection for RegionClues {
    fn read(&self, from: &mut Rows<'_>, to: &mut Filled) -> Result<(), Bad> {
        let board = Arc::clone(&to.puzzle.board);
        let words = from.grid("clues of regions", board.rows(), board.cols())?.unwrap_or_default();
        for (cell, word) in words.into_iter().enumerate() {
            let said = (self.0)(word).ok_or_else(|| no_word(word).at(board.name(Place::Cell(cell as u16))))?;
            if let Some(regions) = board.regions() {
                to.say(Place::Region(regions.of(cell) as u16), said);
            }
        }
        Ok(())
    }
}
