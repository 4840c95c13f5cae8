//! Tracks as other programs write them: game IDs of Simon Tatham's collection.

use crate::board::{Board, Direction, Place};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use crate::house::TathamId;
use std::collections::BTreeMap;
use tesuji_genre::Bad;

/// Pieces as the sum of their sides (right 1, up 2, left 4, down 8) with gaps, then the numbers
/// of the columns and of the rows; `S` where the track enters (left) or leaves (below).
pub(super) fn tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad> {
    let board = Board::new(id.size);
    let mut parts = id.text.split(',');
    let (mut clues, mut at) = (BTreeMap::new(), 0);
    for c in parts.next().unwrap_or_default().chars() {
        let sides = match c {
            'a'..='z' => {
                at += c as usize - 'a' as usize + 1;
                continue;
            }
            _ => c.to_digit(16).filter(|_| at < id.size.cells()),
        };
        let sides = sides.ok_or_else(|| Bad::new(format!("{c:?}: a piece or a gap is expected")).at("cells"))?;
        let ways = [Direction::Right, Direction::Up, Direction::Left, Direction::Down];
        for (_, way) in ways.into_iter().enumerate().filter(|(i, _)| sides >> i & 1 == 1) {
            clues.insert(Place::Edge(board.edge(at, way) as u16), Clue::Black);
        }
        at += 1;
    }
    let mut numbers: Vec<&str> = parts.collect();
    for (i, word) in numbers.iter_mut().enumerate().filter(|(i, _)| *i < id.size.rows() + id.size.cols()) {
        let Some(number) = word.strip_prefix('S') else { continue };
        *word = number;
        let edge = match i.checked_sub(id.size.cols()) {
            None => board.edge(board.cell(id.size.rows() - 1, i), Direction::Down),
            Some(row) => board.edge(board.cell(row, 0), Direction::Left),
        };
        clues.insert(Place::Edge(edge as u16), Clue::Black);
    }
    let mut puzzle = places::outside_puzzle(board, std::iter::once(&numbers))?;
    puzzle.clues.extend(clues);
    Ok(puzzle)
}
