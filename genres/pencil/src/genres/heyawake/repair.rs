//! Changes to a puzzle with several solutions. Rooms stay rectangles.

use super::draw::is_rectangle;
use super::{SHADED, three_rooms};
use crate::board::{Board, Direction, Place};
use crate::codec::Puzzle;
use crate::genres::regions;
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// One repair in this many moves shaded cells. The others move, draw or remove a wall.
const RESHADED: usize = 2;
/// One repair in this many may make a room of a single cell.
const SINGLE: usize = 8;
/// The mean size of rooms stays within this percentage of the mean size of the look.
const FROM_MEAN: usize = 15;

/// Changes a puzzle with two solutions: moves shaded cells where they differ, or moves, draws or
/// removes a wall so that a room has another number in the second one. The result has the first
/// solution, or the moved cells as a solution.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let board = &puzzle.board;
    let shaded = two.map(|values| values.iter().map(|&value| value == SHADED).collect::<Vec<bool>>());
    if pick(rng, RESHADED) == 0 {
        let moved = reshaded(board, &shaded, rng)?;
        return Some(numbered(Arc::clone(board), &moved));
    }
    let changed = walled(board, &shaded, look, rng)?;
    Some(numbered(Arc::new(changed), &shaded[0]))
}

/// The puzzle that has these shaded cells as a solution: each room with its number.
fn numbered(board: Arc<Board>, shaded: &[bool]) -> Edit {
    let takes = |cell: usize| shaded[cell];
    let clues = regions::places(&board).into_iter().filter_map(|p| Some((p, regions::number(&board, p, &takes)?)));
    let clues = clues.collect::<BTreeMap<Place, _>>();
    Edit { puzzle: Puzzle { board, clues } }
}

/// Shades one more cell of a solution, near a cell in which the two differ, and mends the cells
/// around it by the rules. Returns `None` if the result breaks a rule.
fn reshaded(board: &Board, two: &[Vec<bool>; 2], rng: &mut ChaCha8Rng) -> Option<Vec<bool>> {
    let differ: Vec<usize> = board.cells().filter(|&c| two[0][c] != two[1][c]).collect();
    let at = *differ.get(pick(rng, differ.len().max(1)))?;
    let mut shaded = two[pick(rng, 2)].clone();
    let mut around: Vec<usize> = board.all_neighbours(at).chain([at]).filter(|&c| !shaded[c]).collect();
    shuffle(&mut around, rng);
    let cell = *around.first()?;
    shaded[cell] = true;
    board.neighbours(cell).for_each(|n| shaded[n] = false);
    if !board.is_connected(&|c| !shaded[c]) {
        let corners: Vec<usize> = board.all_neighbours(cell).filter(|&n| shaded[n]).collect();
        shaded[*corners.get(pick(rng, corners.len().max(1)))?] = false;
        if !board.is_connected(&|c| !shaded[c]) {
            return None;
        }
    }
    // Shades the cells near by that the rules allow now.
    let mut near: Vec<usize> = board.all_neighbours(cell).flat_map(|n| board.all_neighbours(n)).collect();
    near.sort_unstable();
    near.dedup();
    shuffle(&mut near, rng);
    for other in near {
        if !shaded[other] && !board.neighbours(other).any(|n| shaded[n]) {
            shaded[other] = true;
            shaded[other] = board.is_connected(&|c| !shaded[c]);
        }
    }
    is_cut(board, &shaded).then_some(shaded)
}

/// Is every line through three rooms cut by a shaded cell?
fn is_cut(board: &Board, shaded: &[bool]) -> bool {
    let mut lines = board.lines().flat_map(|line| three_rooms(board, &line));
    lines.all(|line| line.iter().any(|&c| shaded[c]))
}

/// Moves, draws or removes a wall, so that the two solutions shade different numbers of cells in a
/// room. The first solution still keeps the rules.
fn walled(board: &Board, two: &[Vec<bool>; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Board> {
    let regions = board.regions()?;
    let labels: Vec<u32> = (0..board.size().cells()).map(|c| regions.of(c) as u32).collect();
    let hundreds = regions.len() * usize::from(look.part);
    let wanted = board.size().cells() * (100 + FROM_MEAN);
    let may_part = hundreds < wanted;
    let mut found: Vec<Vec<u32>> = Vec::new();
    for (room, cells) in regions.iter().enumerate() {
        for way in Direction::ALL {
            let beyond = |&cell: &usize| Some((cell, board.neighbour(cell, way).filter(|&n| regions.of(n) != room)?));
            let wall: Vec<(usize, usize)> = cells.iter().filter_map(beyond).collect();
            let mut given = labels.clone();
            wall.iter().for_each(|&(cell, beyond)| given[cell] = labels[beyond]);
            found.push(given);
            let mut taken = labels.clone();
            wall.iter().for_each(|&(_, beyond)| taken[beyond] = room as u32);
            found.push(taken);
        }
        if !may_part {
            continue;
        }
        for &first in cells {
            let (row, col) = board.row_col(first);
            for is_row in [true, false] {
                let is_behind = |cell: usize| {
                    let (r, c) = board.row_col(cell);
                    if is_row { r >= row } else { c >= col }
                };
                let mut parted = labels.clone();
                cells.iter().filter(|&&c| is_behind(c)).for_each(|&c| parted[c] = regions.len() as u32);
                found.push(parted);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    shuffle(&mut found, rng);
    let may_be_single = pick(rng, SINGLE) == 0;
    let most = usize::from(look.cells[1]);
    for next in found {
        let changed: BTreeSet<u32> =
            next.iter().zip(&labels).filter(|(a, b)| a != b).flat_map(|(a, b)| [*a, *b]).collect();
        let mut tells = false;
        let fits = changed.iter().all(|&label| {
            let cells: Vec<usize> = (0..next.len()).filter(|&c| next[c] == label).collect();
            let count = |of: usize| cells.iter().filter(|&&c| two[of][c]).count();
            tells |= count(0) != count(1);
            let size = cells.len();
            size == 0 || is_rectangle(board, &cells) && size <= most && (size > 1 || may_be_single)
        });
        if !fits || !tells {
            continue;
        }
        let Ok(next) = Board::clone(board).with_regions(&next) else { continue };
        let hundreds = next.regions().map_or(0, |r| r.len()) * usize::from(look.part);
        let too_few = hundreds < board.size().cells() * (100 - FROM_MEAN) && next.regions()?.len() < regions.len();
        if !too_few && is_cut(&next, &two[0]) {
            return Some(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::{HEYAWAKE, draw};
    use super::*;
    use crate::board::Size;
    use crate::house::HouseGenre;
    use tesuji_genre::{Genre, sub_rng};
    use tesuji_solver::Limits;

    /// Whatever a repair changes, rooms stay rectangles within the bounds of the look, and the new
    /// puzzle has a solution by an engine.
    #[test]
    fn repairs_keep_rectangles_and_a_solution() {
        let genre: &dyn Genre = &HEYAWAKE;
        let look = HEYAWAKE.info.look;
        let mut repaired = 0;
        for seed in 0..20 {
            let mut rng = sub_rng(seed, 0);
            let size = Size::new(6 + seed as usize % 3, 9).expect("a size");
            let board = draw::board(Board::new(size), &look, &mut rng).expect("a board");
            let drawn = (0..50).find_map(|_| {
                let [one, two] = [0; 2].map(|_| draw::completion(&board, &mut rng));
                Some([one?, two?])
            });
            // Some boards have no drawn solution.
            let Some(two) = drawn else { continue };
            let shaded = two.clone().map(|values| values.iter().map(|&v| v == SHADED).collect::<Vec<bool>>());
            // Drawn rooms may be larger than the look's, changed ones not.
            let drawn = board.regions().into_iter().flat_map(|r| r.iter()).map(<[usize]>::len);
            let largest = drawn.max().unwrap_or(0).max(look.cells[1].into());
            let puzzle = numbered(Arc::new(board), &shaded[0]).puzzle;
            for _ in 0..40 {
                let Some(edit) = repair(&puzzle, [&two[0], &two[1]], &look, &mut rng) else { continue };
                repaired += 1;
                let regions = edit.puzzle.board.regions().expect("rooms");
                assert!(regions.iter().all(|cells| is_rectangle(&edit.puzzle.board, cells)));
                assert!(regions.iter().all(|cells| cells.len() <= largest));
                let text = HouseGenre::codec(&HEYAWAKE).write(&edit.puzzle).expect("an address");
                let read = genre.parse(&text).expect("a puzzle").puzzle;
                let solved = genre.solve(&read, &Limits::solutions(1)).expect("an answer");
                assert!(!solved.solutions.is_empty(), "{text}");
            }
            let Some(moved) = (0..200).find_map(|_| reshaded(&puzzle.board, &shaded, &mut rng)) else { continue };
            let touches = |c: usize| moved[c] && puzzle.board.neighbours(c).any(|n| moved[n]);
            assert!(!puzzle.board.cells().any(touches));
            assert!(puzzle.board.is_connected(&|c| !moved[c]) && is_cut(&puzzle.board, &moved));
        }
        assert!(repaired > 50, "{repaired}");
    }
}
