//! Lines of sight, and how much each kind counts in them.

use super::ZOMBIE;
use crate::board::{Direction, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;
use std::collections::BTreeMap;

/// The cells that are seen from outside in order, each with whether it is seen in a mirror.
pub(super) fn sight(puzzle: &Puzzle, side: Side, line: u16) -> Vec<(usize, bool)> {
    let board = &puzzle.board;
    let (rows, cols) = (board.rows(), board.cols());
    let i = usize::from(line);
    let (mut at, mut way) = match side {
        Side::Top => (Some(i), Direction::Down),
        Side::Bottom => (Some((rows - 1) * cols + i), Direction::Up),
        Side::Left => (Some(i * cols), Direction::Right),
        Side::Right => (Some(i * cols + cols - 1), Direction::Left),
    };
    let (mut seen, mut mirrored) = (Vec::new(), false);
    while let Some(cell) = at {
        match puzzle.clues.get(&Place::Cell(cell as u16)) {
            Some(Clue::Slash(rises)) => {
                mirrored = true;
                way = match (way, rises) {
                    (Direction::Down, true) | (Direction::Up, false) => Direction::Left,
                    (Direction::Down, false) | (Direction::Up, true) => Direction::Right,
                    (Direction::Right, true) | (Direction::Left, false) => Direction::Up,
                    (Direction::Right, false) | (Direction::Left, true) => Direction::Down,
                };
            }
            _ if board.is_hole(cell) => return seen,
            _ => seen.push((cell, mirrored)),
        }
        at = board.step(cell, way);
        // A line of sight passes each cell at most twice in each direction.
        if seen.len() > 4 * rows * cols {
            break;
        }
    }
    seen
}

/// By cell seen how much each kind counts: ghosts in mirrors, vampires directly, zombies always.
pub(super) fn weights(seen: Vec<(usize, bool)>) -> BTreeMap<usize, Vec<u32>> {
    let mut all: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (cell, mirrored) in seen {
        let weights = all.entry(cell).or_insert_with(|| vec![0; 3]);
        weights[usize::from(!mirrored)] += 1;
        weights[usize::from(ZOMBIE)] += 1;
    }
    all
}
