//! Regions in several pieces: a letter for each cell behind an address.

use super::Puzzle;
use crate::board::{Board, Direction};
use std::sync::Arc;
use tesuji_genre::Bad;

/// The sign before the letters.
pub(super) const MARK: char = ';';
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Does the notation have such letters?
pub fn has_pieces(text: &str) -> bool {
    text.contains(MARK)
}

/// Is a region of the board in several pieces?
pub(super) fn are_in(board: &Board) -> bool {
    let Some(regions) = board.regions() else { return false };
    regions.iter().any(|cells| {
        let Some(&first) = cells.first() else { return false };
        let (mut seen, mut at) = (vec![first], 0);
        while let Some(&cell) = seen.get(at) {
            at += 1;
            for near in Direction::ALL.into_iter().filter_map(|way| board.neighbour(cell, way)) {
                if regions.of(near) == regions.of(cell) && !seen.contains(&near) {
                    seen.push(near);
                }
            }
        }
        seen.len() < cells.len()
    })
}

pub(super) fn write(board: &Board, to: &mut String) {
    let Some(regions) = board.regions() else { return };
    to.push(MARK);
    let letter = |cell: usize| match board.is_hole(cell) {
        true => '#',
        false => char::from(LETTERS[regions.of(cell) % LETTERS.len()]),
    };
    to.extend((0..board.size().cells()).map(letter));
}

pub(super) fn read(letters: &str, puzzle: &mut Puzzle) -> Result<(), Bad> {
    let cells = puzzle.board.size().cells();
    let letters: Vec<char> = letters.trim_end().chars().collect();
    if letters.len() != cells || letters.iter().any(|c| !c.is_ascii_alphanumeric() && *c != '#') {
        return Err(Bad::new(format!("a letter for each of {cells} cells is expected")));
    }
    let labels: Vec<u32> = letters.into_iter().map(u32::from).collect();
    puzzle.board = Arc::new(Board::clone(&puzzle.board).with_regions(&labels)?);
    Ok(())
}
