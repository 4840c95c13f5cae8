//! New thermometers, and heights that change.

use super::{FILLED, thermometers};
use crate::board::{Board, Direction, Place, Side};
use crate::clue::Clue;
use crate::codec::Puzzle;
use crate::genres::places;
use crate::genres::shapes::{blobs, fill_empty_lines};
use crate::house::{Edit, Look};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::{pick, shuffle};
use tesuji_solver::Value;

/// Cells of a drawn thermometer at most.
const LONGEST: usize = 8;
/// The mean number of cells of a thermometer in print, in hundredths.
const MEAN: usize = 365;

/// Drawn thermometers that go on from filled cells to filled or empty ones, from empty cells to
/// empty ones.
pub(super) fn clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue> {
    let filled: Vec<bool> = (0..board.size().cells()).map(|c| value(Place::Cell(c as u16)) == FILLED).collect();
    let mut order: Vec<usize> = board.cells().collect();
    shuffle(&mut order, rng);
    // Filled cells begin more often.
    order.sort_by_cached_key(|&c| !filled[c] && pick(rng, 3) > 0);
    let mut taken = vec![false; filled.len()];
    let mut drawn: Vec<Vec<usize>> = Vec::new();
    for bulb in order {
        if taken[bulb] {
            continue;
        }
        taken[bulb] = true;
        let (mut cells, mut at) = (vec![bulb], bulb);
        let wanted = 2 + pick(rng, LONGEST - 1);
        while cells.len() < wanted {
            let goes_on = |&n: &usize| !taken[n] && (filled[at] || !filled[n]);
            let free: Vec<usize> = board.neighbours(at).filter(goes_on).collect();
            let Some(&next) = free.get(pick(rng, free.len().max(1))) else { break };
            taken[next] = true;
            cells.push(next);
            at = next;
        }
        drawn.push(cells);
    }
    let (mut singles, mut drawn): (Vec<_>, Vec<_>) = drawn.into_iter().partition(|cells| cells.len() == 1);
    shuffle(&mut singles, rng);
    for single in singles {
        join(board, single[0], &filled, &mut drawn, rng);
    }
    lengthen(board, &filled, &mut drawn, rng);
    let mut clues: BTreeMap<Place, Clue> = counts(board, &filled).collect();
    let steps = drawn.iter().flat_map(|cells| cells.windows(2));
    clues.extend(steps.filter_map(|step| {
        let way = Direction::ALL.into_iter().find(|&way| board.neighbour(step[0], way) == Some(step[1]))?;
        Some((Place::Cell(step[0] as u16), Clue::Arrow(way, None)))
    }));
    clues
}

/// Lets a cell that is in no thermometer begin or end one beside it, or one that is cut in two for
/// it.
fn join(board: &Board, cell: usize, filled: &[bool], drawn: &mut Vec<Vec<usize>>, rng: &mut ChaCha8Rng) {
    let mut ways: Vec<(usize, usize, bool)> = Vec::new();
    for (of, cells) in drawn.iter().enumerate() {
        for (at, &beside) in cells.iter().enumerate() {
            if !board.neighbours(cell).any(|n| n == beside) {
                continue;
            }
            let before = cells.len() - at < LONGEST && (filled[cell] || !filled[beside]);
            let after = at + 1 < LONGEST && (filled[beside] || !filled[cell]);
            // Both parts of one that is cut have two cells or more.
            if before && at != 1 {
                ways.push((of, at, true));
            }
            if after && at + 2 != cells.len() {
                ways.push((of, at, false));
            }
        }
    }
    let Some(&(of, at, is_bulb)) = ways.get(pick(rng, ways.len().max(1))) else { return };
    let rest = drawn[of].split_off(if is_bulb { at } else { at + 1 });
    let other = if is_bulb {
        std::iter::once(cell).chain(rest).collect()
    } else {
        drawn[of].push(cell);
        rest
    };
    drawn.push(other);
    drawn.retain(|cells| !cells.is_empty());
}

/// Joins thermometers where the tip of one meets the bulb of another, short ones first, until they
/// are as long as in print.
fn lengthen(board: &Board, filled: &[bool], drawn: &mut Vec<Vec<usize>>, rng: &mut ChaCha8Rng) {
    while drawn.len() * MEAN > board.cells().count() * 100 {
        shuffle(drawn, rng);
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for (i, first) in drawn.iter().enumerate() {
            for (k, second) in drawn.iter().enumerate().filter(|(k, _)| *k != i) {
                let (Some(&tip), Some(&bulb)) = (first.last(), second.first()) else { continue };
                let length = first.len() + second.len();
                if length <= LONGEST && (filled[tip] || !filled[bulb]) && board.neighbours(tip).any(|n| n == bulb) {
                    pairs.push((length, i, k));
                }
            }
        }
        let Some(&(_, first, second)) = pairs.iter().min() else { return };
        let rest = std::mem::take(&mut drawn[second]);
        drawn[first].extend(rest);
        drawn.retain(|cells| !cells.is_empty());
    }
}

/// Filled blobs, with a filled cell in each line.
pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let mut filled = blobs(board, rng);
    fill_empty_lines(board, &mut filled, rng);
    board.cells().map(|c| Value::from(filled[c])).collect()
}

/// Another height in a thermometer in which the two solutions differ.
pub(super) fn repair(puzzle: &Puzzle, two: [&[Value]; 2], _look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit> {
    let number: BTreeMap<usize, usize> = puzzle.board.cells().zip(0..).collect();
    let differs = |c: &usize| two[0][number[c]] != two[1][number[c]];
    let all: Vec<Vec<usize>> =
        thermometers(puzzle).into_iter().filter(|t| t.len() > 1 && t.iter().any(differs)).collect();
    let chosen = all.get(pick(rng, all.len().max(1)))?;
    let mut filled: Vec<bool> = (0..puzzle.board.size().cells()).map(|c| two[0][number[&c]] == FILLED).collect();
    let height = pick(rng, chosen.len() + 1);
    chosen.iter().enumerate().for_each(|(i, &c)| filled[c] = i < height);
    // No line in print is empty.
    if !puzzle.board.lines().all(|line| line.iter().any(|&c| filled[c])) {
        return None;
    }
    let mut puzzle = puzzle.clone();
    let board = Arc::clone(&puzzle.board);
    puzzle.clues.extend(counts(&board, &filled));
    Some(Edit { puzzle })
}

/// The numbers of filled cells of the lines.
fn counts(board: &Board, filled: &[bool]) -> impl Iterator<Item = (Place, Clue)> {
    let places = places::outside(board, &[Side::Top, Side::Left]);
    let count = |place| Some((place, places::count_in_line(board, place, &|c| filled[c])?));
    places.into_iter().filter_map(count).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::genres::shapes::parts;

    /// In print every cell lies in a thermometer of two cells or more, and no line is empty.
    #[test]
    fn thermometers_cover_nearly_all_cells_and_fill_from_their_bulbs() {
        let mut rng = tesuji_genre::sub_rng(6, 0);
        let (mut left, mut all) = (0, 0);
        for (rows, cols) in [(4, 4), (5, 7), (8, 8), (10, 10)].into_iter().cycle().take(40) {
            let board = Board::new(Size::new(rows, cols).expect("a size"));
            let values = completion(&board, &mut rng);
            let filled = |c: usize| values[c] == FILLED;
            let value = |place: Place| match place {
                Place::Cell(c) => values[usize::from(c)],
                _ => 0,
            };
            let clues = clues(&board, &value, &mut rng);
            let puzzle = Puzzle { board: Arc::new(board), clues };
            let drawn = thermometers(&puzzle);
            assert_eq!(drawn.iter().map(Vec::len).sum::<usize>(), rows * cols);
            for cells in &drawn {
                assert!(cells.len() <= LONGEST && cells.is_sorted_by_key(|&c| !filled(c)));
                assert_eq!(parts(&puzzle.board, &|c| cells.contains(&c)).len(), 1);
            }
            assert!(puzzle.board.lines().all(|line| line.into_iter().any(filled)));
            left += drawn.iter().filter(|cells| cells.len() == 1).count();
            all += rows * cols;
        }
        assert!(left * 50 < all, "{left} of {all}");
    }
}
