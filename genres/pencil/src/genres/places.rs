//! Places for clues, the numbers that may stand on them, and what several genres read there.

use crate::board::{Board, Direction, Place, Side, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::house::Rules;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::{Domain, Literal, Value};

/// Cells of a board at most whose sets of holes are listed.
const MOST_CELLS: usize = 9;

/// A small board with every set of cells out of play.
pub(super) fn all_holes(size: Size) -> Result<Vec<Board>, Bad> {
    let cells = size.cells();
    if cells > MOST_CELLS {
        return Err(Bad::new(format!("the boards of size {size} are too many to list; 3x3 is possible")));
    }
    let holes = |set: usize| (0..cells).map(|c| set >> c & 1 == 1).collect();
    (0..1 << cells).map(|set| Board::new(size).with_holes(holes(set))).collect()
}

/// The places of all cells in play.
pub(super) fn cell_places(board: &Board) -> Vec<Place> {
    board.cells().map(|c| Place::Cell(c as u16)).collect()
}

/// The longer side of a board, as the greatest number of a line.
pub(super) fn side(board: &Board) -> Value {
    board.rows().max(board.cols()).min(63) as Value
}

/// Refuses what is no square.
pub(super) fn lint_square(size: Size) -> Result<(), Bad> {
    let is_square = size.rows() == size.cols() && size.rows() < 64;
    if is_square { Ok(()) } else { Err(Bad::new("a square is expected").at("size")) }
}

/// Refuses numbers in cells and outside that are not among those.
pub(super) fn lint_numbers(puzzle: &Puzzle, numbers: std::ops::RangeInclusive<u16>) -> Result<(), Bad> {
    let is_bad = |(place, clue): &(&Place, &Clue)| {
        matches!(place, Place::Cell(_) | Place::Outside(..)) && clue.number().is_some_and(|n| !numbers.contains(&n))
    };
    let (least, most) = (numbers.start(), numbers.end());
    puzzle.clues.iter().find(is_bad).map_or(Ok(()), |(&place, _)| {
        Err(Bad::new(format!("a number from {least} to {most} is expected")).at(puzzle.board.name(place)))
    })
}

/// Refuses numbers outside that are above the number of cells of their lines.
pub(super) fn lint_counts(puzzle: &Puzzle) -> Result<(), Bad> {
    let board = &puzzle.board;
    for (&place, clue) in &puzzle.clues {
        let (Place::Outside(side, i), Clue::Number(n) | Clue::Result(_, n)) = (place, clue) else { continue };
        let most = board.line_of(side, i.into()).len();
        if usize::from(*n) > most {
            return Err(Bad::new(format!("{n} in a line of {most} cells")).at(board.name(place)));
        }
    }
    Ok(())
}

/// The one value of a cell with a given number.
pub(super) fn given_number(place: Place, clue: &Clue) -> Vec<(Place, Domain)> {
    let number = clue.number().filter(|_| matches!(place, Place::Cell(_)));
    number.map(|n| (place, Domain::single(n.min(63) as Value))).into_iter().collect()
}

/// The places of all cells out of play.
pub(super) fn hole_places(board: &Board) -> Vec<Place> {
    (0..board.size().cells()).filter(|&c| board.is_hole(c)).map(|c| Place::Cell(c as u16)).collect()
}

/// Refuses numbers in cells that are above the number of cells beside them; `what` names what they
/// count.
pub(super) fn lint_beside_walls(puzzle: &Puzzle, what: &str) -> Result<(), Bad> {
    let board = &puzzle.board;
    for (&place, clue) in &puzzle.clues {
        let (Place::Cell(cell), Some(n)) = (place, clue.number()) else { continue };
        let sides = board.neighbours(cell.into()).count();
        if usize::from(n) > sides {
            return Err(Bad::new(format!("{n} {what} beside a wall with {sides} free sides")).at(board.name(place)));
        }
    }
    Ok(())
}

/// All ways in which a cell sees `number` cells, its own included, in the four directions: these
/// cells unshaded (0), the first beyond them shaded (1).
pub(super) fn views(board: &Board, cell: usize, number: usize, to: &Rules<'_>) -> Vec<Vec<Literal>> {
    let own = Literal { var: to.cell(cell), value: 0 };
    let mut ways = vec![(1, vec![own])];
    for ray in Direction::ALL.map(|d| board.ray(cell, d).collect::<Vec<_>>()) {
        let mut longer = Vec::new();
        for (seen, way) in &ways {
            for reach in (0..=ray.len()).take_while(|reach| seen + reach <= number) {
                let inside = ray[..reach].iter().map(|&c| Literal { var: to.cell(c), value: 0 });
                let end = ray.get(reach).map(|&c| Literal { var: to.cell(c), value: 1 });
                longer.push((seen + reach, way.iter().copied().chain(inside).chain(end).collect()));
            }
        }
        ways = longer;
    }
    ways.into_iter().filter(|(seen, _)| *seen == number).map(|(_, way)| way).collect()
}

/// The number of open cells that an open cell sees in the four directions, its own included.
pub(super) fn view(board: &Board, place: Place, is_open: &dyn Fn(usize) -> bool) -> Option<Clue> {
    let Place::Cell(cell) = place else { return None };
    let seen = Direction::ALL.map(|d| board.ray(cell.into(), d).take_while(|&c| is_open(c)).count());
    is_open(cell.into()).then(|| Clue::Number(1 + seen.iter().sum::<usize>() as u16))
}

/// The number of cells of the line at a place outside that `takes`.
pub(super) fn count_in_line(board: &Board, place: Place, takes: &dyn Fn(usize) -> bool) -> Option<Clue> {
    let Place::Outside(side, i) = place else { return None };
    Some(Clue::Number(board.line_of(side, i.into()).into_iter().filter(|&c| takes(c)).count() as u16))
}

/// The places outside at these sides, side by side.
pub(super) fn outside(board: &Board, sides: &[Side]) -> Vec<Place> {
    let count = |side: Side| if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
    sides.iter().flat_map(|&side| (0..count(side) as u16).map(move |i| Place::Outside(side, i))).collect()
}

/// A puzzle with the numbers of two rows of words: those above the columns, those left of the rows.
pub(super) fn outside_puzzle<'k>(board: Board, rows: impl Iterator<Item = &'k Vec<&'k str>>) -> Result<Puzzle, Bad> {
    let words: Vec<&str> = rows.flatten().copied().collect();
    let places = outside(&board, &[Side::Top, Side::Left]);
    if words.len() != places.len() {
        return Err(Bad::new(format!("{} numbers where {} are expected", words.len(), places.len())));
    }
    let mut clues = BTreeMap::new();
    for (place, word) in places.into_iter().zip(words).filter(|(_, w)| *w != "-") {
        let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(board.name(place));
        clues.insert(place, Clue::Number(word.parse().map_err(|_| bad())?));
    }
    Ok(Puzzle { board: Arc::new(board), clues })
}
