//! Forms of the few genres with more than cells and numbers.

use super::{Part, Pasted};
use crate::board::{Direction, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use tesuji_genre::Bad;

/// The number of cells of a region, on the first corner.
pub(super) fn with_region_size(from: &Pasted, mut puzzle: Puzzle, usual: fn(Size) -> usize) -> Result<Puzzle, Bad> {
    let told = from.number(Part::RegionSize).or_else(|| from.head.get(2).copied());
    let told =
        told.ok_or_else(|| Bad::new("the size of the regions is not told: a line `region size: 5` is expected"))?;
    let cells = puzzle.board.size().cells();
    if told == 0 || !cells.is_multiple_of(told) {
        return Err(Bad::new(format!("regions of {told} cells do not fill {cells}")));
    }
    if told != usual(puzzle.board.size()) {
        puzzle.clues.insert(Place::Corner(0), Clue::Number(told as u16));
    }
    Ok(puzzle)
}

/// The numbers of ghosts, vampires and zombies, on the first corner.
pub(super) fn with_monsters(from: &Pasted, mut puzzle: Puzzle) -> Result<Puzzle, Bad> {
    let mut numbers = Vec::new();
    for (part, name) in [(Part::Ghosts, "ghosts"), (Part::Vampires, "vampires"), (Part::Zombies, "zombies")] {
        let n = from.number(part).ok_or_else(|| Bad::new(format!("a line `{name}: 3` is expected")))?;
        numbers.push(Some(u16::try_from(n).map_err(|_| Bad::new(format!("{n} {name} are too many")))?));
    }
    puzzle.clues.insert(Place::Corner(0), Clue::Numbers(numbers));
    Ok(puzzle)
}

/// Pieces of track as the edges that they cross.
pub(super) fn with_pieces(_from: &Pasted, mut puzzle: Puzzle) -> Result<Puzzle, Bad> {
    let pieces = std::mem::take(&mut puzzle.clues);
    for (place, clue) in pieces {
        match (place, clue) {
            (Place::Cell(cell), Clue::Numbers(sides)) => {
                for side in sides.into_iter().flatten() {
                    let way = Direction::ALL[usize::from(side) % 4];
                    let edge = puzzle.board.edge(cell.into(), way);
                    puzzle.clues.insert(Place::Edge(edge as u16), Clue::Black);
                }
            }
            (place, clue) => drop(puzzle.clues.insert(place, clue)),
        }
    }
    Ok(puzzle)
}
